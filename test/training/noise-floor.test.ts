import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFalseVerdicts, measureNoise, sdOfRate } from '../../src/training/index.js';

/** `+` won, `-` lost, `!` an infrastructure error; an instance a text. */
function playsOf(...marks: readonly string[]) {
  return marks.map((text, i) => ({
    instanceId: `t-${i}`,
    won: [...text].map((mark) => (mark === '!' ? null : mark === '+')),
  }));
}

describe('the noise floor', () => {
  it('is the chance that two plays of one instance differ', () => {
    expect(measureNoise(playsOf('++', '+-', '--', '-+'))).toEqual({
      instances: 4,
      repeats: 2,
      errors: 0,
      rate: 0.5,
      flipRate: 0.5,
      unsteady: 2,
      sd: 0.25,
    });
    expect(measureNoise(playsOf('++--')).flipRate).toBeCloseTo(2 / 3);
  });

  it('has an answer for steady, errored and no plays', () => {
    expect(measureNoise(playsOf('+++', '---'))).toMatchObject({ flipRate: 0, sd: 0, unsteady: 0, rate: 0.5 });
    expect(measureNoise(playsOf('+!', '!!'))).toMatchObject({ errors: 3, rate: 1, flipRate: null, sd: null });
    expect(measureNoise([])).toMatchObject({ instances: 0, rate: null, flipRate: null, sd: null });
    expect(sdOfRate(0.5, 0)).toBe(null);
  });
});

describe('false verdicts', () => {
  it('pairs each repeat with each other', () => {
    const found = countFalseVerdicts(playsOf(...Array(10).fill('+-')), 0.05, 0);
    expect(found).toMatchObject({
      pairs: 1,
      mcnemar: 1,
      certified: 0.5,
      runs: 0,
      welch: null,
      pairedT: null,
    });
    const steady = countFalseVerdicts(playsOf('++++', '----'), 0.05, 0);
    expect(steady).toMatchObject({ pairs: 6, mcnemar: 0, certified: 0, runs: 2, welch: 0, pairedT: 0 });
  });

  it('are shares, the same for the same seed, and never NaN', () => {
    const plays = fc.array(fc.string({ unit: fc.constantFrom('+', '-', '!'), minLength: 4, maxLength: 4 }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(plays, (marks) => {
        const found = countFalseVerdicts(playsOf(...marks), 0.05, 1);
        for (const share of [found.mcnemar, found.certified, found.welch, found.pairedT])
          if (share !== null) expect(share >= 0 && share <= 1).toBe(true);
        expect(countFalseVerdicts(playsOf(...marks), 0.05, 1)).toEqual(found);
      }),
      { numRuns: 5 },
    );
  });
});
