import { describe, expect, it } from 'vitest';
import {
  countShared,
  drawSheet,
  formatAnnotationKey,
  parseAnnotationKey,
  sheetTable,
} from '../../../src/evaluation/annotation/index.js';
import { play, runOf } from './plays.js';

const usual = { seed: 0, annotators: 3 };
const many = Array.from({ length: 12 }, (_, i) => play(i, i % 2 === 0 ? `a${i}` : `other ${i}`));

describe('a sheet', () => {
  it('has one row for each distinct answer, and nothing in it says who gave it', () => {
    const baseline = { phase: 'baseline' } as const;
    const runs = [
      runOf('first', play(1, 'x'), play(1, 'x', baseline), play(2, 'y')),
      runOf('second', play(1, 'x'), play(1, 'z', { repeat: 1 })),
    ];
    const key = drawSheet(runs, usual);
    const table = sheetTable(key);
    expect(table[0]).toEqual([
      ...['id', 'question', 'right answer', 'given answer'],
      ...['annotator_1', 'annotator_2', 'annotator_3'],
    ]);
    expect(
      table
        .slice(1)
        .map((row) => row.slice(1))
        .sort(),
    ).toEqual([
      ['“q1”', '“a1”', 'x', '', '', ''],
      ['“q1”', '“a1”', 'z', '', '', ''],
      ['“q2”', '“a2”', 'y', '', '', ''],
    ]);
    expect(JSON.stringify(table)).not.toMatch(/first|second|held-out|baseline|plan|i1/);
    const shared = key.rows.find(({ given }) => given === 'x');
    expect(shared?.episodes.map(({ run, phase }) => [run, phase])).toEqual([
      [0, 'held-out'],
      [0, 'baseline'],
      [1, 'held-out'],
    ]);
  });

  it('leaves out errors, and does not show what gave no answer', () => {
    const key = drawSheet([runOf('r', play(1, 'x'), play(2, null), play(3, 'x', { failed: true }))], usual);
    expect(key.rows).toHaveLength(1);
    expect(key.unanswered.map(({ instanceId }) => instanceId)).toEqual(['i2']);
    expect(key.errors.map(({ instanceId }) => instanceId)).toEqual(['i3']);
  });

  it('is the same for the same answers, in whatever order they come and whatever the run is called', () => {
    const sheet = (id: string, played = many) => sheetTable(drawSheet([runOf(id, ...played)], usual));
    expect(sheet('b', [...many].reverse())).toEqual(sheet('a'));
    expect(sheet('a', many.slice(1))).not.toEqual(sheet('a'));
  });

  it('is shuffled by its seed, and named by it', () => {
    const order = (seed: number) => drawSheet([runOf('r', ...many)], { ...usual, seed });
    const [zero, one] = [order(0), order(1)];
    expect(zero.rows.map(({ question }) => question)).not.toEqual(many.map(({ question }) => question));
    expect(one.rows.map(({ given }) => given)).not.toEqual(zero.rows.map(({ given }) => given));
    expect(one.sheet).not.toBe(zero.sheet);
    expect(zero.rows[0]?.id).toBe(`${zero.sheet}-001`);
  });

  it('takes a sample of questions and all that was answered to them', () => {
    const runs = [
      runOf('r', ...many),
      runOf('s', ...many.map((one, i) => ({ ...one, given: i < 6 ? 'no' : null }))),
    ];
    const key = drawSheet(runs, { ...usual, sample: 4 });
    const questions = new Set(key.rows.map(({ question }) => question));
    expect(questions.size).toBe(4);
    const episodes = [...key.rows.flatMap((row) => row.episodes), ...key.unanswered];
    expect(episodes).toHaveLength(8);
    expect(drawSheet(runs, { ...usual, sample: 4, seed: 5 }).rows).not.toEqual(key.rows);
    expect(drawSheet(runs, { ...usual, sample: 99 }).rows).toHaveLength(18);
  });
});

describe('a sample of several runs', () => {
  const some = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => play(from + i, 'x'));
  const runs = [runOf('a', ...some(0, 30)), runOf('b', ...some(26, 60)), runOf('none')];

  it.each([0, 1, 2])('is first of the questions that all played (seed %i)', (seed) => {
    const four = drawSheet(runs, { ...usual, seed, sample: 4 });
    expect(four.rows.map(({ question }) => question).sort()).toEqual(['q26', 'q27', 'q28', 'q29']);
    expect(countShared(four)).toBe(4);
    expect(countShared(drawSheet(runs, { ...usual, seed, sample: 3 }))).toBe(3);
    const ten = drawSheet(runs, { ...usual, seed, sample: 10 });
    expect([ten.rows.length, countShared(ten)]).toEqual([10, 4]);
  });

  it('has no pairs on instances of another suite', () => {
    const [a = runOf('a'), b = runOf('b')] = runs;
    expect(countShared(drawSheet([a, { ...b, suiteDigest: 'sha256:other' }], usual))).toBe(0);
  });
});

describe('a key', () => {
  const key = drawSheet([runOf('r', play(1, 'x'), play(2, null))], usual);
  const text = formatAnnotationKey(key);

  it('is read as it was written', () => {
    expect(parseAnnotationKey(text, 'k')).toEqual(key);
  });

  it.each([
    ['', /^k: is not valid JSON/],
    [text.slice(0, 100), /^k: is not valid JSON/],
    ['[]', /^k: is not the key of a sheet/],
    [text.replace('key/1', 'key/9'), /^k: is not the key of a sheet: format/],
    [
      text.replace('"run": 0', '"run": 7'),
      /^k: is not the key of a sheet: names a run that is not in its list/,
    ],
  ])('is refused where it is something else (%#)', (bad, message) => {
    expect(() => parseAnnotationKey(bad, 'k')).toThrow(message);
  });
});
