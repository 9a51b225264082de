/** `planwright plan list`. */
import { type ListedPlan, listPlans, type PlanDetails, planSlug } from '../plans/index.js';
import { kindOf } from '../util/files.js';
import { packagePath } from '../util/package.js';
import { describeCertificate, describeEvaluation } from './describe-evaluation.js';
import { note, print, printJson } from './output.js';
import { renderTable } from './table.js';

/**
 * Prints the plans of a folder; a broken file is listed with its problem. Without a folder: those in `plans`, or else
 * those that come with planwright. Throws a UsageError when the folder can not be read.
 */
export function listPlanFiles(given: string | undefined, json: boolean): void {
  const folder = given ?? (kindOf('plans') === 'directory' ? 'plans' : packagePath('plans'));
  const listed = listPlans(folder);
  if (json) {
    printJson(listed.map(describe));
    return;
  }
  if (listed.length === 0) {
    note(`${folder} holds no plan files`);
    return;
  }
  const readable = listed.flatMap((one) => ('problem' in one ? [] : [one]));
  if (readable.length > 0) {
    const head = [
      'id',
      'version',
      'task type',
      'held-out success',
      'without plan',
      'certificate',
      'model',
      'file',
    ];
    print(renderTable([head, ...readable.map(rowOf)]));
  }
  for (const one of listed) if ('problem' in one) note(`unreadable: ${one.problem}`);
}

type ReadablePlan = Exclude<ListedPlan, { readonly problem: string }>;

function rowOf({ path, planFile: { plan, details, edited } }: ReadablePlan): string[] {
  const { success, baseline } = describeEvaluation(details?.evaluation);
  return [
    planSlug(plan),
    String(plan.iteration),
    `${plan.environment}/${plan.taskType}`,
    edited ? `${success} (before it was edited)` : success,
    baseline,
    describeCertificate(edited ? undefined : details?.certificate).verdict,
    describeModel(details),
    path,
  ];
}

function describeModel(details: PlanDetails | null): string {
  if (details === null) return '';
  const { agent_model: model, simulated } = details.provenance;
  return simulated ? `${model} (simulated)` : model;
}

function describe(listed: ListedPlan) {
  if ('problem' in listed) return listed;
  const { path, planFile } = listed;
  const { plan, details, edited } = planFile;
  return {
    path,
    id: planSlug(plan),
    version: plan.iteration,
    environment: plan.environment,
    taskType: plan.taskType,
    contentHash: plan.id,
    edited,
    simulated: details?.provenance.simulated ?? null,
    evaluation: details?.evaluation ?? null,
    certificate: details?.certificate ?? null,
  };
}
