/** A world that is a process of its own: see `protocol.ts` for what is said. */
import type { Environment, EnvironmentSession, Turn } from '../core/environment.js';
import { UsageError } from '../core/errors.js';
import type { TaskInstance } from '../core/task.js';
import type { Clock } from '../util/clock.js';
import type { JsonObject } from '../util/json.js';
import { seedFrom } from '../util/random.js';
import { Complaint, nameOf, type ProcessSettings } from './connection.js';
import { type Place, ProcessPool } from './process-pool.js';
import {
  protocolVersion,
  type TurnMessage,
  turnSchema,
  type WorldHello,
  worldHelloSchema,
} from './protocol.js';

/** How to run a world. */
export interface ProcessWorldOptions extends ProcessSettings {
  /** Most processes at the same time. */
  readonly most: number;
  readonly clock: Clock;
  /** What the user chose about the world. */
  readonly options: JsonObject;
}

/** A world, and what ends its processes. */
export interface OpenedWorld {
  readonly environment: Environment;
  readonly close: () => void;
}

/**
 * Starts a world and lets it introduce itself. Rejects with a UsageError where it can not. A session rejects with an
 * Error that says how the process misbehaved; the next episode gets another process.
 */
export async function openProcessWorld(settings: ProcessWorldOptions): Promise<OpenedWorld> {
  const { options } = settings;
  const pool = new ProcessPool<WorldHello>({
    ...settings,
    greeting: { type: 'hello', protocol: protocolVersion, role: 'world', options },
    helloSchema: worldHelloSchema,
  });
  const { name, version, maxSteps, instancesAre, manual, scores } = await pool.greet();
  const environment: Environment = {
    name,
    version,
    maxSteps,
    instancesAre,
    manual: ({ id, taskType }) => {
      const { introduction, actions, tasks } = manual;
      const task = Object.hasOwn(tasks, taskType) ? tasks[taskType] : undefined;
      if (task !== undefined) return { introduction, actions: actions.map(readForm), task };
      throw new UsageError(
        `${nameOf(settings)}: its manual says nothing of the task type "${taskType}" (of ${id})`,
        `it knows: ${Object.keys(tasks).join(', ') || 'none'}`,
      );
    },
    start: async (instance) => startSession(await pool.open(), instance),
    ...(scores === undefined ? {} : { scores }),
  };
  return { environment, close: () => pool.close() };
}

function readForm({ form, description, alsoSaid }: WorldHello['manual']['actions'][number]) {
  return { form, description, ...(alsoSaid === undefined ? {} : { alsoSaid }) };
}

async function startSession(place: Place, instance: TaskInstance): Promise<EnvironmentSession> {
  const { id, environment, taskType, split, goal, setup } = instance;
  const about = { id, environment, taskType, split, goal, setup };
  // The same in every episode of an instance, as worlds are the same for every plan.
  const seed = seedFrom('world', environment, id);
  let last: TurnMessage;
  try {
    last = await place.ask({ type: 'reset', instance: about, seed }, turnSchema);
  } catch (error) {
    place.close();
    if (error instanceof Complaint && error.type === 'refuse')
      throw new UsageError(`task instance ${id}: ${error.message}`);
    throw error;
  }
  const initial = turnOf(last);
  return {
    initial,
    step: async (action) => {
      last = await place.ask({ type: 'step', action }, turnSchema);
      return turnOf(last);
    },
    admissibleActions: () => last.admissible,
    ...(last.scores === undefined ? {} : { scores: () => last.scores ?? {} }),
    close: () => place.close(),
  };
}

function turnOf({ observation, reward, terminated }: TurnMessage): Turn {
  return { observation, reward, terminated };
}
