import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { createJournal, createRun, readJournal } from '../../src/runs/index.js';
import { systemClock } from '../../src/util/clock.js';
import type * as files from '../../src/util/files.js';
import { collect } from '../collect.js';

/** Bytes that may still be appended; what does not fit is cut, and the append fails. */
let room = Number.POSITIVE_INFINITY;

vi.mock('../../src/util/files.js', async (importOriginal) => {
  const original = await importOriginal<typeof files>();
  const openAppender: typeof files.openAppender = (path, options) => {
    const appender = original.openAppender(path, options);
    const append = (text: string) => {
      appender.append(text.slice(0, room));
      if (text.length > room) throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' });
      room -= text.length;
    };
    return { ...appender, append };
  };
  const writeWhole: typeof files.writeWhole = (path, text) => {
    if (text.length > room) throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' });
    original.writeWhole(path, text);
  };
  return { ...original, openAppender, writeWhole };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-full-'));
  room = Number.POSITIVE_INFINITY;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const events = Array.from(
  { length: 5 },
  (_, step): RunEvent => ({ type: 'episode-step', episodeId: 'a', step, action: 'b', observation: 'c' }),
);

test('a full disk is told by flush and close, never by append; what was written can be read', async () => {
  const path = join(folder, 'journal.jsonl');
  const journal = createJournal(path, 'run-1');
  for (const event of events.slice(0, 2)) journal.append(event);
  journal.flush();
  room = 20;
  const filler: RunEvent = { type: 'episode-start', episodeId: 'x'.repeat(100_000), phase: 'train' };
  expect(() => journal.append(filler)).not.toThrow();
  room = Number.POSITIVE_INFINITY;
  expect(() => journal.append(filler)).not.toThrow();
  expect(() => journal.flush()).toThrow(UsageError);
  expect(() => journal.close()).toThrow(
    /journal\.jsonl: can not write the journal: no space left on the disk/,
  );
  expect(() => journal.close()).not.toThrow();
  expect(await collect(readJournal(path))).toEqual(events.slice(0, 2));
  expect(readFileSync(path, 'utf8').endsWith('{"n":3,"type":"episo')).toBe(true);
});

test('a run that can not start leaves nothing behind', () => {
  room = 10;
  const make = () =>
    createRun({
      runsFolder: folder,
      configName: 'x',
      seed: 0,
      digest8: '00000000',
      clock: systemClock,
      config: '',
      manifest: {},
    });
  expect(make).toThrow(/journal\.jsonl: can not write the run: no space left on the disk/);
  expect(readdirSync(folder)).toEqual([]);
});
