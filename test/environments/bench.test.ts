import { expect, it } from 'vitest';
import type { Environment } from '../../src/core/environment.js';
import type { TaskInstance } from '../../src/core/task.js';
import { benchWorld } from '../../src/environments/bench.js';
import type { Clock } from '../../src/util/clock.js';

/** A clock that moves on by a millisecond whenever it is read. */
function tickingClock(): Clock {
  let time = 0;
  return { now: () => 0, elapsed: () => time++, sleep: async () => {}, later: () => () => {} };
}

function instances(count: number): TaskInstance[] {
  const shared = { environment: 'counter', taskType: 'count', split: 'train', goal: 'count', setup: {} };
  return Array.from({ length: count }, (_, i) => ({ id: `${i}`, ...shared }));
}

/** A world that notes what it was asked; it is over after `length` steps. */
function countingWorld(length: number) {
  const log = { started: [] as string[], actions: new Set<string>(), listings: 0, steps: 0 };
  const world: Environment = {
    name: 'counter',
    instancesAre: 'games',
    version: '1.0.0',
    maxSteps: 10,
    manual: () => ({ introduction: '', actions: [], task: '' }),
    start: ({ id }) => {
      log.started.push(id);
      let taken = 0;
      const turn = () => ({ observation: '', reward: 0, terminated: taken >= length });
      return {
        initial: turn(),
        admissibleActions: () => {
          log.listings++;
          return ['a', 'b', 'c'];
        },
        step: (action) => {
          log.actions.add(action);
          log.steps++;
          taken++;
          return turn();
        },
      };
    },
  };
  return { world, log };
}

it('plays at most 52 games in turn, listing the admissible actions at every step', async () => {
  const { world, log } = countingWorld(1000);
  const result = await benchWorld(world, instances(60), 0.05, tickingClock());
  expect(result.games).toBe(52);
  expect(log.started.slice(0, 104)).toEqual([...Array(104).keys()].map((i) => `${i % 52}`));
  expect(log.listings).toBe(log.steps);
  expect([...log.actions].sort()).toEqual(['a', 'b', 'c']);
  // One round to warm up; the rest is measured.
  expect(result.steps).toBe(log.steps - 52 * 50);
  expect(result.stepsPerSecond).toBeCloseTo(52 * 50 * 1000);
  expect(result.resetsPerSecond).toBeCloseTo(52 * 1000);
});

it('counts only the steps that an episode took', async () => {
  const { world } = countingWorld(3);
  const { steps } = await benchWorld(world, instances(2), 0.01, tickingClock());
  expect(steps % 6).toBe(0);
});

it('waits for a world that answers later', async () => {
  const { world, log } = countingWorld(3);
  const later: Environment = {
    ...world,
    start: async (instance) => {
      const session = await world.start(instance);
      return { ...session, step: async (action) => session.step(action) };
    },
  };
  const { steps } = await benchWorld(later, instances(2), 0.01, tickingClock());
  expect(steps).toBeGreaterThan(0);
  expect(steps).toBe(log.steps - 6);
});

it('refuses to measure without instances', async () => {
  await expect(benchWorld(countingWorld(1).world, [], 1)).rejects.toThrow(/there are no task instances/);
});
