/** `planwright plan list`. */
import {
  type ListedPlan,
  type ListedVersion,
  listPlans,
  listVersions,
  type PlanDetails,
  planSlug,
  registryFolder,
} from '../plans/index.js';
import { kindOf } from '../util/files.js';
import { packagePath } from '../util/package.js';
import { describeCertificate, describeEvaluation } from './describe-evaluation.js';
import { note, print, printJson } from './output.js';
import { renderTable } from './table.js';

/**
 * Prints the plans of a folder, those of a registry with their versions; a broken file is listed with its problem. Without a folder: those in the usual registry, or else
 * those that come with planwright. Throws a UsageError when the folder can not be read.
 */
export function listPlanFiles(given: string | undefined, json: boolean): void {
  const usual = registryFolder();
  const folder = given ?? (kindOf(usual) === 'directory' ? usual : packagePath('plans'));
  const versions = listVersions(folder);
  const listed = [...versions, ...listPlans(folder)];
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
    const aliased = versions.some(({ aliases }) => aliases.length > 0);
    const head = [
      'id',
      ...(aliased ? ['alias'] : []),
      'updates',
      'task type',
      'held-out success',
      'without plan',
      'certificate',
      'model',
      'file',
    ];
    print(renderTable([head, ...readable.map((one) => rowOf(one, aliased))]));
  }
  for (const one of listed) if ('problem' in one) note(`unreadable: ${one.problem}`);
}

type Listed = ListedPlan | ListedVersion;
type ReadablePlan = Exclude<Listed, { readonly problem: string }>;

function rowOf(listed: ReadablePlan, aliased: boolean): string[] {
  const { path, planFile } = listed;
  const { plan, details, edited } = planFile;
  const { success, baseline } = describeEvaluation(details?.evaluation);
  return [
    'id' in listed ? `${listed.id}@${listed.version}` : planSlug(plan),
    ...(aliased ? ['aliases' in listed ? listed.aliases.join(', ') : ''] : []),
    String(plan.iteration),
    details === null ? 'a plain plan' : `${plan.environment}/${plan.taskType}`,
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

function describe(listed: Listed) {
  if ('problem' in listed) return listed;
  const { path, planFile } = listed;
  const { plan, details, edited } = planFile;
  return {
    path,
    id: 'id' in listed ? listed.id : planSlug(plan),
    version: plan.iteration,
    registered: 'id' in listed ? { version: listed.version, aliases: listed.aliases } : null,
    environment: plan.environment,
    taskType: plan.taskType,
    contentHash: plan.id,
    edited,
    simulated: details?.provenance.simulated ?? null,
    evaluation: details?.evaluation ?? null,
    certificate: details?.certificate ?? null,
  };
}
