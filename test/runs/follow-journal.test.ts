import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { RunEvent } from '../../src/core/event.js';
import { createJournal, followJournal } from '../../src/runs/index.js';
import { formatRecord } from '../../src/runs/journal-record.js';

const event = (step: number): RunEvent => ({
  type: 'episode-step',
  episodeId: 'a',
  step,
  action: 'look',
  observation: 'é'.repeat(step),
});

/** A journal with so many events, and what writes further ones. */
function journalWith(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-follow-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'journal.jsonl');
  const journal = createJournal(path, 'r');
  for (let i = 1; i <= count; i++) journal.append(event(i));
  journal.close();
  return { path, line: (n: number) => `${formatRecord(n, event(n))}\n` };
}

/** The steps up to the next time that there is nothing more. */
async function stepsOf(journal: AsyncGenerator<RunEvent | null>): Promise<number[]> {
  const steps: number[] = [];
  for (;;) {
    const { value } = await journal.next();
    if (value === null || value === undefined) return steps;
    if (value.type === 'episode-step') steps.push(value.step);
  }
}

it('gives what is there, and then what comes', async () => {
  const { path, line } = journalWith(3);
  const journal = followJournal(path);
  expect(await stepsOf(journal)).toEqual([1, 2, 3]);
  expect(await stepsOf(journal)).toEqual([]);
  appendFileSync(path, line(4) + line(5));
  expect(await stepsOf(journal)).toEqual([4, 5]);
});

it('waits for the rest of a line, byte by byte', async () => {
  const { path, line } = journalWith(1);
  const journal = followJournal(path);
  await stepsOf(journal);
  const bytes = Buffer.from(line(2));
  for (const byte of bytes.subarray(0, -1)) {
    appendFileSync(path, Buffer.from([byte]));
    expect(await stepsOf(journal)).toEqual([]);
  }
  appendFileSync(path, '\n');
  expect(await stepsOf(journal)).toEqual([2]);
});

it('goes on where a resumed run has cut off a half-written line', async () => {
  const { path, line } = journalWith(2);
  const whole = readFileSync(path).length;
  appendFileSync(path, line(3).slice(0, 20));
  const journal = followJournal(path);
  expect(await stepsOf(journal)).toEqual([1, 2]);
  truncateSync(path, whole);
  appendFileSync(path, line(3));
  expect(await stepsOf(journal)).toEqual([3]);
});

it('refuses damage before the end, a journal that becomes shorter, and one that is taken away', async () => {
  const { path, line } = journalWith(2);
  const text = readFileSync(path, 'utf8');
  const following = async () => {
    writeFileSync(path, text);
    const journal = followJournal(path);
    await stepsOf(journal);
    return journal;
  };
  const damaged = await following();
  appendFileSync(path, line(3).replace('look', 'jump') + line(4));
  await expect(stepsOf(damaged)).rejects.toThrow(/journal\.jsonl:4: damaged at byte/);
  const shorter = await following();
  truncateSync(path, 100);
  await expect(stepsOf(shorter)).rejects.toThrow('has become shorter');
  const gone = await following();
  rmSync(path);
  await expect(stepsOf(gone)).rejects.toThrow('does not exist');
});
