import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import type { TaskInstance, TaskSuite } from '../../src/core/task.js';
import { selectInstances } from '../../src/suites/select-instances.js';

const official = { train: 'train', 'held-out': 'valid_unseen' } as const;
const instances = Array.from({ length: 40 }, (_, i): TaskInstance => {
  const split = i % 4 === 0 ? 'held-out' : 'train';
  return {
    id: `game-${i}`,
    environment: 'toy',
    taskType: i % 2 === 0 ? 'heat' : 'cool',
    split,
    sourceSplit: official[split],
    goal: 'do it',
    setup: {},
  };
});
const suite: TaskSuite = { name: 'small', environment: 'toy', digest: 'sha256:0', instances };

describe('selectInstances', () => {
  test('a split by either name gives the same, in the order of the suite', () => {
    const ours = selectInstances(suite, { split: 'held-out' });
    expect(ours.map(({ id }) => id)).toEqual(instances.filter((_, i) => i % 4 === 0).map(({ id }) => id));
    expect(selectInstances(suite, { split: 'valid_unseen' })).toEqual(ours);
    expect(selectInstances(suite, { split: 'valid_unseen', limit: 3, seed: 5 })).toEqual(
      selectInstances(suite, { split: 'held-out', limit: 3, seed: 5 }),
    );
  });

  test('a task type keeps only its own', () => {
    const cool = selectInstances(suite, { split: 'train', taskType: 'cool' });
    expect(cool).toHaveLength(20);
    expect(cool.every(({ taskType, split }) => taskType === 'cool' && split === 'train')).toBe(true);
  });

  test('a limit takes a seeded sample without repeats, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(), (limit, seed) => {
        const all = selectInstances(suite, { split: 'train' });
        const some = selectInstances(suite, { split: 'train', limit, seed });
        expect(some).toHaveLength(Math.min(limit, all.length));
        expect(all.filter((one) => some.includes(one))).toEqual(some);
        expect(selectInstances(suite, { split: 'train', limit, seed })).toEqual(some);
      }),
    );
  });

  test('other seeds give other samples, every instance is drawn by some', () => {
    const samples = Array.from({ length: 40 }, (_, seed) =>
      selectInstances(suite, { split: 'train', limit: 5, seed }),
    );
    expect(new Set(samples.map((sample) => JSON.stringify(sample))).size).toBeGreaterThan(30);
    expect(new Set(samples.flat()).size).toBe(30);
  });

  test('an unknown split or task type lists what there is', () => {
    const error = (run: () => unknown) => {
      try {
        run();
      } catch (caught) {
        return caught as UsageError;
      }
      throw new Error('did not throw');
    };
    const split = error(() => selectInstances(suite, { split: 'test' }));
    expect(split).toBeInstanceOf(UsageError);
    expect(`${split.message}; ${split.remedy}`).toBe(
      'suite "small" has no split "test"; it has: held-out (valid_unseen), train',
    );
    const type = error(() => selectInstances(suite, { split: 'held-out', taskType: 'cool' }));
    expect(`${type.message}; ${type.remedy}`).toBe(
      'suite "small" has no task type "cool" in split "held-out"; it has: heat',
    );
  });

  test.each([0, -1, 1.5, Number.NaN])('a limit of %s is refused', (limit) => {
    expect(() => selectInstances(suite, { split: 'train', limit })).toThrow(UsageError);
  });
});
