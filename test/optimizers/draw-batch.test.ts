import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawBatch } from '../../src/optimizers/index.js';
import { toyInstance } from '../toy-world.js';

const instances = (count: number) =>
  Array.from({ length: count }, (_, i) => toyInstance(`toy-${String(i).padStart(3, '0')}`));
const ids = (count: number, seed: number, size: number, index: number) =>
  drawBatch(instances(count), seed, size, index).map(({ id }) => id);

const count = fc.integer({ min: 1, max: 30 });
const size = fc.integer({ min: 1, max: 12 });
const seed = fc.integer();
const index = fc.integer({ min: 0, max: 20 });

describe('drawBatch', () => {
  test('gives as many as asked for, or all there are; none twice; in order of id', () => {
    fc.assert(
      fc.property(count, size, seed, index, (n, b, s, k) => {
        const batch = ids(n, s, b, k);
        expect(batch).toHaveLength(Math.min(n, b));
        expect(new Set(batch).size).toBe(batch.length);
        expect(batch).toEqual(batch.toSorted());
      }),
    );
  });

  test('draws without replacement: no instance comes again before all others have come', () => {
    fc.assert(
      fc.property(count, size, seed, index, (n, b, s, k) => {
        const times = new Map(instances(n).map(({ id }) => [id, 0]));
        for (let i = 0; i <= k; i++)
          for (const id of ids(n, s, b, i)) times.set(id, (times.get(id) ?? 0) + 1);
        const counts = [...times.values()];
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('depends on seed and number alone, not on what was drawn before nor on the order of the suite', () => {
    fc.assert(
      fc.property(count, size, seed, index, fc.func(fc.integer()), (n, b, s, k, order) => {
        const shuffled = instances(n).toSorted((a, c) => order(a.id) - order(c.id));
        expect(drawBatch(shuffled, s, b, k).map(({ id }) => id)).toEqual(ids(n, s, b, k));
      }),
    );
  });

  test('differs by seed and by number', () => {
    const drawn = [ids(24, 0, 4, 0), ids(24, 1, 4, 0), ids(24, 2, 4, 0), ids(24, 0, 4, 1)].map(String);
    expect(new Set(drawn).size).toBe(4);
  });

  test('draws what it always drew', () => {
    expect([0, 1, 2].map((k) => ids(24, 0, 4, k).join(' '))).toMatchInlineSnapshot(`
      [
        "toy-001 toy-003 toy-016 toy-022",
        "toy-004 toy-005 toy-007 toy-013",
        "toy-002 toy-010 toy-018 toy-020",
      ]
    `);
    expect([0, 1, 2, 3].map((k) => ids(6, 5, 4, k).join(' '))).toMatchInlineSnapshot(`
      [
        "toy-002 toy-003 toy-004 toy-005",
        "toy-000 toy-001 toy-004 toy-005",
        "toy-000 toy-001 toy-002 toy-003",
        "toy-001 toy-002 toy-003 toy-004",
      ]
    `);
  });

  test('has nothing to draw from nothing', () => {
    expect(drawBatch([], 0, 4, 2)).toEqual([]);
  });
});
