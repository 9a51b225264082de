/** What failed tries have taught about the job and the world, as far as their messages say it. */
import type { Effect, Verb } from '../lexicon.js';
import type { SimulatedProfile } from '../profiles.js';
import { type Memory, readLog } from '../read-log.js';
import type { LoggedTurn } from '../read-request.js';
import { flatten } from './program.js';
import type { Try } from './read-programming.js';

/** What a new program can build on. */
export interface Progress {
  /** Tries that failed. */
  readonly tries: number;
  readonly memory: Memory;
  /** The thing may be in hand already, for an earlier step fetched it. */
  readonly carries: boolean;
  /** Types of appliances that did not do it. */
  readonly refuted: Readonly<Record<Effect, readonly string[]>>;
  /** Places where a list was gone through in vain. */
  readonly searched: ReadonlySet<string>;
  /** A place was found closed. */
  readonly metClosed: boolean;
  /** An action was refused because the thing has to stay in hand, or be used by another verb. */
  readonly mustHold: boolean;
  readonly handsFull: boolean;
  /** The last program ran to its end in vain. */
  readonly ended: boolean;
  /** How the world's answers to actions that worked begin. */
  readonly answers: ReadonlyMap<Verb, string>;
}

/** Reads the tries. Each point is seen with the profile's insight; `habit` draws for it. */
export function readProgress(
  tries: readonly Try[],
  firstObservation: string,
  { insight }: SimulatedProfile,
  habit: (label: string) => number,
): Progress {
  const turns = withoutRepeats(tries.flatMap(({ failure }) => failure.turns));
  const memory = readLog(firstObservation, turns);
  const seen = (label: string) => habit(`see ${label} ${tries.length}`) < insight;
  const causes = memory.events.map(({ cause }) => cause);
  const refuted = (effect: Effect) =>
    [...new Set(memory.refutations.filter((one) => one.effect === effect).map(({ type }) => type))].filter(
      (type) => seen(type),
    );
  return {
    tries: tries.length,
    memory,
    carries: memory.holding !== null || fetchedEarlier(tries, memory),
    refuted: { heat: refuted('heat'), cool: refuted('cool'), clean: refuted('clean') },
    searched: new Set(tries.flatMap(searchedIn)),
    metClosed: turns.some(({ observation }) => /\bis closed\b/i.test(observation)) && seen('closed'),
    mustHold: (causes.includes('not-carrying') || causes.includes('wrong-verb')) && seen('hold'),
    handsFull: causes.includes('hands-full') && seen('hands'),
    ended: tries.at(-1)?.failure.ended ?? false,
    answers: readAnswers(memory, turns),
  };
}

/** A message may show a turn that the one before it has shown as well. */
function withoutRepeats(turns: readonly LoggedTurn[]): LoggedTurn[] {
  return turns.filter(
    ({ action, observation }, i) =>
      turns[i - 1]?.action !== action || turns[i - 1]?.observation !== observation,
  );
}

/** Whether the last try failed in a step after the one that took the thing, with nothing put down since. */
function fetchedEarlier(tries: readonly Try[], memory: Memory): boolean {
  const last = tries.at(-1);
  const failed = last?.failure.step;
  if (!last?.program || !failed || memory.placed.length > 0) return false;
  return last.program.steps
    .filter(({ step }) => step < failed)
    .some((step) =>
      flatten(step.do).some((command) => 'action' in command && /^take\b/.test(command.action)),
    );
}

/** The places that a failed step had in its list, up to where it stopped. */
function searchedIn({ program, failure }: Try): string[] {
  const step = program?.steps.find((one) => one.step === failure.step);
  const loop = flatten(step?.do ?? []).find((command) => 'forEach' in command);
  if (!loop || !('forEach' in loop) || typeof loop.in === 'string') return [];
  const said = failure.turns.map(({ action }) => action).join('\n');
  const reached = loop.in.findLastIndex((name) => said.includes(name));
  return reached < 0 ? [] : loop.in.slice(0, reached + 1);
}

/** The first words of answers to actions that worked: `you pick up`. */
function readAnswers(memory: Memory, turns: readonly LoggedTurn[]): Map<Verb, string> {
  const answers = new Map<Verb, string>();
  for (const { action, failed, index } of memory.events) {
    const words = /^(you [a-z]+(?: up| on| down)?) /i.exec(turns[index]?.observation ?? '')?.[1];
    if (action && !failed && words) answers.set(action.verb, words.toLowerCase());
  }
  return answers;
}
