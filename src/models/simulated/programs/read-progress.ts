/** What failed tries have taught about the job and the world, as far as their messages say it. */
import type { Effect, Verb } from '../lexicon.js';
import type { SimulatedProfile } from '../profiles.js';
import { isEffect, type Memory, readLog } from '../read-log.js';
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
  /** A place was found closed, or all places were gone to in vain: what is shut should be opened. */
  readonly opens: boolean;
  /** An action was refused because the thing has to stay in hand, or be used by another verb. */
  readonly mustHold: boolean;
  readonly handsFull: boolean;
  /** The last program ran to its end in vain. */
  readonly ended: boolean;
  /** How the answer to going somewhere in vain began; null where none was seen. */
  readonly wentInVain: string | null;
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
  const sees = ({ index }: { readonly index: number }) => habit(`see ${index}`) < insight;
  const seen = memory.events.filter(sees);
  const searched = new Set(tries.flatMap(searchedIn));
  const refuted = (effect: Effect) => [
    ...new Set(
      memory.refutations
        .filter((one) => one.effect === effect && sees(one) && !wasPutIn(memory, one.index))
        .map(({ type }) => type),
    ),
  ];
  const vain = seen.find(({ failed, action }) => failed && action?.verb === 'go');
  return {
    tries: tries.length,
    memory,
    carries:
      memory.holding !== null ||
      fetchedEarlier(tries, memory) ||
      memory.events.at(-1)?.cause === 'hands-full',
    refuted: { heat: refuted('heat'), cool: refuted('cool'), clean: refuted('clean') },
    searched,
    opens:
      searched.size > 0 || seen.some(({ index }) => /\bis closed\b/i.test(turns[index]?.observation ?? '')),
    mustHold: seen.some(
      ({ cause, index }) => cause === 'not-carrying' || cause === 'wrong-verb' || wasPutIn(memory, index),
    ),
    handsFull: seen.some(
      ({ cause, action }) => cause === 'hands-full' || (cause === 'none' && action?.verb === 'take'),
    ),
    ended: tries.at(-1)?.failure.ended ?? false,
    wentInVain:
      /^[a-z]+ [a-z]+/i.exec(turns[vain?.index ?? -1]?.observation ?? '')?.[0].toLowerCase() ?? null,
    answers: readAnswers(memory, turns),
  };
}

/**
 * Whether an attempt failed for no stated cause with a thing that lay in the appliance: then it may be the appliance
 * or the lying there, and one tries the latter first.
 */
function wasPutIn({ events, placed }: Memory, index: number): boolean {
  const { action, failed, cause } = events[index] ?? {};
  if (!action || !failed || cause !== 'none' || !isEffect(action.verb)) return false;
  return placed.some(({ object, place }) => object === action.object && place === action.place);
}

/** A message may show a turn that the one before it has shown as well. */
function withoutRepeats(turns: readonly LoggedTurn[]): LoggedTurn[] {
  return turns.filter(
    ({ action, observation }, i) =>
      turns[i - 1]?.action !== action || turns[i - 1]?.observation !== observation,
  );
}

/** Whether the steps before the one that failed, or all of them, took the thing and did not put it down. */
function fetchedEarlier(tries: readonly Try[], memory: Memory): boolean {
  const { program, failure } = tries.at(-1) ?? {};
  if (!program || memory.placed.length > 0) return false;
  const last = failure?.ended ? Infinity : (failure?.step ?? 0);
  const done = program.steps.filter(({ step }) => step < last).flatMap((step) => flatten(step.do));
  const verbs = done.flatMap((command) => ('action' in command ? [command.action.split(' ')[0]] : []));
  return verbs.lastIndexOf('take') > Math.max(verbs.lastIndexOf('move'), verbs.lastIndexOf('put'));
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
