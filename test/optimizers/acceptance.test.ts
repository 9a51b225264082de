import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptAlways, acceptNoWorse, createAutoplanOptimizer } from '../../src/optimizers/index.js';
import { createPlan } from '../../src/plans/index.js';
import { collect } from '../collect.js';
import { scriptedValidation, toyContext } from './toy-context.js';

const planOf = (text: string) => createPlan({ text, iteration: 1, environment: 'toy', taskType: 'seek' });
const rivals = { candidate: planOf('new'), incumbent: planOf('old') };

describe('always', () => {
  test('keeps without measuring', async () => {
    expect(await acceptAlways.judge({ seed: 0 }, rivals, 0)).toBeNull();
  });
});

describe('validation-no-worse', () => {
  const judge = (scores: Readonly<Record<string, readonly (number | null)[]>>, size = 4) => {
    const { split, calls } = scriptedValidation(
      (plan, { id }) => scores[plan.text]?.[Number(id.slice(1))] ?? 0,
      4,
    );
    return { verdict: acceptNoWorse(size).judge({ seed: 1, validation: split }, rivals, 2), calls };
  };

  test.each([
    ['better', { new: [1, 1, 1, 0], old: [1, 0, 0, 1] }, true, 0.25],
    ['equal', { new: [1, 0, 0, 0], old: [0, 0, 0, 1] }, true, 0],
    ['worse', { new: [1, 0, 0, 0], old: [1, 1, 0, 0] }, false, -0.25],
    ['worse by a little', { new: [0.9, 1, 1, 1], old: [1, 1, 1, 1] }, false, -0.025],
  ])('an update that is %s', async (_name, scores, accepted, difference) => {
    const verdict = await judge(scores).verdict;
    expect(verdict).toMatchObject({ accepted, n: 4, candidate: rivals.candidate });
    expect(verdict?.difference).toBeCloseTo(difference, 12);
  });

  test('says how many instances went better and worse, and what was measured', async () => {
    const { verdict } = judge({ new: [1, 0, 1, 1], old: [0, 1, 0, 1] });
    expect(await verdict).toMatchObject({
      better: 2,
      worse: 1,
      candidateMean: 0.75,
      incumbentMean: 0.5,
      instances: ['v0', 'v1', 'v2', 'v3'],
      reason: 'mean 0.75 with it and 0.50 without, on 4 validation instances',
    });
  });

  test('leaves out instances that either plan has no score for: an error is no failure', async () => {
    const { split } = scriptedValidation(
      (plan, { id }) => (plan.text === 'new' && id === 'v1' ? null : 1),
      4,
    );
    const withError = await acceptNoWorse(4).judge({ seed: 1, validation: split }, rivals, 0);
    expect(withError).toMatchObject({ accepted: true, n: 3, difference: 0 });
    expect(withError?.instances).toHaveLength(4);
  });

  test('does not keep an update that nothing can be said of', async () => {
    const { split } = scriptedValidation(() => null);
    const verdict = await acceptNoWorse(4).judge({ seed: 1, validation: split }, rivals, 0);
    expect(verdict).toMatchObject({ accepted: false, n: 0, difference: null, candidateMean: null });
    expect(verdict?.reason).toBe('no validation instance could be measured with both plans');
  });

  test('measures both plans on the same instances under one label, which names the update', async () => {
    const { verdict, calls } = judge({}, 2);
    await verdict;
    expect(calls.map(({ text }) => text)).toEqual(['new', 'old']);
    expect(calls[0]?.ids).toEqual(calls[1]?.ids);
    expect(calls.map(({ label }) => label)).toEqual(['update-3', 'update-3']);
  });

  test('draws by seed and iteration, each instance again only when all have come', async () => {
    const drawn = async (seed: number, index: number) => {
      const { split, calls } = scriptedValidation(() => 1, 6);
      await acceptNoWorse(3).judge({ seed, validation: split }, rivals, index);
      return calls[0]?.ids ?? [];
    };
    expect(await drawn(5, 0)).toEqual(await drawn(5, 0));
    expect([...(await drawn(5, 0)), ...(await drawn(5, 1))].sort()).toEqual([
      'v0',
      'v1',
      'v2',
      'v3',
      'v4',
      'v5',
    ]);
    const firsts = await Promise.all([0, 1, 2, 3, 4, 5].map((seed) => drawn(seed, 0)));
    expect(new Set(firsts.map(String)).size).toBeGreaterThan(1);
  });

  test('needs instances', async () => {
    await expect(acceptNoWorse(4).judge({ seed: 0 }, rivals, 0)).rejects.toThrow(/no instances/);
  });

  test('keeps exactly what is not worse in the mean of the pairs', async () => {
    const score = fc.constantFrom(0, 0.5, 1);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 8 }), async (pairs) => {
        const { split } = scriptedValidation(
          (plan, { id }) => pairs[Number(id.slice(1))]?.[plan.text === 'new' ? 0 : 1] ?? 0,
          pairs.length,
        );
        const verdict = await acceptNoWorse(99).judge({ seed: 0, validation: split }, rivals, 0);
        expect(verdict?.accepted).toBe(pairs.reduce((sum, [a, b]) => sum + a - b, 0) >= 0);
        expect(verdict?.n).toBe(pairs.length);
      }),
    );
  });
});

