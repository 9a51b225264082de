import { describe, expect, it } from 'vitest';
import {
  drawSheet,
  type Mark,
  type RunAnswers,
  summarizeMarks,
} from '../../../src/evaluation/annotation/index.js';
import { wilson } from '../../../src/stats/index.js';
import { play, runOf } from './plays.js';

const baseline = { phase: 'baseline' } as const;

/** Sums up a sheet on which all three annotators call right what begins with `good`, and others as said. */
function summarize(runs: readonly RunAnswers[], others: Readonly<Record<string, readonly Mark[]>> = {}) {
  const key = drawSheet(runs, { seed: 0, annotators: 3 });
  const marks = key.rows.map(({ given }) => others[given] ?? Array<Mark>(3).fill(given.startsWith('good')));
  return summarizeMarks(key, marks);
}

describe('what a filled sheet says', () => {
  it('is a rate for each run and phase; no answer is wrong, errors and ties are left out', () => {
    const { rates, undecided, rows } = summarize(
      [
        runOf(
          'a',
          play(1, 'good'),
          play(2, 'bad'),
          play(3, null),
          play(4, 'tie'),
          play(5, 'x', { failed: true }),
        ),
        runOf('b', play(1, 'good', baseline)),
      ],
      { tie: [true, false, null] },
    );
    expect([rows, undecided]).toEqual([3, 1]);
    expect(rates).toEqual([
      {
        ...{ run: 'a', phase: 'held-out', n: 3, successes: 1, rate: 1 / 3, wilson95: wilson(1, 3) },
        ...{ errors: 1, unanswered: 1, undecided: 1 },
      },
      {
        ...{ run: 'b', phase: 'baseline', n: 1, successes: 1, rate: 1, wilson95: wilson(1, 1) },
        ...{ errors: 0, unanswered: 0, undecided: 0 },
      },
    ]);
  });

  it('pairs phases and runs on the questions that both decided', () => {
    const { comparisons } = summarize(
      [
        runOf(
          'a',
          ...[1, 2, 3, 4, 5].map((n) => play(n, `good ${n}`)),
          ...[1, 2, 3, 4].map((n) => play(n, n === 1 ? 'good 1' : 'bad', baseline)),
        ),
        { ...runOf('b', play(1, 'bad')), suiteDigest: 'sha256:other' },
        runOf('c', play(1, null), play(2, 'tie'), play(9, 'good')),
      ],
      { tie: [true, false, null] },
    );
    expect(comparisons).toEqual([
      // Four questions in both, three of them right only in held-out: p = 2 * (1/2)^3.
      expect.objectContaining({
        a: { run: 'a', phase: 'held-out' },
        b: { run: 'a', phase: 'baseline' },
        ...{ n: 4, onlyA: 3, onlyB: 0, difference: 0.75, p: 0.25 },
      }),
      expect.objectContaining({ b: { run: 'c', phase: 'held-out' }, n: 1, onlyA: 1 }),
      expect.objectContaining({
        a: { run: 'a', phase: 'baseline' },
        b: { run: 'c', phase: 'held-out' },
        n: 1,
      }),
    ]);
  });

  it('counts repeats of a question as one trial in intervals, and pairs the first', () => {
    const again = [0, 1].flatMap((repeat) =>
      [1, 2].map((n) => play(n, n === 1 ? 'good' : 'bad', { repeat })),
    );
    const { rates, comparisons } = summarize([
      runOf('a', ...again),
      runOf('b', play(1, 'bad'), play(2, 'good')),
    ]);
    expect(rates[0]).toMatchObject({ n: 4, successes: 2, wilson95: wilson(1, 2) });
    expect(comparisons[0]).toMatchObject({ n: 2, onlyA: 1, onlyB: 1, p: 1 });
  });

  it('has what was said of every episode', () => {
    const { episodes } = summarize([runOf('a', play(1, 'good'), play(1, 'good', baseline), play(2, null))]);
    expect(
      episodes.map(({ run, phase, instanceId, marks, verdict }) => [
        run,
        phase,
        instanceId,
        marks.length,
        verdict,
      ]),
    ).toEqual([
      ['a', 'held-out', 'i1', 3, 'right'],
      ['a', 'baseline', 'i1', 3, 'right'],
      ['a', 'held-out', 'i2', 0, 'wrong'],
    ]);
  });
});
