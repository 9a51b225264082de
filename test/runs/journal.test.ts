import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { createJournal, readJournal } from '../../src/runs/index.js';
import { collect } from '../collect.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-journal-'));
  path = join(folder, 'journal.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const events: readonly RunEvent[] = [
  { type: 'iteration-start', taskType: 'heat', iteration: 1, instanceIds: ['a', 'b\u2028"\n'] },
  { type: 'episode-start', episodeId: 'train/1/é😀', phase: 'train' },
  { type: 'episode-step', episodeId: 'train/1/é😀', step: 0 },
  { type: 'run-end', outcome: 'finished' },
];
const write = (list: readonly RunEvent[] = events) => {
  const journal = createJournal(path, 'run-1');
  for (const event of list) journal.append(event);
  journal.close();
};
const text = () => readFileSync(path, 'utf8');

describe('createJournal', () => {
  test('what is appended is what is read', async () => {
    write();
    expect(await collect(readJournal(path))).toEqual(events);
    expect(text().split('\n')).toHaveLength(6);
  });

  test('the header is there at once, events after a flush, a group or the end', () => {
    const journal = createJournal(path, 'run-1');
    const header = '{"format":"planwright-journal/1","run":"run-1"}\n';
    expect(text()).toBe(header);
    const [event] = events;
    if (event === undefined) throw new Error('no event');
    journal.append(event);
    expect(text()).toBe(header);
    journal.flush();
    expect(text()).toBe(`${header}${JSON.stringify(event)}\n`);
    const before = text().length;
    for (let i = 0; i < 2000; i++) journal.append(event);
    expect(text().length).toBeGreaterThan(before + 64 * 1024);
    journal.close();
    journal.close();
    expect(text().split('\n')).toHaveLength(2003);
  });

  test('a journal is never written over', () => {
    write();
    expect(() => createJournal(path, 'run-2')).toThrow(/EEXIST/);
  });
});

describe('readJournal', () => {
  test('cut anywhere after its header it gives the events before the cut', async () => {
    write();
    const whole = readFileSync(path);
    const header = whole.indexOf('\n') + 1;
    for (let length = header; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const found = await collect(readJournal(path));
      expect(found).toEqual(events.slice(0, found.length));
      const lines = whole.subarray(0, length).toString('latin1').split('\n').length - 2;
      expect(found.length).toBeGreaterThanOrEqual(lines);
    }
  });

  test('cut within its header it is refused', async () => {
    write([]);
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length - 1; length++) {
      writeFileSync(path, whole.subarray(0, length));
      await expect(collect(readJournal(path))).rejects.toBeInstanceOf(UsageError);
    }
  });

  test.each<[string, (text: string) => string, RegExp]>([
    [
      'damage in the middle',
      (t) => t.replace('"type":"episode-step"', '"type":episode-step'),
      /:4: not an event/,
    ],
    ['an empty line', (t) => t.replace('\n', '\n\n'), /:2: not an event/],
    ['a value that is no event', (t) => t.replace('\n', '\nnull\n'), /:2: not an event/],
    ['another version', (t) => t.replace('journal/1', 'journal/2'), /:1: has format "planwright-journal\/2"/],
    ['no header', (t) => t.slice(t.indexOf('\n') + 1), /:1: is not a journal/],
    ['something else', () => 'hello', /:1: is not a journal/],
    ['nothing', () => '', /is empty/],
  ])('%s is refused with its line', async (_what, change, message) => {
    write();
    writeFileSync(path, change(text()));
    await expect(collect(readJournal(path))).rejects.toThrow(message);
    await expect(collect(readJournal(path))).rejects.toBeInstanceOf(UsageError);
  });

  test('a missing file is a usage error', async () => {
    await expect(collect(readJournal(path))).rejects.toThrow(/journal\.jsonl: does not exist/);
  });

  test('any text survives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' })), async (ids) => {
        rmSync(path, { force: true });
        const list = ids.map((episodeId, step): RunEvent => ({ type: 'episode-step', episodeId, step }));
        write(list);
        expect(await collect(readJournal(path))).toEqual(list);
      }),
    );
  });
});
