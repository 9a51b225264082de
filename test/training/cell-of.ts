import { noUsage } from '../../src/core/model.js';
import { measureResults } from '../../src/evaluation/index.js';
import type { CellPoint, CellResult, EvaluationSummary, MeasuredCell } from '../../src/training/index.js';

const nothing = { byPurpose: {}, usage: noUsage, costUsd: 0, unpricedCalls: 0 };

/** `+` won, `-` lost, `!` an infrastructure error; instances are numbered. */
export function evaluationOf(marks: string, taskType = 'heat'): EvaluationSummary {
  const outcomes = {
    '+': { kind: 'success' },
    '-': { kind: 'failure' },
    '!': { kind: 'error', code: 'timeout', message: 'too slow' },
  } as const;
  const results = [...marks].map((mark, i) => ({
    instanceId: `${taskType}-${i}`,
    taskType,
    outcome: outcomes[mark as keyof typeof outcomes],
    steps: 1,
    formalizer: { grammar: 1, model: 0, none: 0 },
  }));
  return { planId: 'p', ...measureResults(results), results };
}

/** A measured cell; with several marks it was measured after each iteration, from 0 on, and the last one counts. */
export function cellOf(
  seed: number,
  marks: string | readonly string[],
  taskType = 'heat',
  change: Partial<MeasuredCell> = {},
): CellResult {
  const stages = [marks].flat().map((one) => evaluationOf(one, taskType));
  const curve = stages.map((heldOut, iteration): CellPoint => ({ iteration, planId: 'p', heldOut }));
  return {
    state: 'measured',
    taskType,
    seed,
    plan: { id: 'p', iteration: 0, text: '' },
    training: null,
    heldOut: stages.at(-1) as EvaluationSummary,
    curve: typeof marks === 'string' ? [] : curve,
    inference: nothing,
    judging: nothing,
    ...change,
  };
}

/** A cell that could not be measured. */
export function missingCell(seed: number, taskType = 'heat'): CellResult {
  return { state: 'not-measured', taskType, seed, reason: 'HTTP 401: no' };
}

/** So many of twenty won: twentieths are what a run can get. */
export function marksOf(won: number, of = 20): string {
  return '+'.repeat(won) + '-'.repeat(of - won);
}
