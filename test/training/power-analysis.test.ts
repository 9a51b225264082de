import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcnemarPower } from '../../src/stats/index.js';
import { ablationPower, certifyPower, pairChances } from '../../src/training/index.js';

const question = { effect: 0.2, alpha: 0.05, power: 0.8, correctedFor: 1 };

describe('the pairs of a true effect', () => {
  it('differ by the effect, and by luck that the effect leaves over', () => {
    const pairs = pairChances({ rate: 0.5, flipRate: 0.5 }, 0.25);
    expect(pairs?.onlyBaseline).toBeCloseTo(0.125);
    expect(pairs?.onlyPlan).toBeCloseTo(0.375);
    expect(pairChances({ rate: 0.9, flipRate: 0 }, 0.2)).toBe(null);
    expect(pairChances({ rate: 1, flipRate: 0 }, 0)).toBe(null);
  });

  it('are chances', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, (rate, flips, effect) => {
        const pairs = pairChances({ rate, flipRate: flips * 2 * rate * (1 - rate) }, effect);
        if (pairs === null) return;
        expect(pairs.onlyBaseline).toBeGreaterThanOrEqual(0);
        expect(pairs.onlyPlan + pairs.onlyBaseline).toBeLessThanOrEqual(1 + 1e-9);
        expect(pairs.onlyPlan - pairs.onlyBaseline).toBeCloseTo(effect);
      }),
    );
  });
});

describe('what certify can find', () => {
  const chances = { rate: 0.4, flipRate: 0.3 };

  it('has the power asked for at the number needed and at the difference detected', () => {
    const { instancesNeeded, detectable, chance } = certifyPower(chances, 40, question);
    expect(chance).toBeGreaterThan(0);
    expect(certifyPower(chances, instancesNeeded ?? 0, question).chance).toBeGreaterThanOrEqual(0.8);
    const pairs = pairChances(chances, detectable ?? 0);
    expect(mcnemarPower(pairs?.onlyPlan ?? 0, pairs?.onlyBaseline ?? 0, 40, 0.05)).toBeCloseTo(0.8, 2);
  });

  it('finds less the more plans were tried', () => {
    const [one, five] = [1, 5].map((correctedFor) =>
      certifyPower(chances, 40, { ...question, correctedFor }),
    );
    expect(five?.chance ?? 1).toBeLessThan(one?.chance ?? 0);
    expect(five?.detectable ?? 0).toBeGreaterThan(one?.detectable ?? 1);
  });

  it('has an answer where there is nothing to find', () => {
    expect(certifyPower({ rate: 1, flipRate: 0 }, 40, question)).toEqual({
      n: 40,
      chance: null,
      instancesNeeded: null,
      detectable: null,
    });
    expect(certifyPower(chances, 1, question)).toMatchObject({ chance: 0, detectable: null });
    expect(certifyPower({ rate: 0, flipRate: 0 }, 40, question).detectable).toBeGreaterThan(0);
  });
});

describe('what ablations can find', () => {
  it('falls with the runs, and is not known where nothing flips', () => {
    const { counts, runsNeeded } = ablationPower({ rate: 0.4, flipRate: 0.3 }, 40, question);
    const paired = counts.map((one) => one.paired ?? 0);
    expect(paired).toEqual([...paired].sort((a, b) => b - a));
    expect(runsNeeded.paired).toBeGreaterThan(1);
    const steady = ablationPower({ rate: 0.4, flipRate: 0 }, 40, question);
    expect(steady.runsNeeded).toEqual({ paired: null, welch: null });
    expect(steady.counts.every(({ paired: p, welch }) => p === null && welch === null)).toBe(true);
  });
});
