import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  countTries,
  findOpening,
  type Opening,
  openingsFile,
  readOpenings,
  recordOpenings,
} from '../../src/config/openings.js';
import { emptyFolder } from '../cli/run-cli.js';

const sealed = { suite: 'sha256:s', split: 'held-out' };

function look(kind: Opening['kind'], comparison: string, plans: string[], change: Partial<Opening> = {}) {
  const numbers = { n: 4, successes: 2, baselineSuccesses: null, p: null, verdict: null };
  return { ...sealed, taskType: 'heat', kind, comparison, plans, ...numbers, ...change };
}

describe('the record of openings', () => {
  it('numbers each look at a split and forgets none', () => {
    const folder = emptyFolder();
    expect(readOpenings(folder)).toEqual([]);
    recordOpenings(folder, [look('train', 'a', ['p1']), look('train', 'b', ['p2'], { split: 'other' })]);
    recordOpenings(folder, [look('eval', 'c', ['p3'])]);
    expect(readOpenings(folder).map(({ opening, split }) => [opening, split])).toEqual([
      [1, 'held-out'],
      [1, 'other'],
      [2, 'held-out'],
    ]);
    expect(readFileSync(openingsFile(folder), 'utf8')).not.toMatch(/\d{4}-\d\d-\d\d|T\d\d/);
  });

  it('does not count a repeat, but takes a verdict where the first came to none', () => {
    const folder = emptyFolder();
    recordOpenings(folder, [look('train', 'a', ['p1'])]);
    recordOpenings(folder, [look('train', 'a', ['p1'])]);
    expect(readOpenings(folder)).toHaveLength(1);
    recordOpenings(folder, [look('certify', 'c', ['p1'])]);
    recordOpenings(folder, [look('certify', 'c', ['p1'], { verdict: 'not certified' })]);
    recordOpenings(folder, [look('certify', 'c', ['p1'], { verdict: 'certified' })]);
    const found = findOpening(readOpenings(folder), { ...sealed, kind: 'certify', comparison: 'c' });
    expect(found).toMatchObject({ opening: 2, verdict: 'not certified' });
    expect(readOpenings(folder)).toHaveLength(3);
  });

  it('forgets a last line that was cut off, and writes the next in its place', () => {
    const folder = emptyFolder();
    recordOpenings(folder, [look('train', 'a', ['p1']), look('train', 'b', ['p2'])]);
    const file = openingsFile(folder);
    const [first = '', second = ''] = readFileSync(file, 'utf8').split('\n');
    for (let length = 0; length < second.length; length++) {
      writeFileSync(file, `${first}\n${second.slice(0, length)}`);
      expect(readOpenings(folder)).toHaveLength(1);
    }
    recordOpenings(folder, [look('train', 'b', ['p2'])]);
    expect(readFileSync(file, 'utf8')).toBe(`${first}\n${second}\n`);
    writeFileSync(file, `${first}\n${second}`);
    recordOpenings(folder, [look('train', 'c', ['p3'])]);
    expect(readOpenings(folder)).toHaveLength(3);
  });

  it('names the line that is none', () => {
    const folder = emptyFolder();
    recordOpenings(folder, [look('train', 'a', ['p1'])]);
    appendFileSync(openingsFile(folder), '{"opening":0}\n');
    expect(() => readOpenings(folder)).toThrow(/openings\.jsonl:2: not an opening/);
  });
});

describe('what a certificate is corrected for', () => {
  const numbered = (looks: readonly ReturnType<typeof look>[]) =>
    looks.map((one, i) => ({ ...one, opening: i + 1 }));
  const next = { ...sealed, plan: 'p1', comparison: 'new' };

  it('counts texts, not looks, and other splits not at all', () => {
    expect(countTries([], next)).toEqual({ plans: 1, correctedFor: 1 });
    const looks = [
      look('train', 'a', ['p1']),
      look('eval', 'b', ['p1']),
      look('train', 'c', ['p2', 'p3']),
      look('eval', 'd', ['p9'], { split: 'x' }),
      look('eval', 'd', ['p9'], { suite: 'y' }),
    ];
    expect(countTries(numbered(looks), next)).toEqual({ plans: 3, correctedFor: 3 });
  });

  it('counts every other way in which a plan was certified, and no repeat', () => {
    const looks = numbered([
      look('certify', 'old', ['p1']),
      look('certify', 'old', ['p1'], { verdict: 'certified' }),
    ]);
    expect(countTries(looks, next)).toEqual({ plans: 1, correctedFor: 2 });
    expect(countTries(looks, { ...next, comparison: 'old' })).toEqual({ plans: 1, correctedFor: 1 });
  });
});
