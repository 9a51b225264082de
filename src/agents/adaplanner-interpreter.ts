/** Runs AdaPlanner's programs, one action or question at a time. It knows no world: observations are handed to it. */
import type {
  ActionCommand,
  AskCommand,
  Command,
  ForEachCommand,
  IfCommand,
  Program,
} from './adaplanner-program.js';
import { programLimits } from './adaplanner-program.js';
import { type Bindings, fillSlots, findText, freeSlots } from './adaplanner-text.js';

/** What a program does next: it waits for what the action shows or for the answer, or it is over. */
export type ProgramEvent = ProgramRequest | ProgramEnd;
type ProgramRequest =
  | { readonly kind: 'action'; readonly text: string; readonly step: number }
  | { readonly kind: 'ask'; readonly question: string; readonly as: string; readonly step: number };
type ProgramEnd =
  | { readonly kind: 'failed'; readonly step: number; readonly message: string }
  | { readonly kind: 'ended' };

/** A program that runs. */
export interface Interpreter {
  /**
   * Goes on to the next event. `input` is the latest observation at first, then the answer to the event before. Once
   * the program is over it gives the same event for ever.
   */
  next(input: string): ProgramEvent;
  /** What is kept now. */
  bindings(): Bindings;
}

/** Limits that keep a program from running without end. */
export const runLimits = { idleCommands: 1_000, questions: 20, characters: 2_000, freeSlots: 10 } as const;

/** What a running program knows. */
interface Run {
  readonly step: number;
  readonly kept: Map<string, { readonly text: string; readonly step: number }>;
  /** Everything observed in this step so far. */
  readonly observed: string[];
  readonly counts: { idle: number; questions: number };
  latest: string;
}

/** Why a step can not go on. */
class StepFailure extends Error {}

/** Starts a program at the first step whose number is `startStep` or higher, with what is kept from earlier runs. */
export function createInterpreter(program: Program, bindings: Bindings, startStep: number): Interpreter {
  const kept = new Map(bindings);
  const running = runProgram(program, kept, startStep);
  // The first value sent to a generator is lost, so it is run up to its first request, which is for an observation.
  running.next('');
  let end: ProgramEnd | undefined;
  return {
    bindings: () => kept,
    next: (input) => {
      if (end !== undefined) return end;
      const { done, value } = running.next(input);
      if (!done && value !== undefined) return value;
      end = (value as ProgramEnd | undefined) ?? { kind: 'ended' };
      return end;
    },
  };
}

/** What a program gives out and is given: the first request, for the latest observation, is empty. */
type Running<Result> = Generator<ProgramRequest | undefined, Result, string>;

function* runProgram(program: Program, kept: Run['kept'], startStep: number): Running<ProgramEnd> {
  const counts = { idle: 0, questions: 0 };
  let latest = yield undefined;
  for (const { step, do: commands } of program.steps.filter((one) => one.step >= startStep)) {
    const run: Run = { step, kept, observed: [], counts, latest };
    try {
      yield* runCommands(commands, run);
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      return { kind: 'failed', step, message: error.message };
    }
    latest = run.latest;
  }
  return { kind: 'ended' };
}

function* runCommands(commands: readonly Command[], run: Run): Running<void> {
  for (const command of commands) {
    countCommand(run);
    if (command.kind === 'action') yield* takeAction(command, run);
    else if (command.kind === 'forEach') yield* repeat(command, run);
    else if (command.kind === 'if') yield* choose(command, run);
    else yield* askModel(command, run);
  }
}

function countCommand({ counts }: Run): void {
  counts.idle++;
  if (counts.idle <= runLimits.idleCommands) return;
  throw new StepFailure(`${runLimits.idleCommands} commands were run without an action`);
}

function* takeAction({ action, expect }: ActionCommand, run: Run): Running<void> {
  const text = fillWhole(action, run);
  run.counts.idle = 0;
  run.counts.questions = 0;
  const observation = yield { kind: 'action', text, step: run.step };
  run.latest = observation;
  run.observed.push(observation);
  if (expect === undefined || search(expect, [observation], run)) return;
  throw new StepFailure(`expected "${show(expect, run)}" after "${text}" but saw: "${observation}"`);
}

function* repeat(command: ForEachCommand, run: Run): Running<void> {
  const { forEach: name, until } = command;
  const entries = listEntries(command, run);
  const before = new Map(run.kept);
  for (const entry of entries) {
    countCommand(run);
    // What a pass keeps is forgotten when the next begins, so that each can catch words of its own.
    replaceAll(run.kept, before);
    run.kept.set(name, { text: entry, step: run.step });
    const start = run.observed.length;
    yield* runCommands(command.do, run);
    if (until !== undefined && search(until, run.observed.slice(start), run)) return;
  }
  if (until === undefined) return;
  const tried = entries.length === 0 ? 'an empty list' : entries.join(', ');
  throw new StepFailure(`"${show(until, run)}" was not seen with {${name}} being any of: ${tried}`);
}

function* choose(command: IfCommand, run: Run): Running<void> {
  const branch = search(command.if, [run.latest], run) ? command.do : (command.else ?? []);
  yield* runCommands(branch, run);
}

function* askModel({ ask, as }: AskCommand, run: Run): Running<void> {
  run.counts.questions++;
  if (run.counts.questions > runLimits.questions)
    throw new StepFailure(`${runLimits.questions} questions were asked without an action`);
  const answer = yield { kind: 'ask', question: fillWhole(ask, run), as, step: run.step };
  run.kept.set(as, { text: answer.trim(), step: run.step });
}

/** The entries of a list, or of what is kept under a name, cut at commas and line ends. */
function listEntries({ in: list }: ForEachCommand, run: Run): string[] {
  if (typeof list !== 'string') return list.map((entry) => fill(entry, run));
  const entries = fill(list, run)
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length <= programLimits.entries) return entries;
  throw new StepFailure(`the list ${list} has more than ${programLimits.entries} entries`);
}

/** A text whose slots are all filled in. */
function fill(text: string, { kept }: Run): string {
  const [missing] = freeSlots(text, kept);
  if (missing !== undefined) throw new StepFailure(`nothing is kept as {${missing}}, which "${text}" needs`);
  return short(fillSlots(text, kept));
}

/** The same for an action or a question, which has to say something. */
function fillWhole(text: string, run: Run): string {
  const filled = fill(text, run);
  if (filled.trim() !== '') return filled;
  throw new StepFailure(`"${text}" is empty with what is kept`);
}

/** A text as it is searched for. */
function show(text: string, { kept }: Run): string {
  return short(fillSlots(text, kept));
}

/** What is kept can be put together to ever longer texts. */
function short(text: string): string {
  if (text.length <= runLimits.characters) return text;
  throw new StepFailure(`"${text.slice(0, 40)}..." is longer than ${runLimits.characters} characters`);
}

/** Looks for a text in the first observation that holds it, and keeps what its slots catch there. */
function search(text: string, observations: readonly string[], run: Run): boolean {
  show(text, run);
  if (freeSlots(text, run.kept).length > runLimits.freeSlots)
    throw new StepFailure(`"${text}" has more than ${runLimits.freeSlots} names to find`);
  for (const observation of observations) {
    const caught = findText(text, observation, run.kept);
    if (caught === null) continue;
    for (const [name, found] of caught) run.kept.set(name, { text: found, step: run.step });
    return true;
  }
  return false;
}

function replaceAll<Key, Value>(map: Map<Key, Value>, other: ReadonlyMap<Key, Value>): void {
  map.clear();
  for (const [key, value] of other) map.set(key, value);
}
