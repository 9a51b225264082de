import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TaskInstance } from '../../src/core/task.js';
import { openProcessWorld } from '../../src/external/index.js';
import { systemClock } from '../../src/util/clock.js';
import { toyInstance } from '../toy-world.js';

const script = resolve('test/external/bad-process.mjs');

/** The command of a process with a fault. */
export function badCommand(...words: readonly string[]): readonly string[] {
  return [process.execPath, script, ...words];
}

/** How to run one in a test. */
export function badSettings(...words: readonly string[]) {
  return { command: badCommand(...words), folder: '.', timeoutSeconds: 20, most: 2, clock: systemClock };
}

/** A world with a fault; it is ended after the test. */
export async function openBadWorld(
  words: readonly string[],
  settings: { readonly timeoutSeconds?: number; readonly most?: number } = {},
) {
  const world = await openProcessWorld({ ...badSettings(...words), options: {}, ...settings });
  onTestFinished(world.close);
  return world.environment;
}

/** The instance that faults are for. */
export const badInstance: TaskInstance = toyInstance('bad');

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-external-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Whether a process runs; one that has ended and that nobody has asked about does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const file = `/proc/${pid}/stat`;
  return !existsSync(file) || !/^\d+ \(.*\) Z/s.test(readFileSync(file, 'utf8'));
}

/** Resolves when none of the processes runs; false where one still does after some seconds. */
export async function areGone(pids: readonly number[]): Promise<boolean> {
  for (let i = 0; i < 100 && pids.some(isRunning); i++) await systemClock.sleep(50);
  return !pids.some(isRunning);
}
