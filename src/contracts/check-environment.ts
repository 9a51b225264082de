/** One checker for every world: what `core/environment.ts` promises, tried out by playing. */
import type { Environment, EnvironmentSession, Turn } from '../core/environment.js';
import { messageOf } from '../core/errors.js';
import type { TaskInstance } from '../core/task.js';
import { createRandom } from '../util/random.js';
import { checkForeign } from './check-foreign.js';
import { checkManual } from './check-manual.js';
import { checkTellings } from './check-tellings.js';
import { withSession, withTwoSessions } from './with-session.js';

/** How to check a world. */
export interface EnvironmentCheckOptions {
  /** Admissible actions that the manual leaves out on purpose. None unless given. */
  readonly unlistedActions?: readonly string[];
  /** Random actions per instance; 30 unless given. */
  readonly steps?: number;
}

/** Texts that are no action of any world. */
const oddTexts: readonly string[] = [
  '',
  ' ',
  '\n',
  'zzz',
  '{object}',
  '((([',
  '\\d+$^',
  'constructor',
  '__proto__',
  'go\u0000to',
  '\ud800',
  '\u202eegdirf ot og',
  'x'.repeat(20_000),
];

/**
 * Plays every instance with seeded random admissible actions, waiting where the world does, and gives what breaks the
 * contract, in words that name instance and actions; nothing when all is well. Checked: the same instance is the same episode, in sessions that
 * run side by side; odd text is answered, changes nothing and never throws; each admissible action is accepted;
 * rewards lie in [0, 1]; the manual's forms cover the admissible actions; scores are those declared at all times, each
 * in [0, 1]; lesson and expected answer are not empty, and no actions give no answer; a foreign setup is a UsageError;
 * each instance can be solved, where the world can tell.
 */
export async function checkEnvironment(
  environment: Environment,
  instances: readonly TaskInstance[],
  options: EnvironmentCheckOptions = {},
): Promise<readonly string[]> {
  const problems = checkIdentity(environment);
  for (const instance of instances) {
    const found = await checkInstance(environment, instance, options);
    problems.push(...found.map((problem) => `${instance.id}: ${problem}`));
  }
  return problems;
}

function startAndClose(environment: Environment, instance: TaskInstance): Promise<void> {
  return withSession(environment, instance, async () => {});
}

function checkIdentity({ name, version, maxSteps }: Environment): string[] {
  const problems: string[] = [];
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name))
    problems.push(`name "${name}" is not lower-case words with hyphens`);
  if (!/^\d+\.\d+\.\d+$/.test(version)) problems.push(`version "${version}" is not like 1.0.0`);
  if (!Number.isInteger(maxSteps) || maxSteps < 1)
    problems.push(`maxSteps ${maxSteps} is not a positive whole number`);
  return problems;
}

async function checkInstance(
  environment: Environment,
  instance: TaskInstance,
  options: EnvironmentCheckOptions,
): Promise<string[]> {
  try {
    if (environment.isSolvable?.(instance) === false) return ['can not be solved'];
    const actions = await walk(environment, instance, options.steps ?? 30);
    return [
      ...checkManual(environment.manual(instance), await offeredOn(environment, instance, actions), options),
      ...(await checkForeign('starts', instance, (foreign) => startAndClose(environment, foreign))),
      ...(await checkTellings(environment, instance, actions)),
      ...(await checkTwin(environment, instance, actions)),
      ...(await checkOddTexts(environment, instance, actions)),
      ...(await checkOffers(environment, instance, actions)),
    ];
  } catch (error) {
    return [`threw: ${messageOf(error)}`];
  }
}

/** Random admissible actions from the start, until the episode ends or nothing is offered. */
async function walk(environment: Environment, instance: TaskInstance, steps: number): Promise<string[]> {
  const random = createRandom('check', environment.name, instance.id);
  return withSession(environment, instance, async (session) => {
    const actions: string[] = [];
    for (let ended = session.initial.terminated; !ended && actions.length < steps; ) {
      const offered = session.admissibleActions();
      if (offered.length === 0) break;
      const action = random.pick(offered);
      actions.push(action);
      ended = (await session.step(action)).terminated;
    }
    return actions;
  });
}

async function offeredOn(
  environment: Environment,
  instance: TaskInstance,
  actions: readonly string[],
): Promise<Set<string>> {
  return withSession(environment, instance, async (session) => {
    const offered = new Set(session.admissibleActions());
    for (const action of actions) {
      await session.step(action);
      for (const one of session.admissibleActions()) offered.add(one);
    }
    return offered;
  });
}

