/** Resolves a certification: whatever forbids it is found before anything is played. */
import { resolve } from 'node:path';
import { UsageError } from '../core/errors.js';
import type { Plan } from '../core/plan.js';
import type { TaskInstance } from '../core/task.js';
import { emptyPlan, loadPlan, type PlanDetails, resolvePlanReference } from '../plans/index.js';
import { loadPrompt, movePrompt } from '../shipping/index.js';
import { sha256 } from '../util/hash.js';
import { canonicalJson } from '../util/json.js';
import type { External } from './open-external.js';
import { countTries, findOpening, type Opening, openingsOf, readOpenings, type Tries } from './openings.js';
import { type PreparedRun, prepareRun, type RunSettings } from './prepare-run.js';
import { pickInstances, type ResolvedSuite, resolveInitialPlan, resolveSuite } from './resolve-training.js';
import { heldOutSplit } from './schema.js';
import { forSetting, SettingError } from './setting-error.js';

/** What to certify. Of the config, `heldOut` names the split or says how many of the held-out split. */
export interface CertifyOptions extends RunSettings {
  /** The plan's file: the certificate is written into it. */
  readonly planFile: string;
  /** File of the plan that it is compared with; no plan unless given. */
  readonly baselineFile?: string;
  /** Most instances: a seeded sample. */
  readonly limit?: number;
  /** Chance of a false certificate that is put up with, in (0, 1). */
  readonly alpha: number;
  /** Of a certification that is resumed. */
  readonly start?: CertifyStart;
}

/** What a certification goes by that its config does not say; it is settled when it starts, and stands when it is resumed. */
export interface CertifyStart {
  /** Number of this look at the split: that of the first one where it is a repeat. */
  readonly opening: number;
  /** The opening that this one repeats, and what that came to; null where it is the first of its kind. */
  readonly before: Pick<Opening, 'opening' | 'verdict'> | null;
  readonly tries: Tries;
}

/** What is played. */
export interface CertifyTasks extends ResolvedSuite {
  readonly plan: Plan;
  readonly baseline: Plan;
  readonly details: PlanDetails;
  readonly instances: readonly TaskInstance[];
  /** Our name of the split. */
  readonly split: string;
}

/** Everything resolved, before anything is played. */
export interface PreparedCertification extends PreparedRun<CertifyTasks>, CertifyStart {
  readonly planFile: string;
  /** Null where the plan is compared with none. */
  readonly baselineFile: string | null;
  readonly alpha: number;
  /** What is compared, as a hash: equal for equal settings. */
  readonly comparison: string;
  readonly episodes: number;
  /** What a reader should know beforehand, one sentence each. */
  readonly notes: readonly string[];
}

/** The task type that a plan file is for. Throws a UsageError where it can not be certified. */
export function certifiableTaskType(file: string): string {
  return loadLearnedPlan(file).plan.taskType;
}

/** Resolves what is to be certified. Rejects with a UsageError for whatever is wrong with it. */
export async function prepareCertification(given: CertifyOptions): Promise<PreparedCertification> {
  const options = pinPlans(given);
  const { planFile, baselineFile, limit = null, alpha, start: started, ...settings } = options;
  const { plan, details } = loadLearnedPlan(planFile);
  const resolveTasks = (external: External) => resolveCertifyTasks(options, plan, details, external);
  const baseline =
    baselineFile === undefined ? null : loadPrompt(baselineFile, { allowEdited: true }).plan.id;
  const prepared = await prepareRun(settings, resolveTasks, {
    certify: { plan: plan.id, baseline, limit, alpha },
  });
  const { tasks, method } = prepared;
  const { headline } = method.scoring;
  if (headline.kind !== 'binary')
    throw new SettingError(
      'headline',
      `is ${headline.name}, and a certificate needs a measure that is 0 or 1`,
      'leave it out, or name a score that is 0 or 1',
    );
  const comparison = `sha256:${sha256(canonicalJson([prepared.digest8, plan.id, baseline, tasks.suite.digest]))}`;
  const start = started ?? startFrom(settings.config.runs, tasks, comparison);
  const files = {
    plan: resolve(planFile),
    baseline: baselineFile === undefined ? null : movePrompt(baselineFile, resolve),
  };
  return {
    ...prepared,
    aside: { certification: { files, start: { ...start, tries: { ...start.tries } } } },
    planFile,
    baselineFile: baselineFile ?? null,
    alpha,
    comparison,
    ...start,
    episodes: 2 * tasks.instances.length,
    notes: noteDifferences(prepared, details),
  };
}

/** References to a registry as the versions that they name now: an alias may name another one tomorrow. */
function pinPlans(options: CertifyOptions): CertifyOptions {
  const { planFile, baselineFile } = options;
  return {
    ...options,
    planFile: resolvePlanReference(planFile),
    ...(baselineFile === undefined ? {} : { baselineFile: resolvePlanReference(baselineFile) }),
  };
}

