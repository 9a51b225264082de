import type { Environment } from '../core/environment.js';
import type { Plan } from '../core/plan.js';
import type { TaskInstance, TaskSuite } from '../core/task.js';
import type { Evaluation } from '../evaluation/index.js';
import type { PlanDetails, PlanFlag } from '../plans/index.js';
import { sha256 } from '../util/hash.js';

/** Where a plan of this training comes from: the same for equal settings, whenever and wherever it is run. */
export type TrainingProvenance = PlanDetails['provenance'];

/** What a plan's file says about it beside the text. */
export interface PlanOrigin {
  readonly environment: Environment;
  readonly suite: TaskSuite;
  /** Any instance of the task type: for the action forms and the task in general terms. */
  readonly instance: TaskInstance;
  readonly provenance: TrainingProvenance;
  /** Split that updates were kept or plans chosen by; absent where none was. */
  readonly selectedOn?: string;
}

/**
 * Details for a plan file, with the evaluation where there is one; `flags` are what was found in the plan. A remark is put
 * behind the title.
 */
export function describePlan(
  plan: Plan,
  origin: PlanOrigin,
  measured?: { heldOut: Evaluation; baseline: Evaluation; split: string; p: number },
  flags: readonly PlanFlag[] = [],
  remark?: string,
): PlanDetails {
  const { environment, suite, provenance } = origin;
  const manual = environment.manual(origin.instance);
  const forms = manual.actions.map(({ form }) => form).join('\n');
  return {
    title: `${plan.environment} ${plan.taskType}: ${plan.text === '' ? 'no plan' : `plan after ${plan.iteration} updates`}${remark === undefined ? '' : `, ${remark}`}`,
    description: `A plan for jobs of one kind: ${manual.task}.`.replace(/\.\.$/, '.'),
    environmentVersion: environment.version,
    actionsHash: `sha256:${sha256(forms)}`,
    provenance,
    ...(measured ? { evaluation: describeEvaluation(measured) } : {}),
    trainedOn: {
      suite: suite.name,
      suite_digest: suite.digest,
      split: origin.instance.split,
      ...(origin.selectedOn === undefined ? {} : { selected_on: origin.selectedOn }),
      untrusted_observations: true,
      reviewed_by: null,
    },
    review: { state: 'unreviewed', flags: flags.map((flag) => ({ ...flag })) },
    license: 'CC0-1.0',
  };
}

function describeEvaluation({
  heldOut,
  baseline,
  split,
  p,
}: {
  heldOut: Evaluation;
  baseline: Evaluation;
  split: string;
  p: number;
}) {
  const { n, successes, rate, wilson95, errors } = heldOut;
  return {
    split,
    n,
    successes,
    rate,
    wilson95: wilson95 === null ? null : ([wilson95[0], wilson95[1]] as [number, number]),
    baseline_rate: baseline.rate,
    baseline_successes: baseline.successes,
    p_paired: p,
    errors,
  };
}
