import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewestPairs, judgeRollouts, rollOutFresh } from '../../src/config/certify-plan.js';
import type { Outcome } from '../../src/core/episode.js';
import { type Evaluation, measureResults, successHeadline } from '../../src/evaluation/index.js';
import { mcnemarExact, newcombePaired } from '../../src/stats/index.js';
import { drawingModel, lotteryInstances, lotteryPlan, lotterySetup } from '../bench/lottery-world.js';

const outcomes: Readonly<Record<string, Outcome>> = {
  '+': { kind: 'success' },
  '-': { kind: 'failure' },
  '!': { kind: 'error', code: 'x', message: 'y' },
};

/** `+` won, `-` lost, `!` an infrastructure error. */
function evaluationOf(marks: string): Evaluation {
  const results = [...marks].map((mark, i) => ({
    instanceId: `t-${i}`,
    taskType: 'draw',
    outcome: outcomes[mark] as Outcome,
    steps: 1,
    formalizer: { grammar: 0, model: 0, none: 1 },
  }));
  const spend = {
    usage: { calls: 0, promptTokens: 0, completionTokens: 0, cachedTokens: 0, estimatedCalls: 0 },
    costUsd: 0,
    unpricedCalls: 0,
  };
  return { planId: 'p', ...measureResults(results), results, spend };
}

function judge(plan: string, baseline: string, correctedFor = 1, alpha = 0.05) {
  const rollouts = { plan: evaluationOf(plan), baseline: evaluationOf(baseline) };
  return judgeRollouts(rollouts, { headline: successHeadline, alpha, correctedFor });
}

describe('a verdict', () => {
  it('is certified where p after correction is below alpha and the plan is better', () => {
    const found = judge('++++++++++', '--------++');
    expect(found).toMatchObject({ verdict: 'certified', n: 10, only_plan: 8, only_baseline: 0 });
    expect(found.p).toBe(mcnemarExact(8, 0));
    expect(found.difference95).toEqual(newcombePaired({ both: 2, onlyA: 8, onlyB: 0, neither: 0 }));
    expect(found.difference).toBeCloseTo(0.8);
  });

  it('takes the correction at its word', () => {
    const found = judge('++++++++++', '--------++', 7);
    expect(found.p_corrected).toBeCloseTo(7 * mcnemarExact(8, 0));
    expect(found.verdict).toBe('not enough runs');
    expect(judge('+'.repeat(24), `${'-'.repeat(4)}${'+'.repeat(20)}`).reason).toMatch(
      /24 tasks find a true difference of \d+ points/,
    );
    expect(found.reason).toMatch(
      /p after correction is not below 0.05; 10 tasks find no difference, however large, with 80 % chance/,
    );
  });

  it.each([
    ['+', '-', 'not enough runs', 'with 1 paired task p can not be below 0.05; 6 can'],
    ['+++++', '-----', 'not enough runs', 'with 5 paired tasks p can not be below 0.05; 6 can'],
    ['++++++', '++++++', 'not certified', /every task was won .* nothing to gain/],
    ['------', '------', 'not certified', /no task was won/],
    ['+++---', '+++---', 'not certified', /every task went the same/],
    ['--------', '++++++++', 'not certified', /worse than its baseline/],
    ['+-++--++', '++-+--++', 'not certified', /no better than its baseline/],
    ['!!!', '+++', 'not enough runs', /no task was finished/],
    ['', '', 'not enough runs', /no task was finished/],
  ])('%s against %s: %s', (plan, baseline, verdict, reason) => {
    const found = judge(plan, baseline);
    expect(found.verdict).toBe(verdict);
    expect(found.reason).toMatch(reason);
    expect(JSON.stringify(found)).not.toMatch(/NaN|Infinity/);
  });

  it('leaves errors out, and is certified only where they could not have turned it round', () => {
    const few = judge('++++++++++++!', '------------+');
    expect(few).toMatchObject({ verdict: 'certified', n: 12, errors: 1 });
    expect(few.difference_bounds?.[0]).toBeCloseTo(11 / 13);
    const many = judge('++++++++!!!!', '--------++++');
    expect(many).toMatchObject({ verdict: 'not enough runs', n: 8, errors: 4 });
    expect(many.reason).toMatch(/4 tasks ended in an error, and could have turned it round/);
  });

  it('is never NaN, and no certificate is better than its p', () => {
    const marks = fc.string({ unit: fc.constantFrom('+', '-', '!'), minLength: 0, maxLength: 14 });
    fc.assert(
      fc.property(marks, marks, fc.integer({ min: 1, max: 9 }), (a, b, tries) => {
        const n = Math.min(a.length, b.length);
        const found = judge(a.slice(0, n), b.slice(0, n), tries);
        expect(
          Object.values(found)
            .flat()
            .some((value) => typeof value === 'number' && !Number.isFinite(value)),
        ).toBe(false);
        if (found.verdict !== 'certified') return;
        expect(found.p_corrected).toBeLessThan(0.05);
        expect(found.difference).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });

  it('knows the fewest pairs that can be enough', () => {
    expect([1, 2, 5].map((tries) => fewestPairs(0.05, tries))).toEqual([6, 7, 8]);
  });
});

describe('fresh rollouts', () => {
  const instances = lotteryInstances(Array(30).fill(0.5));
  const compared = { plan: lotteryPlan('a'), baseline: lotteryPlan('b'), instances };

  it('pair both plans by the same seeds, which the evaluation of a run does not draw', async () => {
    const seeds: number[] = [];
    const model = {
      ...drawingModel,
      complete: (request: Parameters<typeof drawingModel.complete>[0]) => {
        seeds.push(request.sampling?.seed ?? -1);
        return drawingModel.complete(request);
      },
    };
    await rollOutFresh({ ...lotterySetup(3, model), concurrency: 1 }, compared);
    const drawn = new Set(seeds);
    expect([seeds.length, drawn.size]).toEqual([60, 30]);
    for (const seed of drawn) expect(seeds.filter((one) => one === seed)).toHaveLength(2);
    const { evaluatePlan } = await import('../../src/training/index.js');
    const fresh = new Set(seeds.splice(0));
    await evaluatePlan(lotterySetup(3, model), compared.plan, 'held-out', instances);
    expect(seeds.some((seed) => fresh.has(seed))).toBe(false);
  });

  it('are the same for the same seed', async () => {
    expect(await rollOutFresh(lotterySetup(1), compared)).toEqual(
      await rollOutFresh(lotterySetup(1), compared),
    );
  });
});
