import { describe, expect, test } from 'vitest';
import type { Selection } from '../../src/core/validation.js';
import {
  acceptNoWorse,
  createAutoplanOptimizer,
  selectBestValidation,
  selectLast,
} from '../../src/optimizers/index.js';
import { createPlan } from '../../src/plans/index.js';
import { scriptedValidation, toyContext } from './toy-context.js';

const planOf = (text: string) => createPlan({ text, iteration: 1, environment: 'toy', taskType: 'seek' });
const plans = ['first', 'second', 'third'].map(planOf);

/** Chooses among plans whose scores are the same on all instances. */
function choose(scores: Readonly<Record<string, number | null>>) {
  const { split, calls } = scriptedValidation(({ text }) => scores[text] ?? null);
  const rule = selectBestValidation(4);
  return { chosen: rule.select({ seed: 0, validation: split }, plans, 3), calls };
}

describe('last', () => {
  test('chooses without measuring', async () => {
    expect(await selectLast.select({ seed: 0 }, plans, 3)).toBeNull();
  });
});

describe('best-validation', () => {
  test('chooses the best', async () => {
    const selection = await choose({ first: 0.2, second: 0.9, third: 0.5 }).chosen;
    expect(selection).toMatchObject({ plan: plans[1], n: 4 });
    expect(selection?.candidates.map(({ mean }) => mean)).toEqual([0.2, 0.9, 0.5]);
    expect(selection?.reason).toBe('mean 0.90, the best of 3 plans on 4 validation instances');
  });

  test('of equally good ones chooses the earlier', async () => {
    expect((await choose({ first: 0.5, second: 1, third: 1 }).chosen)?.plan).toBe(plans[1]);
    expect((await choose({ first: 0, second: 0, third: 0 }).chosen)?.plan).toBe(plans[0]);
  });

  test('measures all on the same instances under one label', async () => {
    const { chosen, calls } = choose({ first: 1, second: 1, third: 1 });
    await chosen;
    expect(calls.map(({ text }) => text)).toEqual(['first', 'second', 'third']);
    expect(new Set(calls.map(({ ids }) => String(ids))).size).toBe(1);
    expect(new Set(calls.map(({ label }) => label))).toEqual(new Set(['selection']));
  });

  test('counts only instances that all plans have a score for', async () => {
    const { split } = scriptedValidation(({ text }, { id }) =>
      text === 'second' && id !== 'v0' ? null : Number(text === 'third' || id !== 'v0'),
    );
    const selection = await selectBestValidation(6).select({ seed: 0, validation: split }, plans, 3);
    expect(selection).toMatchObject({ n: 1, plan: plans[2] });
    expect(selection?.candidates.map(({ mean }) => mean)).toEqual([0, 0, 1]);
  });

  test('takes the last where nothing could be measured, and says so', async () => {
    const selection = await choose({}).chosen;
    expect(selection).toMatchObject({ plan: plans[2], n: 0 });
    expect(selection?.reason).toMatch(/could be measured with all plans/);
  });

  test('does not measure a single plan', async () => {
    const { split, calls } = scriptedValidation(() => 1);
    const only = await selectBestValidation(4).select({ seed: 0, validation: split }, plans.slice(0, 1), 3);
    expect([only, calls]).toEqual([null, []]);
  });
});

describe('in the loop', () => {
  async function run(score: (text: string) => number, updates: readonly string[]) {
    const { split, calls } = scriptedValidation(({ text }) => score(text));
    let update = 0;
    const { context, events } = toyContext(
      ({ purpose }) => (purpose === 'update-plan' ? (updates[update++] ?? '') : 'ok'),
      { validation: split, iterations: updates.length },
    );
    const learning = createAutoplanOptimizer({
      acceptance: acceptNoWorse(6),
      selection: selectBestValidation(6),
    }).optimize(context);
    let step = await learning.next();
    while (step.done !== true) step = await learning.next();
    return { selection: step.value as Selection | null, calls, events };
  }

  test('compares what was kept, each text once and the initial plan too; never what was rejected', async () => {
    const scores: Readonly<Record<string, number>> = { '': 0.2, a: 0.5, bad: 0.1 };
    const { selection, calls, events } = await run((text) => scores[text] ?? 0, ['a', 'bad', 'a']);
    expect(selection?.candidates.map(({ plan }) => plan.text)).toEqual(['', 'a']);
    expect(selection?.plan).toMatchObject({ text: 'a' });
    expect(calls.filter(({ label }) => label === 'selection').map(({ text }) => text)).toEqual(['', 'a']);
    expect(events.at(-1)).toMatchObject({ type: 'plan-selected', taskType: 'seek', selection });
  });

  test('may go back to the plan that training began with', async () => {
    // Equal at the gate, so that all are kept; the initial plan is the earliest of the best.
    const { selection } = await run(() => 1, ['a', 'b']);
    expect(selection?.plan.text).toBe('');
  });
});
