/** `planwright plan show`. */
import {
  flagsOf,
  isReviewed,
  loadPlan,
  type PlanDetails,
  type PlanFile,
  planSlug,
  resolvePlanReference,
} from '../plans/index.js';
import { showOnOneLine } from '../util/show-plainly.js';
import { describeCertificate, describeEvaluation } from './describe-evaluation.js';
import { note, print, printJson } from './output.js';

/** Options of `plan show` and `plan diff`. */
export interface PlanOptions {
  readonly allowEdited?: true;
  readonly registry?: string;
  readonly json?: true;
}

/** Prints a plan under what is known about it. Throws a UsageError for a file that is no plan. */
export function showPlan(reference: string, { allowEdited, registry, json }: PlanOptions): void {
  const file = resolvePlanReference(reference, registry);
  const planFile = loadPlan(file, { allowEdited: allowEdited === true });
  for (const warning of planFile.warnings) note(`warning: ${warning}`);
  if (json) {
    printJson(planFile);
    return;
  }
  const { plan, details } = planFile;
  const head =
    details === null ? 'a plain plan: its file says nothing about it' : renderHead(planFile, details);
  print(`${head}\n\n${plan.text === '' ? '(the plan is empty)' : plan.text}`);
}

function renderHead(planFile: PlanFile, details: PlanDetails): string {
  const { plan, edited } = planFile;
  const { provenance, evaluation, certificate, trainedOn } = details;
  const { success, baseline } = describeEvaluation(evaluation);
  const results =
    evaluation === undefined ? success : `${success} on ${evaluation.split}, without plan ${baseline}`;
  const rows: readonly (readonly [string, string])[] = [
    ['plan', `${planSlug(plan)}, version ${plan.iteration}${edited ? ', edited since' : ''}`],
    ['title', details.title],
    ['about', details.description],
    ['task type', `${plan.environment}/${plan.taskType} (${plan.environment} ${details.environmentVersion})`],
    ['results', edited ? `${results} (before it was edited)` : results],
    ...certificateRows(certificate, edited),
    ['learned by', `${provenance.optimizer_model} for ${provenance.agent_model}${describeKind(provenance)}`],
    ['learned on', `${trainedOn.suite}, seed ${provenance.seed}, run ${provenance.run}`],
    ['parent', plan.parentId ?? 'none'],
    ['hash', plan.id],
    ['review', describeReview(planFile)],
    ['license', details.license],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  // No value of the file may look like a row of its own.
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${showOnOneLine(value)}`).join('\n');
}

function describeReview(planFile: PlanFile): string {
  const flags = flagsOf(planFile).length;
  const found = flags === 0 ? 'nothing found' : `${flags} ${flags === 1 ? 'place' : 'places'} to look at`;
  return `${isReviewed(planFile) ? 'reviewed' : 'not reviewed'}, ${found}`;
}

function certificateRows(
  certificate: PlanDetails['certificate'],
  edited: boolean,
): (readonly [string, string])[] {
  if (certificate === undefined) return [['certificate', 'none']];
  const { verdict, numbers } = describeCertificate(certificate);
  const { suite, split, agent, agent_model: model, baseline, plans_tried: plans, simulated } = certificate;
  const before = edited ? ' (before it was edited)' : '';
  const kind = simulated ? ' (a simulated model, not a language model)' : '';
  return [
    ['certificate', `${verdict}: ${certificate.reason}${before}`],
    ['', numbers],
    ['', `${agent} with ${model}${kind} on ${split} of ${suite}, baseline ${baseline ?? 'no plan'}`],
    ['', `${plans} ${plans === 1 ? 'plan' : 'plans'} tried on these tasks by then`],
  ];
}

function describeKind({ simulated }: PlanDetails['provenance']): string {
  return simulated ? ' (a simulated model, not a language model)' : '';
}
