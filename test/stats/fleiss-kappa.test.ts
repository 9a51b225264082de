import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fleissKappa } from '../../src/stats/index.js';

describe("Fleiss' kappa", () => {
  it('is that of a table worked out by hand', () => {
    // Four subjects, three raters, two categories: 12 ratings, 8 of the first category and 4 of the second.
    //   observed, per subject (sum of squares - 3) / 6:  [3,0] 1   [2,1] 1/3   [3,0] 1   [0,3] 1;  mean 10/12 = 5/6
    //   by chance:  (8/12)^2 + (4/12)^2 = 80/144 = 5/9
    //   kappa = (5/6 - 5/9) / (1 - 5/9) = (5/18) / (4/9) = 5/8
    const counts = [
      [3, 0],
      [2, 1],
      [3, 0],
      [0, 3],
    ];
    expect(fleissKappa(counts)).toBeCloseTo(5 / 8, 14);
  });

  it('is that of a table with five categories and fourteen raters', () => {
    const counts = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    expect(fleissKappa(counts)).toBeCloseTo(0.21, 3);
  });

  it('is 1 where all agree, and below 0 where they agree less often than by chance', () => {
    expect(
      fleissKappa([
        [2, 0],
        [0, 2],
      ]),
    ).toBe(1);
    expect(
      fleissKappa([
        [1, 1],
        [1, 1],
      ]),
    ).toBe(-1);
  });

  it('is not defined where one category was chosen throughout, and without subjects', () => {
    expect(fleissKappa([])).toBeNull();
    expect(
      fleissKappa([
        [3, 0],
        [3, 0],
      ]),
    ).toBeNull();
  });

  it('does not depend on the order of subjects or categories, and never exceeds 1', () => {
    const table = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(table, (firsts) => {
        const counts = firsts.map((first) => [first, 5 - first]);
        const kappa = fleissKappa(counts);
        const turned = fleissKappa(counts.map((row) => [...row].reverse()).reverse());
        if (kappa === null) expect(turned).toBeNull();
        else {
          expect(turned).toBeCloseTo(kappa, 12);
          expect(kappa).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
    );
  });

  it.each([
    [[[1]], 'one rater'],
    [
      [
        [2, 1],
        [1, 1],
      ],
      'another number of raters',
    ],
    [[[2, 1], [3]], 'another number of categories'],
    [[[2.5, 0.5]], 'no whole numbers'],
    [[[4, -1]], 'a negative number'],
  ])('refuses %j: %s', (counts) => {
    expect(() => fleissKappa(counts)).toThrow(RangeError);
  });
});