/** Two sessions side by side, and every turn well-formed. */
async function checkTwin(
  environment: Environment,
  instance: TaskInstance,
  actions: readonly string[],
): Promise<string[]> {
  return withTwoSessions(environment, instance, async (one, other) => {
    const problems = checkTurn(one.initial, 'at the start');
    if (stateOf(one, one.initial) !== stateOf(other, other.initial)) problems.push('two starts differ');
    for (const [index, action] of actions.entries()) {
      const [turn, again] = [await one.step(action), await other.step(action)];
      problems.push(...checkTurn(turn, after(actions, index)));
      if (stateOf(one, turn) === stateOf(other, again)) continue;
      return [...problems, `the same actions give another episode ${after(actions, index)}`];
    }
    return problems;
  });
}

function checkTurn(turn: Turn, place: string): string[] {
  const problems: string[] = [];
  if (typeof turn.observation !== 'string') problems.push(`the observation is no text ${place}`);
  if (typeof turn.terminated !== 'boolean') problems.push(`terminated is no boolean ${place}`);
  if (!(turn.reward >= 0 && turn.reward <= 1))
    problems.push(`reward ${turn.reward} is outside [0, 1] ${place}`);
  return problems;
}

/** A walk with odd texts before it, and one before each action, must be the same walk. */
async function checkOddTexts(
  environment: Environment,
  instance: TaskInstance,
  actions: readonly string[],
): Promise<string[]> {
  return withTwoSessions(environment, instance, (plain, disturbed) =>
    walkDisturbed(plain, disturbed, actions),
  );
}

async function walkDisturbed(
  plain: EnvironmentSession,
  disturbed: EnvironmentSession,
  actions: readonly string[],
): Promise<string[]> {
  let turn = plain.initial;
  for (let index = -1; index < actions.length; index++) {
    const texts = index < 0 ? oddTexts : oddTexts.slice(index % oddTexts.length).slice(0, 1);
    for (const text of texts) {
      const problem = await disturb(disturbed, text, stateOf(plain, turn, ''));
      if (problem !== null)
        return [`${JSON.stringify(text.slice(0, 20))} ${problem} ${after(actions, index)}`];
    }
    const action = actions[index + 1];
    if (action === undefined) break;
    turn = await plain.step(action);
    if (stateOf(plain, turn) !== stateOf(disturbed, await disturbed.step(action))) {
      return [`text that is no action changes what comes later, ${after(actions, index + 1)}`];
    }
  }
  return [];
}

/** What an odd text does to a session whose state must stay as expected; null for nothing. */
async function disturb(session: EnvironmentSession, text: string, expected: string): Promise<string | null> {
  try {
    return stateOf(session, await session.step(text), '') === expected ? null : 'changes something';
  } catch (error) {
    return `makes it throw (${messageOf(error)})`;
  }
}

/** Where the walk begins, half way and where it ends: no action on offer is answered as a text that is none. */
async function checkOffers(
  environment: Environment,
  instance: TaskInstance,
  actions: readonly string[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const length of new Set([0, Math.floor(actions.length / 2), actions.length])) {
    const before = actions.slice(0, length);
    const refusal = await lastObservation(environment, instance, [...before, 'zzz']);
    for (const action of await offeredAfter(environment, instance, before)) {
      if ((await lastObservation(environment, instance, [...before, action])) !== refusal) continue;
      problems.push(`"${action}" is on offer but refused ${after(actions, length - 1)}`);
    }
  }
  return problems;
}

/** What is on offer after some actions; nothing where they end the episode. */
async function offeredAfter(
  environment: Environment,
  instance: TaskInstance,
  actions: readonly string[],
): Promise<readonly string[]> {
  return withSession(environment, instance, async (session) => {
    let ended = session.initial.terminated;
    for (const one of actions) ended = (await session.step(one)).terminated;
    return ended ? [] : session.admissibleActions();
  });
}

async function lastObservation(
  environment: Environment,
  instance: TaskInstance,
  actions: readonly string[],
): Promise<string> {
  return withSession(environment, instance, async (session) => {
    let { observation } = session.initial;
    for (const action of actions) observation = (await session.step(action)).observation;
    return observation;
  });
}

/** All that is known of a session after a turn; `observation` in place of the turn's own where that may differ. */
function stateOf(session: EnvironmentSession, turn: Turn, observation = turn.observation): string {
  return JSON.stringify([observation, turn.reward, turn.terminated, session.admissibleActions()]);
}

function after(actions: readonly string[], index: number): string {
  return index < 0 ? 'at the start' : `after: ${actions.slice(0, index + 1).join(' > ')}`;
}