/** What the record of openings says of a comparison that begins now. */
function startFrom(
  runsFolder: string,
  { suite, split, plan }: CertifyTasks,
  comparison: string,
): CertifyStart {
  const sealed = { suite: suite.digest, split };
  const openings = readOpenings(runsFolder);
  const before = findOpening(openings, { ...sealed, kind: 'certify', comparison });
  const last = Math.max(0, ...openingsOf(openings, sealed).map(({ opening }) => opening));
  return {
    opening: before?.opening ?? last + 1,
    before: before === undefined ? null : { opening: before.opening, verdict: before.verdict },
    tries: countTries(openings, { ...sealed, plan: plan.id, comparison }),
  };
}

/** A plan with a head: without one there is no place for a certificate, and nobody knows what it was learned on. */
function loadLearnedPlan(file: string): { readonly plan: Plan; readonly details: PlanDetails } {
  const { plan, details, edited } = loadPlan(file, { allowEdited: true });
  if (details === null)
    throw new UsageError(
      `${file}: has no front matter, so there is no place for a certificate and nothing says what it was learned on`,
      'certify a plan file that train has written; eval measures any text',
    );
  if (edited)
    throw new UsageError(
      `${file}: was edited since it was written: what its head says of where it comes from is about another text`,
      'certify the plan as it was learned; eval measures any text, and train goes on from it with --set plan=FILE',
    );
  if (plan.text === '')
    throw new UsageError(`${file}: the plan is empty`, 'there is nothing to certify; give a learned plan');
  return { plan, details };
}

async function resolveCertifyTasks(
  { config, planFile, baselineFile, limit }: CertifyOptions,
  plan: Plan,
  details: PlanDetails,
  external: External,
): Promise<CertifyTasks> {
  // All of them: a complaint about another world says more than one about its task types.
  const resolved = await resolveSuite({ ...config, taskType: 'all' }, external);
  const tasks = { ...resolved, wanted: [plan.taskType] };
  const { name } = tasks.environment;
  if (plan.environment !== name)
    throw new UsageError(
      `${planFile}: is for ${plan.environment}, and the suite is of ${name}`,
      'give a suite of its own world',
    );
  const most = limit ?? (typeof config.heldOut === 'number' ? config.heldOut : undefined);
  const wanted = {
    split: heldOutSplit(config),
    seed: config.seed,
    ...(most === undefined ? {} : { limit: most }),
  };
  const { instances } = forSetting('heldOut', () => pickInstances(tasks, plan.taskType, wanted));
  const split = instances[0]?.split ?? wanted.split;
  refuseKnownSplit(planFile, details, split, tasks.suite.digest);
  const baseline =
    baselineFile === undefined
      ? emptyPlan(name, plan.taskType)
      : resolveInitialPlan(baselineFile, name, plan.taskType);
  if (baseline.id === plan.id)
    throw new UsageError(
      `${baselineFile}: has the same text as ${planFile}`,
      'compare it with another plan, or with none',
    );
  return { ...tasks, plan, baseline, details, instances, split };
}

/** A plan does well on what it was learned from or chosen by: that shows nothing. */
function refuseKnownSplit(
  file: string,
  { trainedOn, provenance }: PlanDetails,
  split: string,
  digest: string,
): void {
  if (trainedOn.suite_digest !== digest) return;
  const remedy = 'certify on a split that it has not seen, with --set heldOut=SPLIT';
  const place = `split ${split} of suite ${trainedOn.suite}`;
  if ((trainedOn.split ?? 'train') === split)
    throw new UsageError(
      `${file}: was learned on ${place} (run ${provenance.run}, seed ${provenance.seed})`,
      remedy,
    );
  if (trainedOn.selected_on === split)
    throw new UsageError(
      `${file}: was chosen by how it did on ${place} (run ${provenance.run}, seed ${provenance.seed})`,
      remedy,
    );
}

function noteDifferences({ tasks, models }: PreparedRun<CertifyTasks>, details: PlanDetails): string[] {
  const { trainedOn, provenance, environmentVersion } = details;
  const { suite, environment } = tasks;
  return [
    ...(trainedOn.suite_digest === suite.digest
      ? []
      : [
          `the plan was learned on another suite (${trainedOn.suite}): whether that has some of these tasks is not known`,
        ]),
    ...(environmentVersion === environment.version
      ? []
      : [
          `the plan was learned in ${environment.name} ${environmentVersion}, this is ${environment.version}`,
        ]),
    ...(provenance.agent_model === models.names.agent
      ? []
      : [`the plan was learned for ${provenance.agent_model}, here ${models.names.agent} follows it`]),
  ];
}
