import { emptyPlan } from '../plans/index.js';
import type { CellResult, MeasuredCell } from '../training/index.js';
import type { PlannedCell } from './measure-cell.js';
import { recordOpenings } from './openings.js';
import type { PreparedAblation } from './prepare-ablation.js';

/** Records the plans that an ablation or a transfer has measured on held-out tasks, a look for each cell. Throws a UsageError. */
export function recordCells(
  { ablation, digest8, shared, resume }: PreparedAblation,
  planned: readonly PlannedCell[],
  cells: ReadonlyMap<string, CellResult>,
): void {
  // A replay looks at nothing that was not looked at before.
  if (resume?.replay !== undefined) return;
  const kind = ablation.transfer ? ('transfer' as const) : ('ablate' as const);
  const none = emptyPlan('', '').id;
  const opened = planned.flatMap(({ id, prepared, instances }) => {
    const result = cells.get(id);
    if (result?.state !== 'measured') return [];
    const plans = plansOf(result).filter((plan) => plan !== none);
    const { n, successes } = result.heldOut;
    const { suite } = prepared.tasks;
    const { taskType, heldOut } = instances;
    const place = { suite: suite.digest, split: heldOut[0]?.split ?? '', taskType };
    const look = { ...place, kind, comparison: `${digest8}/${id}`, plans, n, successes };
    return plans.length === 0 ? [] : [{ ...look, baselineSuccesses: null, p: null, verdict: null }];
  });
  recordOpenings(shared.runs, opened);
}

function plansOf({ plan, curve }: MeasuredCell): readonly string[] {
  return [...new Set([...curve.map(({ planId }) => planId), plan.id])];
}
