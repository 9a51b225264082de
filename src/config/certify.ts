/** Certifies a plan: fresh rollouts on held-out tasks in a run folder, the opening recorded, the plan file written. */
import { UsageError } from '../core/errors.js';
import { loadPlan, type PlanCertificate, savePlan } from '../plans/index.js';
import type { Run } from '../runs/index.js';
import { type EvaluationSetup, type SpendSummary, summarizeSpend } from '../training/index.js';
import { systemClock } from '../util/clock.js';
import type { JsonObject } from '../util/json.js';
import { toolVersion } from '../util/package.js';
import { type FreshRollouts, judgeRollouts, rollOutFresh } from './certify-plan.js';
import type { PreparedCertification } from './certify-prepare.js';
import { environmentChoices } from './describe-run.js';
import { recordOpenings } from './openings.js';
import { recordedEpisodes } from './prepare-run.js';
import { type EndedRun, frameRun, type RunEnding, runInFolder } from './run-in-folder.js';

/** What a certification left behind. */
export interface CertificationRun extends EndedRun {
  /** Null where it was not finished. */
  readonly certificate: PlanCertificate | null;
  /** Whether the certificate is in the plan file: not where too many episodes ended in an error. */
  readonly written: boolean;
  /** Number of the opening that this one repeats; null where it is the first of its kind. */
  readonly repeats: number | null;
  readonly spend: SpendSummary;
  readonly models: readonly string[];
  /** What `results.json` holds. */
  readonly document: JsonObject;
}

/**
 * Plays, judges and writes. A reached budget and an interrupt are outcomes. Rejects with a UsageError when it can not
 * go on; the plan file is then as it was.
 */
export async function runCertification(prepared: PreparedCertification): Promise<CertificationRun> {
  const { models, config, before } = prepared;
  let rollouts: FreshRollouts | null = null;
  let played = 0;
  prepared.listen((event) => {
    if (event.type === 'episode-end' && event.episode.outcome.kind !== 'error') played++;
  });
  const certificate = () => (rollouts === null ? null : certify(prepared, rollouts));
  const share = () => (rollouts === null ? 0 : shareOfErrors(rollouts));
  const spend = () => summarizeSpend(models.meter.byPurpose());
  const keep = () => share() <= config.errorsAllowed;
  const ended = await runInFolder(frameRun(prepared), {
    work: async (run) => {
      rollouts = await playBoth(prepared, run);
    },
    results: (ending) => describe(prepared, rollouts, certificate(), spend(), ending),
    finish: async () => {
      // A replay looks at nothing that was not looked at before.
      if (prepared.resume?.replay !== undefined) return;
      if (played > 0) recordOpening(prepared, keep() ? certificate() : null);
      const made = certificate();
      if (made !== null && keep()) writeCertificate(prepared, made);
    },
    left: ({ folder }) => (played === 0 ? null : `the episodes so far are in ${folder}/journal.jsonl`),
  });
  const made = certificate();
  return {
    ...ended,
    errorShare: share(),
    certificate: made,
    written: made !== null && keep(),
    repeats: before?.opening ?? null,
    spend: spend(),
    models: [...new Set(Object.values(models.names))],
    document: describe(prepared, rollouts, made, spend(), ended),
  };
}

/** Plays a plan and its baseline. Rejects with what must stop the run. */
export async function playBoth(prepared: PreparedCertification, run: Run): Promise<FreshRollouts> {
  const { config, tasks, simulated, record } = prepared;
  const { plan, baseline, instances, environment } = tasks;
  record({
    type: 'run-start',
    run: run.id,
    taskType: plan.taskType,
    instancesAre: environment.instancesAre,
    seed: config.seed,
    iterations: 0,
    batchSize: 0,
    heldOut: instances.length,
    initialPlan: plan,
    simulated,
  });
  return rollOutFresh(evaluationSetup(prepared), { plan, baseline, instances });
}

function evaluationSetup(prepared: PreparedCertification): EvaluationSetup {
  const { config, tasks, method, models, executor, record, signal } = prepared;
  const { judge } = method.scoring;
  return {
    taskType: tasks.plan.taskType,
    environment: tasks.environment,
    agent: method.agent,
    models,
    seed: config.seed,
    concurrency: executor.inFlight(),
    limits: tasks.limits,
    clock: systemClock,
    emit: record,
    ...recordedEpisodes(prepared),
    ...(judge ? { judge } : {}),
    ...(signal ? { signal } : {}),
  };
}

