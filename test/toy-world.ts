import type { Environment, EnvironmentSession, ImmediateSession, Turn } from '../src/core/environment.js';
import { UsageError } from '../src/core/errors.js';
import type { TaskInstance } from '../src/core/task.js';

/** A corridor of doors. One hides the prize; `leave` ends the task without it. */
export const toyWorld: Environment<ImmediateSession> = {
  name: 'toy',
  instancesAre: 'games',
  version: '1.0.0',
  maxSteps: 5,
  manual: () => ({
    introduction: 'You are in a corridor with doors.',
    actions: [
      { form: 'open {door}', description: 'open a door', alsoSaid: ['pull {door} open'] },
      { form: 'leave', description: 'go away for good' },
    ],
    task: 'find the prize',
  }),
  start: ({ id, setup }) => {
    const { doors, prize } = setup;
    if (typeof doors !== 'number' || typeof prize !== 'number') throw new UsageError(`${id}: not a corridor`);
    return createCorridor(doors, prize);
  },
  isSolvable: ({ setup }) => Number(setup.prize) <= Number(setup.doors),
};

function createCorridor(doors: number, prize: number): ImmediateSession {
  const opened = new Set<number>();
  let left = false;
  const turn = (observation: string): Turn => {
    const won = opened.has(prize);
    return { observation, reward: won ? 1 : 0, terminated: won || left };
  };
  return {
    initial: turn(`You see ${doors} doors.`),
    admissibleActions: () => [
      ...Array.from({ length: doors }, (_, i) => i + 1)
        .filter((door) => !opened.has(door))
        .map((door) => `open door ${door}`),
      'leave',
    ],
    step: (action) => {
      const door = Number(/^open door (\d+)$/.exec(action)?.[1]);
      if (action === 'leave') {
        left = true;
        return turn('You leave.');
      }
      if (!(door >= 1 && door <= doors) || opened.has(door)) return turn('That does nothing.');
      opened.add(door);
      return turn(door === prize ? 'The prize!' : `Behind door ${door} is a wall.`);
    },
  };
}

/** An instance of the corridor. */
export function toyInstance(id = 'toy-1', { doors = 3, prize = 2, split = 'train' } = {}): TaskInstance {
  const setup = { doors, prize };
  return { id, environment: 'toy', taskType: 'seek', split, goal: `find the prize of ${id}.`, setup };
}

/** The corridor with other sessions. */
export function wrapSessions(
  wrap: (session: ImmediateSession, instance: TaskInstance) => EnvironmentSession,
): Environment {
  return { ...toyWorld, start: (instance) => wrap(toyWorld.start(instance), instance) };
}
