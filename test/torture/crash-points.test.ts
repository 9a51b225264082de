import { rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NamedConfig } from '../../src/config/index.js';
import { UsageError } from '../../src/core/errors.js';
import { isFileError } from '../../src/util/files.js';
import { bury, killAt, outcomeOf, startOrResume, tinyConfig, tinyConfigOf, watching } from './run-again.js';

let config: NamedConfig;
beforeEach(() => {
  config = tinyConfig();
});
const fresh = () => rmSync(config.runs, { recursive: true, force: true });

/** A whole run: its file operations, and what it leaves behind. */
async function wholeRun() {
  fresh();
  const operations: string[] = [];
  await watching(
    (when, operation) => operations.push(`${when} ${operation}`),
    () => startOrResume(config),
  );
  return { operations, outcome: outcomeOf(config) };
}

/** The point before each operation, which is that after the one before it; of the many appends every fifteenth. */
function pointsOf(operations: readonly string[]): number[] {
  const before = [...operations.keys()].filter((point) => operations[point]?.startsWith('before'));
  return before.filter((point, i) => i % 15 === 0 || operations[point] !== 'before append');
}

async function failureOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('a run', () => {
  test('killed between any two file operations is resumed to the same plans and results', async () => {
    const { operations, outcome } = await wholeRun();
    const points = pointsOf(operations);
    expect(points.length).toBeGreaterThan(40);
    let kills = 0;
    for (const point of points) {
      fresh();
      const error = await failureOf(() => watching(killAt(point), () => startOrResume(config)));
      // How many records share a write can differ by a few, and so can the number of operations.
      if (error !== undefined) kills++;
      bury(config);
      await startOrResume(config);
      expect(outcomeOf(config), `point ${point}`).toEqual(outcome);
    }
    expect(kills).toBeGreaterThan(points.length - 10);
  }, 600_000);

  test('of several task types, killed in the midst of them, is resumed to the same', async () => {
    config = tinyConfigOf(['heat', 'two', 'cool']);
    const { operations, outcome } = await wholeRun();
    expect(Object.keys(outcome).filter((file) => file.endsWith('best.md'))).toHaveLength(3);
    const points = pointsOf(operations);
    for (const point of points.filter((_, i) => i % 8 === 0)) {
      fresh();
      await failureOf(() => watching(killAt(point), () => startOrResume(config)));
      bury(config);
      await startOrResume(config);
      expect(outcomeOf(config), `point ${point}`).toEqual(outcome);
    }
  }, 600_000);

  test('in which any one file operation fails says so or does without, and is resumed to the same', async () => {
    const { operations, outcome } = await wholeRun();
    const codes = ['ENOSPC', 'EIO', 'EMFILE'];
    for (const point of pointsOf(operations)) {
      const code = codes[point % codes.length];
      fresh();
      let count = 0;
      const failing = () => {
        if (count++ === point) throw Object.assign(new Error(`${code}: injected`), { code });
      };
      const error = await failureOf(() => watching(failing, () => startOrResume(config)));
      const clean = error === undefined || error instanceof UsageError || isFileError(error);
      expect(clean, `point ${point}: ${operations[point]}: ${error}`).toBe(true);
      bury(config);
      await startOrResume(config);
      expect(outcomeOf(config), `point ${point}: ${operations[point]}`).toEqual(outcome);
    }
  }, 600_000);
});
