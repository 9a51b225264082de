import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { lockRun } from '../../src/runs/index.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mine = () => {
  const lock = lockRun(folder);
  const text = readFileSync(path, 'utf8');
  lock.release();
  return JSON.parse(text) as Record<string, unknown>;
};
const leave = (change: Record<string, unknown>) =>
  writeFileSync(path, JSON.stringify({ ...mine(), ...change }));

describe('lockRun', () => {
  test('is held by one at a time, who is named to the others', () => {
    const lock = lockRun(folder);
    expect(() => lockRun(folder)).toThrow(UsageError);
    expect(() => lockRun(folder)).toThrow(`process ${process.pid} on ${hostname()} is working on this run`);
    lock.release();
    expect(existsSync(path)).toBe(false);
    lock.release();
    lockRun(folder).release();
  });

  test('is taken over from a process that has ended', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    leave({ pid: child.pid });
    const lock = lockRun(folder);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid });
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['another process that has the number now', { started: '1' }],
    ['a machine that was started anew', { boot: 'other' }],
  ])('is taken over from %s', (_who, change) => {
    leave(change);
    lockRun(folder).release();
    expect(existsSync(path)).toBe(false);
  });

  test('of another machine is respected until it has been silent for long', () => {
    leave({ host: 'elsewhere', pid: 1 });
    expect(() => lockRun(folder)).toThrow(/process 1 on elsewhere/);
    const past = Date.now() / 1000 - 3600;
    utimesSync(path, past, past);
    lockRun(folder).release();
  });

  test.each(['', '{"pid":', 'null', '{"pid":"x"}'])('cut to %j it is respected for a moment only', (text) => {
    writeFileSync(path, text);
    expect(() => lockRun(folder)).toThrow(/another process/);
    const past = Date.now() / 1000 - 60;
    utimesSync(path, past, past);
    lockRun(folder).release();
  });

  test('that somebody else has taken over is left alone', () => {
    const lock = lockRun(folder);
    writeFileSync(path, 'theirs');
    lock.release();
    expect(readFileSync(path, 'utf8')).toBe('theirs');
  });
});
