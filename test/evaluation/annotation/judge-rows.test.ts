import { describe, expect, it } from 'vitest';
import { type Mark, majorityOf, measureAgreement } from '../../../src/evaluation/annotation/index.js';

const [y, n] = [true, false] as const;

/** Ten questions, each with the marks of three annotators. */
const ten: readonly (readonly [boolean, boolean, boolean])[] = [
  [y, y, y], // 1  all      right
  [y, y, n], // 2  2 of 3   right
  [n, n, n], // 3  all      wrong
  [y, n, n], // 4  1 of 3   wrong
  [y, y, y], // 5  all      right
  [n, n, n], // 6  all      wrong
  [y, y, y], // 7  all      right
  [n, y, y], // 8  2 of 3   right
  [n, n, n], // 9  all      wrong
  [y, y, y], // 10 all      right
];

describe('ten questions marked by three annotators', () => {
  it('are decided by the majority', () => {
    const verdicts = ten.map(majorityOf);
    const right = ['right', 'right', 'wrong', 'wrong', 'right', 'wrong', 'right', 'right', 'wrong', 'right'];
    expect(verdicts).toEqual(right);
  });

  it('have the agreement and the kappa that one finds by hand', () => {
    // All three agree on 1, 3, 5, 6, 7, 9 and 10: 7 of 10, a share of 0.7.
    //
    // Fleiss' kappa, with 10 subjects, 3 raters and 2 categories:
    //   agreement within a question, (yes^2 + no^2 - 3) / (3 * 2):
    //     3:0 or 0:3   (9 + 0 - 3) / 6 = 1      seven questions
    //     2:1 or 1:2   (4 + 1 - 3) / 6 = 1/3    three questions
    //   observed:  (7 * 1 + 3 * 1/3) / 10 = 8/10
    //   yes in all: 3 + 2 + 0 + 1 + 3 + 0 + 3 + 2 + 0 + 3 = 17 of 30 marks, so no: 13 of 30
    //   by chance: (17/30)^2 + (13/30)^2 = (289 + 169) / 900 = 458/900
    //   kappa = (8/10 - 458/900) / (1 - 458/900) = (720 - 458) / (900 - 458) = 262/442 = 0.5927...
    const { answers, unanimous, share, kappa } = measureAgreement(ten);
    expect([answers, unanimous, share]).toEqual([10, 7, 0.7]);
    expect(kappa).toBeCloseTo(262 / 442, 14);
  });
});

describe('a majority', () => {
  it.each<[Mark[], string]>([
    [[true], 'right'],
    [[true, false], 'undecided'],
    [[true, true, null], 'right'],
    [[false, null, false], 'wrong'],
    [[true, null, null], 'undecided'],
    [[true, false, null], 'undecided'],
    [[true, true, null, null], 'undecided'],
    [[true, null], 'undecided'],
    [[null, null, null], 'undecided'],
    [[], 'undecided'],
    [[false, false, true, true], 'undecided'],
    [[false, false, true, false], 'wrong'],
  ])('of %j is %s', (marks, verdict) => {
    expect(majorityOf(marks)).toBe(verdict);
  });
});

describe('agreement', () => {
  it('leaves out what somebody did not mark', () => {
    const marks = [
      [true, true],
      [true, null],
      [false, true],
    ];
    expect(measureAgreement(marks)).toMatchObject({ answers: 2, unanimous: 1, share: 0.5 });
  });

  it('has no kappa with one annotator, one mark throughout, or no answers', () => {
    expect(measureAgreement([[true], [false]])).toEqual({ answers: 2, unanimous: 2, share: 1, kappa: null });
    expect(measureAgreement([[true, true]]).kappa).toBeNull();
    expect(measureAgreement([[null, true]])).toEqual({ answers: 0, unanimous: 0, share: null, kappa: null });
  });
});
