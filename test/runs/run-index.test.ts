import {
  appendFileSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { IndexEntry } from '../../src/runs/index.js';
import { readIndexedJournal, readRunRecord, resumeRun } from '../../src/runs/index.js';
import { observeFiles } from '../../src/util/files.js';
import { startSyntheticRun, syntheticEvents, writeSyntheticRun } from '../bench/synthetic-run.js';
import { emptyFolder } from '../cli/run-cli.js';

const size = { iterations: 3, batchSize: 2, heldOut: 6, steps: 4 };
const large = { iterations: 1, batchSize: 2, heldOut: 120, steps: 60 };

afterEach(() => observeFiles(undefined));

/** All that a folder says: entries and counts, and how much had to be scanned for it. */
async function readAll(folder: string) {
  const entries: IndexEntry[] = [];
  const { totals, records, bytes, scanned, damage } = await readIndexedJournal(folder, (one) => {
    entries.push(one);
  });
  return { said: { entries, totals, records, bytes, damage }, scanned };
}

/** The same without the index. */
async function scanAll(folder: string) {
  const path = join(folder, 'index.jsonl');
  const index = existsSync(path) ? readFileSync(path) : null;
  rmSync(path, { force: true });
  const scan = await readAll(folder);
  if (index !== null) writeFileSync(path, index);
  return scan;
}

describe('the index of a run', () => {
  test('is there when the run is over, says what the journal says, and saves the scan', async () => {
    const folder = writeSyntheticRun(emptyFolder(), 'r', size);
    const read = await readAll(folder);
    const scan = await scanAll(folder);
    expect(read.scanned).toBe(0);
    expect(scan.scanned).toBe(statSync(join(folder, 'journal.jsonl')).size);
    expect(read.said).toEqual(scan.said);
    expect(read.said.entries.filter(({ kind }) => kind === 'episode')).toHaveLength(18);
  });

  test('is written on the way: of a run that goes on only the end is scanned', async () => {
    const run = startSyntheticRun(emptyFolder(), 'r');
    for (const event of syntheticEvents(large, 'r')) run.journal.append(event);
    run.journal.flush();
    const { said, scanned } = await readAll(run.folder);
    expect(scanned).toBeGreaterThan(0);
    expect(scanned).toBeLessThan(said.bytes / 2);
    expect(said).toEqual((await scanAll(run.folder)).said);
    run.journal.close();
  });

  test('changed at any byte, it says nothing that the journal does not', async () => {
    const folder = writeSyntheticRun(emptyFolder(), 'r', size);
    const path = join(folder, 'index.jsonl');
    const whole = readFileSync(path);
    const { said } = await scanAll(folder);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(whole);
        changed[at] = ((changed[at] ?? 0) + by) % 256;
        writeFileSync(path, changed);
        expect((await readAll(folder)).said).toEqual(said);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['cut', (path: string) => truncateSync(path, 500)],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['of something else', (path: string) => writeFileSync(path, '{"format":"planwright-index/9"}\n[]\n')],
    [
      'of another run',
      (path: string) => {
        const other = writeSyntheticRun(emptyFolder(), 'r', size, 1);
        writeFileSync(path, readFileSync(join(other, 'index.jsonl')));
      },
    ],
  ])('that is %s is not believed', async (_what, spoil) => {
    const folder = writeSyntheticRun(emptyFolder(), 'r', size);
    const { said } = await scanAll(folder);
    spoil(join(folder, 'index.jsonl'));
    expect(await readAll(folder)).toEqual({ said, scanned: said.bytes });
  });

  test('of a journal that was cut or changed at its end is not believed beyond it', async () => {
    const folder = writeSyntheticRun(emptyFolder(), 'r', size);
    truncateSync(join(folder, 'journal.jsonl'), 2_000);
    const { said } = await readAll(folder);
    expect(said.bytes).toBeLessThanOrEqual(2_000);
    expect(said).toEqual((await scanAll(folder)).said);
  });

  test('that can not be written does not hurt the run', async () => {
    observeFiles((when, operation, path) => {
      if (when === 'before' && operation !== 'stat' && path.endsWith('index.jsonl'))
        throw Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC' });
    });
    const folder = writeSyntheticRun(emptyFolder(), 'r', size);
    observeFiles(undefined);
    expect(existsSync(join(folder, 'index.jsonl'))).toBe(false);
    expect((await readAll(folder)).said.damage).toBeNull();
  });

  test.each([
    ['missing', (path: string) => rmSync(path)],
    ['damaged', (path: string) => appendFileSync(path, 'hostile')],
    ['whole', () => {}],
  ])('goes on when the run is resumed, where it was %s', async (_what, spoil) => {
    const root = emptyFolder();
    const run = startSyntheticRun(root, 'r');
    const events = [...syntheticEvents(size, 'r')];
    for (const event of events.slice(0, 60)) run.journal.append(event);
    run.journal.close();
    appendFileSync(join(run.folder, 'journal.jsonl'), '{"n":61,"type":"half');
    spoil(join(run.folder, 'index.jsonl'));
    const record = await readRunRecord(join(run.folder, 'journal.jsonl'));
    const resumed = resumeRun(run.folder, record, 'none');
    record.close();
    for (const event of events.slice(60)) resumed.journal.append(event);
    resumed.journal.close();
    const read = await readAll(run.folder);
    expect(read.scanned).toBe(0);
    expect(read.said).toEqual((await scanAll(run.folder)).said);
  });
});
