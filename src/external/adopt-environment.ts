/** A world of the user's: what it must have is looked at before anything is played, and what it says as it is said. */
import type { Answers, Environment, EnvironmentSession, Turn } from '../core/environment.js';
import { UsageError } from '../core/errors.js';
import type { TaskInstance } from '../core/task.js';
import type { JsonObject } from '../util/json.js';
import { type MaybePromise, whenReady } from '../util/maybe-promise.js';

/**
 * The world that a user's module exports: an Environment, or a function that makes one of `environment.options`.
 * `where` names it in messages. Throws a UsageError that says what is missing.
 */
export function adoptEnvironment(value: unknown, where: string, options: JsonObject = {}): Environment {
  const isFactory = typeof value === 'function';
  const given = Object.keys(options);
  if (!isFactory && given.length > 0)
    throw new UsageError(
      `${where}: has no option '${given[0]}', for it is a world and not a function that makes one`,
      'export a function that takes the options and gives the world',
    );
  const world: unknown = isFactory ? passRefusals(() => value(options)) : value;
  const missing = missingIn(world, required);
  if (missing !== null)
    throw new UsageError(`${where}: is no world: ${missing}`, 'see Environment in planwright');
  return wrapWorld(world as Environment, where);
}

/** What a value must have: a name, a type, and a pattern or words for messages. */
type Requirement = readonly [name: string, type: 'string' | 'number' | 'function', pattern?: RegExp];

const required: readonly Requirement[] = [
  ['name', 'string', /^[a-z0-9][a-z0-9-]*$/],
  ['version', 'string', /^\d+\.\d+\.\d+$/],
  ['maxSteps', 'number', /^[1-9]\d*$/],
  ['manual', 'function'],
  ['start', 'function'],
];

/** What is missing in words; null for nothing. */
export function missingIn(value: unknown, requirements: readonly Requirement[]): string | null {
  if (value === null || value === undefined) return `it is ${value}`;
  if (typeof value !== 'object') return `it is a ${typeof value}`;
  const holder = value as Readonly<Record<string, unknown>>;
  for (const [name, type, pattern] of requirements) {
    const found = holder[name];
    if (found === undefined) return `"${name}" is missing`;
    const isRight = typeof found === type && (pattern === undefined || pattern.test(String(found)));
    if (!isRight) return `"${name}" is ${describe(found)}${pattern === undefined ? `, not a ${type}` : ''}`;
  }
  return null;
}

function describe(value: unknown): string {
  return typeof value === 'function' ? 'a function' : String(JSON.stringify(value)).slice(0, 60);
}

function wrapWorld(world: Environment, where: string): Environment {
  const { name, version, maxSteps, instancesAre = 'games', scores } = world;
  const lesson = world.lesson?.bind(world);
  const isSolvable = world.isSolvable?.bind(world);
  return {
    name,
    version,
    maxSteps,
    instancesAre,
    manual: (instance) => passRefusals(() => world.manual(instance)),
    start: (instance) => startChecked(world, instance, where),
    ...(scores && { scores }),
    ...(lesson && { lesson: (instance: TaskInstance) => passRefusals(() => lesson(instance)) }),
    ...(isSolvable && { isSolvable: (instance: TaskInstance) => passRefusals(() => isSolvable(instance)) }),
    ...(world.answers && { answers: wrapAnswers(world.answers) }),
  };
}

function wrapAnswers(answers: Answers): Answers {
  return {
    expected: (instance) => passRefusals(() => answers.expected(instance)),
    given: (actions) => answers.given(actions),
  };
}

function startChecked(
  world: Environment,
  instance: TaskInstance,
  where: string,
): MaybePromise<EnvironmentSession> {
  const started = passRefusals(() => world.start(instance));
  const wrap = (session: EnvironmentSession) => wrapSession(session, where);
  return started instanceof Promise ? started.then(wrap, refuse) : wrap(started);
}

function wrapSession(session: EnvironmentSession, where: string): EnvironmentSession {
  const missing = missingIn(session, [['step', 'function']]);
  if (missing !== null) throw new Error(`${where}: start gives no session: ${missing}`);
  const offered = session.admissibleActions;
  return {
    initial: checkTurn(session.initial, where),
    step: (action) => whenReady(session.step(action), (turn) => checkTurn(turn, where)),
    admissibleActions: () => offered?.call(session) ?? [],
    ...(session.scores && { scores: () => session.scores?.() ?? {} }),
    close: () => session.close?.(),
  };
}

/** Throws an Error that says what is wrong with a turn. */
function checkTurn(turn: Turn, where: string): Turn {
  const problem =
    missingIn(turn, [
      ['observation', 'string'],
      ['reward', 'number'],
    ]) ?? (typeof turn.terminated === 'boolean' ? null : '"terminated" is no boolean');
  if (problem !== null) throw new Error(`${where}: a turn is not as it must be: ${problem}`);
  return turn;
}

/** A UsageError may be that of another copy of this package, or the user's own by this name. */
function passRefusals<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asRefusal(error);
  }
}

function refuse(error: unknown): never {
  throw asRefusal(error);
}

/** An error by the name of UsageError as one of ours; anything else as it is. */
export function asRefusal(error: unknown): unknown {
  const isForeign = error instanceof Error && error.name === 'UsageError' && !(error instanceof UsageError);
  return isForeign ? new UsageError(error.message) : error;
}