function certify(prepared: PreparedCertification, rollouts: FreshRollouts): PlanCertificate {
  const { tasks, method, models, config, simulated, experiment, tries, opening, alpha, before } = prepared;
  const { suite, environment, baseline, split } = tasks;
  const { headline } = method.scoring;
  const numbers = judgeRollouts(rollouts, { headline, alpha, correctedFor: tries.correctedFor });
  const { verdict, reason, ...rest } = numbers;
  return {
    ...keepFirst({ verdict, reason }, before),
    suite: suite.name,
    suite_digest: suite.digest,
    split,
    environment_version: environment.version,
    agent: method.agent.name,
    agent_model: models.names.agent,
    simulated,
    measure: headline.name,
    baseline: baseline.text === '' ? null : baseline.id,
    ...rest,
    plans_tried: tries.plans,
    opening,
    seed: config.seed,
    run: experiment,
    tool_version: toolVersion,
  };
}

/** A comparison is made once: who repeats one that found nothing gets no second chance. */
function keepFirst(
  judged: Pick<PlanCertificate, 'verdict' | 'reason'>,
  before: PreparedCertification['before'],
): Pick<PlanCertificate, 'verdict' | 'reason'> {
  const first = before?.verdict ?? null;
  if (judged.verdict !== 'certified' || first === null || first === 'certified') return judged;
  return {
    verdict: first === 'not enough runs' ? first : 'not certified',
    reason: `this repeats opening ${before?.opening}, which came to: ${first}; the first result stands`,
  };
}

function shareOfErrors({ plan, baseline }: FreshRollouts): number {
  const all = [...plan.results, ...baseline.results];
  return all.filter(({ outcome }) => outcome.kind === 'error').length / Math.max(1, all.length);
}

function recordOpening(
  { config, tasks, comparison }: PreparedCertification,
  certificate: PlanCertificate | null,
): void {
  const { suite, split, plan } = tasks;
  recordOpenings(config.runs, [
    {
      suite: suite.digest,
      split,
      taskType: plan.taskType,
      kind: 'certify',
      comparison,
      plans: [plan.id],
      n: certificate?.n ?? 0,
      successes: certificate?.successes ?? 0,
      baselineSuccesses: certificate?.baseline_successes ?? null,
      p: certificate?.p ?? null,
      verdict: certificate?.verdict ?? null,
    },
  ]);
}

/** Throws a UsageError when the plan is no longer the one that was measured, or can not be written. */
function writeCertificate({ planFile, tasks }: PreparedCertification, certificate: PlanCertificate): void {
  const { plan, details } = loadPlan(planFile, { allowEdited: true });
  if (details === null || plan.id !== tasks.plan.id)
    throw new UsageError(`${planFile}: was changed while it was being certified`, 'certify it again');
  savePlan(planFile, plan, { ...details, certificate });
}

function describe(
  { tasks, config, experiment, comparison, before, opening, tries }: PreparedCertification,
  rollouts: FreshRollouts | null,
  certificate: PlanCertificate | null,
  spend: SpendSummary,
  { outcome }: RunEnding,
): JsonObject {
  const { suite, environment, plan, baseline, split } = tasks;
  const document = {
    format: 'planwright-certificate/1',
    experiment,
    outcome,
    seed: config.seed,
    suite: { name: suite.name, digest: suite.digest },
    environment: { name: environment.name, version: environment.version, ...environmentChoices(config) },
    taskType: plan.taskType,
    plan: plan.id,
    baseline: baseline.text === '' ? null : baseline.id,
    split,
    comparison,
    opening,
    repeats: before?.opening ?? null,
    plansTried: tries.plans,
    certificate,
    results: rollouts && { plan: rollouts.plan.results, baseline: rollouts.baseline.results },
    usage: spend.usage,
    costUsd: spend.costUsd,
    unpricedCalls: spend.unpricedCalls,
  };
  return JSON.parse(JSON.stringify(document)) as JsonObject;
}
