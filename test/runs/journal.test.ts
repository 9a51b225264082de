import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { continueJournal, createJournal, readJournal, scanJournal } from '../../src/runs/index.js';
import { createRandom } from '../../src/util/random.js';
import { collect } from '../collect.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-journal-'));
  path = join(folder, 'journal.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const step = (episodeId: string, number: number): RunEvent => ({
  type: 'episode-step',
  episodeId,
  step: number,
  action: 'look',
  observation: 'You see é😀 and "more\n".',
});
const events: readonly RunEvent[] = [
  { type: 'iteration-start', taskType: 'heat', iteration: 1, instanceIds: ['a', 'b\u2028"\n'] },
  { type: 'episode-start', episodeId: 'train/1/é😀', phase: 'train' },
  step('train/1/é😀', 1),
  { type: 'run-end', outcome: 'finished' },
];
const write = (list: readonly RunEvent[] = events) => {
  const journal = createJournal(path, 'run-1');
  for (const event of list) journal.append(event);
  journal.close();
};
const text = () => readFileSync(path, 'utf8');
const read = () => collect(readJournal(path));
/** The events up to the first damage, without a word about it. */
const readPrefix = async () => {
  const found: unknown[] = [];
  const scan = await scanJournal(path, ({ fields }) => found.push(fields));
  return { found: found.slice(1), scan };
};

describe('createJournal', () => {
  test('what is appended is what is read', async () => {
    write();
    expect(await read()).toEqual(events);
    expect(text().split('\n')).toHaveLength(6);
  });

  test('numbers its lines and ends each with a checksum of the rest', () => {
    write(events.slice(3));
    const [header, line] = text().split('\n');
    expect(header).toMatch(/^\{"n":0,"format":"planwright-journal\/2","run":"run-1","sum":"[0-9a-f]{16}"\}$/);
    expect(line).toMatch(/^\{"n":1,"type":"run-end","outcome":"finished","sum":"[0-9a-f]{16}"\}$/);
  });

  test('events are there once they are committed, without a commit after a flush, a group or the end', async () => {
    const journal = createJournal(path, 'run-1');
    const header = text();
    journal.append(step('a', 1));
    expect(text()).toBe(header);
    await journal.committed();
    const one = text().length;
    expect(one).toBeGreaterThan(header.length);
    journal.append(step('a', 2));
    expect(text()).toHaveLength(one);
    journal.flush();
    const two = text().length;
    expect(two).toBeGreaterThan(one);
    for (let i = 0; i < 2000; i++) journal.append(step('a', i));
    expect(text().length).toBeGreaterThan(two + 64 * 1024);
    journal.close();
    journal.close();
    expect(text().split('\n')).toHaveLength(2004);
  });

  test.each(['none', 'flush', 'fsync'] as const)(
    'with durability %s it holds the same',
    async (durability) => {
      const journal = createJournal(path, 'run-1', durability);
      const committed = events.map(async (event) => {
        journal.append(event);
        await journal.committed();
      });
      await Promise.all(committed);
      journal.close();
      expect(await read()).toEqual(events);
    },
  );

  test('a few commits do not wait for the event loop, many share a write behind it', async () => {
    const journal = createJournal(path, 'run-1');
    let heard = false;
    setImmediate(() => {
      heard = true;
    });
    let before = 0;
    for (let i = 0; i < 2000 && !heard; i++) {
      journal.append(step('a', i));
      await journal.committed();
      if (!heard) before++;
    }
    journal.close();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(1000);
  });

  test('a journal is never written over', () => {
    write();
    expect(() => createJournal(path, 'run-2')).toThrow(/EEXIST/);
  });
});

describe('continueJournal', () => {
  test('goes on after the last whole record, wherever the file was cut', async () => {
    write();
    const whole = readFileSync(path);
    const header = whole.indexOf('\n') + 1;
    for (let length = header; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const { found, scan } = await readPrefix();
      const journal = continueJournal(path, scan);
      journal.append(step('new', 9));
      journal.close();
      expect(await read()).toEqual([...found, step('new', 9)]);
    }
  });
});

describe('readJournal', () => {
  test('cut anywhere after its header it gives the events before the cut', async () => {
    write();
    const whole = readFileSync(path);
    const header = whole.indexOf('\n') + 1;
    for (let length = header; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      const found = await read();
      expect(found).toEqual(events.slice(0, found.length));
      const lines = whole.subarray(0, length).toString('latin1').split('\n').length - 2;
      expect(found).toHaveLength(lines);
    }
  });

  test('cut within its header it is refused', async () => {
    write([]);
    const whole = readFileSync(path);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      await expect(read()).rejects.toBeInstanceOf(UsageError);
    }
  });

  test('of 10,000 changed bytes, each is found, and what stands before it is whole', async () => {
    write([...events, ...events, ...events]);
    const whole = readFileSync(path);
    const header = whole.indexOf('\n') + 1;
    const random = createRandom('flips');
    for (let flip = 0; flip < 10_000; flip++) {
      const at = header + random.below(whole.length - header);
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
      writeFileSync(path, changed);
      const { found, scan } = await readPrefix();
      const before = whole.subarray(0, at).toString('latin1').split('\n').length - 2;
      expect(scan.damage).not.toBeNull();
      expect(found).toEqual([...events, ...events, ...events].slice(0, before));
    }
  });

  test.each<[string, (text: string) => string, RegExp]>([
    ['damage in the middle', (t) => t.replace('"look"', '"loot"'), /:4: damaged at byte \d+: .*checksum/],
    ['an empty line', (t) => t.replace('\n', '\n\n'), /:2: damaged/],
    ['a value that is no event', (t) => t.replace('\n', '\nnull\n'), /:2: damaged/],
    ['a line twice', (t) => t.replace(/(\{"n":2.*\n)/, '$1$1'), /:4: .*number 2 where 3 must stand/],
    ['two lines that have changed places', (t) => t.replace(/(\{"n":2.*\n)(.*\n)/, '$2$1'), /:3: .*number 3/],
    ['a missing line', (t) => t.replace(/\{"n":2.*\n/, ''), /:3: .*number 3 where 2 must stand/],
    ['another version', (t) => t.replace('journal/2', 'journal/1'), /:1: has format planwright-journal\/1/],
    ['no header', (t) => t.slice(t.indexOf('\n') + 1), /:1: is not a journal/],
    ['something else', () => 'hello', /:1: is not a journal/],
    ['nothing', () => '', /is empty/],
  ])('%s is refused with its line', async (_what, change, message) => {
    write();
    writeFileSync(path, change(text()));
    await expect(read()).rejects.toThrow(message);
    await expect(read()).rejects.toBeInstanceOf(UsageError);
  });

  test('a missing file is a usage error', async () => {
    await expect(read()).rejects.toThrow(/journal\.jsonl: does not exist/);
  });

  test('any text survives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' })), async (ids) => {
        rmSync(path, { force: true });
        const list = ids.map((episodeId, number) => step(episodeId, number));
        write(list);
        expect(await read()).toEqual(list);
      }),
    );
  });
});