describe('in the loop', () => {
  /** Updates write these plans one after another; the last is repeated. */
  const updating = (...plans: readonly string[]) => {
    let update = 0;
    return ({ purpose }: { readonly purpose: string }) =>
      purpose === 'update-plan' ? (plans[Math.min(update++, plans.length - 1)] ?? '') : 'ok';
  };

  test('a rejected update leaves the plan before it, which is measured again at the next one', async () => {
    const { split, calls } = scriptedValidation(({ text }) => (text === 'bad' ? 0 : 1));
    const { context, events } = toyContext(updating('good', 'bad', 'fine'), {
      validation: split,
      iterations: 3,
    });
    const optimizer = createAutoplanOptimizer({ acceptance: acceptNoWorse(4) });
    const iterations = await collect(optimizer.optimize(context));
    expect(iterations.map(({ plan }) => [plan.text, plan.iteration])).toEqual([
      ['good', 1],
      ['good', 2],
      ['fine', 3],
    ]);
    expect(iterations.map(({ verdict }) => verdict?.accepted)).toEqual([true, false, true]);
    expect(iterations[1]?.verdict?.candidate.text).toBe('bad');
    expect(iterations[2]?.plan.parentId).toBe(iterations[0]?.plan.id);
    expect(calls.map(({ text }) => text)).toEqual(['good', '', 'bad', 'good', 'fine', 'good']);
    const types = events.map(({ type }) => type).filter((type) => !type.startsWith('reflection'));
    expect(types.slice(0, 3)).toEqual(['iteration-start', 'update-judged', 'iteration-end']);
    expect(events.filter(({ type }) => type === 'update-judged')[1]).toMatchObject({
      iteration: 1,
      taskType: 'seek',
      verdict: { accepted: false },
    });
  });

  test('an update that changes nothing is not measured', async () => {
    const { split, calls } = scriptedValidation(() => 0);
    const { context } = toyContext(updating('same'), { validation: split, iterations: 2 });
    const optimizer = createAutoplanOptimizer({ acceptance: acceptNoWorse(4) });
    const iterations = await collect(optimizer.optimize(context));
    expect(calls.map(({ text }) => text)).toEqual(['same', '']);
    expect(iterations[1]?.verdict).toBeUndefined();
  });

  test('by default nothing is measured', async () => {
    const { split, calls } = scriptedValidation(() => 0);
    const { context, events } = toyContext(updating('a', 'b'), { validation: split, iterations: 2 });
    const iterations = await collect(createAutoplanOptimizer().optimize(context));
    expect(calls).toEqual([]);
    expect(iterations.map(({ plan }) => plan.text)).toEqual(['a', 'b']);
    expect(iterations.some((one) => 'verdict' in one)).toBe(false);
    expect(events.some(({ type }) => type === 'update-judged' || type === 'plan-selected')).toBe(false);
  });
});
