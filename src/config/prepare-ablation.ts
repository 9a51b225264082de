/** Resolves an ablation to objects: whatever is wrong with any of its arms is found before anything is played. */
import { UsageError } from '../core/errors.js';
import type { EventSink } from '../core/event.js';
import { addSpend, noSpend, type Purpose, type Spend } from '../core/model.js';
import { costOf, findPrice, type Meter } from '../models/index.js';
import type { PriceUsage } from '../training/index.js';
import { sha256 } from '../util/hash.js';
import { canonicalJson } from '../util/json.js';
import { isSimulated } from './build-model.js';
import { createRecorder, type Recorder } from './create-recorder.js';
import { digestExperiment } from './describe-run.js';
import type { LoadedAblation, LoadedArm, LoadedExperiment } from './load-ablation.js';
import type { NamedConfig } from './load-config.js';
import { type External, openExternal } from './open-external.js';
import { mostValidationEpisodes } from './optimizer-settings.js';
import type { ResumedRun } from './prepare-run.js';
import { resolveHeldOut } from './resolve-held-out.js';
import {
  type CallLimits,
  createCallLimits,
  loadPriceTable,
  type ResolvedModels,
  resolveModels,
  spentBefore,
} from './resolve-models.js';
import {
  checkPlan,
  type ResolvedMethod,
  type ResolvedTasks,
  resolveInitialPlan,
  resolveMethod,
  resolveTasks,
} from './resolve-training.js';
import { createRunExecutor, type RunExecutor } from './run-executor.js';
import { refuseFile } from './runs-folder.js';
import type { Config } from './schema.js';
import { locateError } from './setting-error.js';

/** How to run an ablation. */
export interface RunAblationOptions {
  readonly ablation: LoadedAblation;
  readonly runId?: string;
  readonly emit?: EventSink;
  readonly onFolder?: (folder: string) => void;
  readonly signal?: AbortSignal;
  /** The ablation that is gone on with; absent for a new one. Its record keeps all calls. */
  readonly resume?: ResumedRun;
  /** Whether it is prepared only to see what it would be; keys of model servers need not be there. */
  readonly dryRun?: boolean;
}

/** An arm with one of the seeds, resolved. */
export interface PreparedArm {
  readonly arm: LoadedArm;
  readonly config: NamedConfig;
  readonly tasks: ResolvedTasks;
  readonly method: ResolvedMethod;
  readonly models: ResolvedModels;
  /** Whether any of its models is a simulated one. */
  readonly simulated: boolean;
  /** Episodes over all task types; more where the agent tries an instance again, fewer where a plan stays as it is. */
  readonly training: number;
  readonly heldOut: number;
}

/** An experiment, resolved. */
export interface PreparedExperiment {
  readonly experiment: LoadedExperiment;
  /** In the order of the file; for each arm one for each seed. */
  readonly arms: readonly (readonly PreparedArm[])[];
  /** Names of all models that its arms use. */
  readonly models: readonly string[];
  readonly simulated: boolean;
}

/** Everything resolved, before anything is played or written. */
export interface PreparedAblation extends RunAblationOptions, Recorder {
  readonly experiments: readonly PreparedExperiment[];
  /** What holds for the ablation as a whole: concurrency, budget, prices, folder of runs. */
  readonly shared: NamedConfig;
  readonly priceAs: PriceUsage | null;
  /** Name of the ablation: equal for equal settings, whenever and wherever it is run. */
  readonly experiment: string;
  readonly digest8: string;
  /** Episodes that will be played; more where an agent tries an instance again. */
  readonly episodes: number;
  /**
   * Its gate lets no more calls through than may be in flight, those of earlier cells first: what a budget pays for, and
   * what is there after an interrupt, are whole cells as far as can be.
   */
  readonly executor: RunExecutor;
  /** Counts the calls of all models. */
  readonly spend: Pick<Meter, 'byPurpose' | 'cached'>;
  /** Ends what was started for the run: processes of the user's own. */
  readonly close: () => void;
}

/** Resolves an ablation. Rejects with a UsageError for whatever is wrong with it. */
export async function prepareAblation(options: RunAblationOptions): Promise<PreparedAblation> {
  const { ablation, emit, resume } = options;
  const recorder = createRecorder(emit);
  const shared = agreeOnWhole(ablation);
  const executor = createRunExecutor(shared, recorder.record, resume?.replay !== undefined);
  const resolver = createResolver(ablation, shared, { recorder, executor }, options);
  const experiments: PreparedExperiment[] = [];
  for (const experiment of ablation.experiments)
    experiments.push(await prepareExperiment(ablation, experiment, resolver));
  checkBaseline(ablation);
  const digest8 = digestAblation(ablation, experiments);
  return {
    ...options,
    experiments,
    shared,
    priceAs: findPriceAs(ablation, shared),
    experiment: `${ablation.name}_s${ablation.seeds[0]}_${digest8}`,
    digest8,
    episodes: experiments
      .flatMap(({ arms }) => arms.flat())
      .reduce((sum, { training, heldOut }) => sum + training + heldOut, 0),
    executor,
    close: resolver.close,
    spend: {
      byPurpose: () => addMeters(resolver.models().map(({ meter }) => meter)),
      cached: () => resolver.models().reduce((sum, { meter }) => addSpend(sum, meter.cached()), noSpend),
    },
    ...recorder,
  };
}

/** Settings that hold for an ablation as a whole and can not differ between its arms. */
const wholeKeys = ['concurrency', 'executor', 'budget', 'cache', 'prices', 'runs', 'errorsAllowed'] as const;

function agreeOnWhole({ experiments }: LoadedAblation): NamedConfig {
  const all = experiments.flatMap(({ name, arms }) => arms.map((arm) => ({ name, arm })));
  const first = all[0] as (typeof all)[number];
  for (const key of wholeKeys) {
    const other = all.find(
      ({ arm }) => canonicalJson(arm.config[key] ?? null) !== canonicalJson(first.arm.config[key] ?? null),
    );
    if (!other) continue;
    throw new UsageError(
      `${other.arm.placeOf(key)}: differs between ${first.name}, "${first.arm.name}" and ${other.name}, "${other.arm.name}"`,
      'it holds for all arms: set it once, in set at the top of the file or with --set',
    );
  }
  refuseFile(first.arm.config.runs);
  return first.arm.config;
}

/** Makes what arms share only once: a suite with its world, models under one limit and one budget. */
interface Resolver {
  readonly external: (config: Config) => Promise<External>;
  readonly tasks: (config: Config, external: External) => Promise<ResolvedTasks>;
  readonly modelsOf: (
    config: Config,
    tasks: ResolvedTasks,
    method: ResolvedMethod,
  ) => Promise<ResolvedModels>;
  readonly models: () => readonly ResolvedModels[];
  /** Ends what was started of the user's own. */
  readonly close: () => void;
}

function createResolver(
  { transfer, seeds }: LoadedAblation,
  shared: NamedConfig,
  { recorder, executor }: { readonly recorder: Recorder; readonly executor: RunExecutor },
  { resume, dryRun = false }: Pick<RunAblationOptions, 'resume' | 'dryRun'>,
): Resolver {
  const before = resume?.record;
  const limits: CallLimits = createCallLimits(shared, spentBefore(before));
  const known = { ...(before ? { before } : {}), replay: resume?.replay !== undefined, dryRun };
  const externals = new Map<string, Promise<External>>();
  const tasks = new Map<string, Promise<ResolvedTasks>>();
  const models = new Map<string, ResolvedModels>();
  return {
    external: (config) => {
      const key = canonicalJson([config.environment, config.agent]);
      const made = externals.get(key) ?? openExternal(config);
      externals.set(key, made);
      return made;
    },
    close: () => {
      for (const one of externals.values())
        one.then(
          ({ close }) => close(),
          () => {},
        );
    },
    tasks: (given, external) => {
      const config = transfer ? { ...given, seed: seeds[0] ?? given.seed } : given;
      const key = keyOfTasks(config);
      const resolve = () =>
        transfer
          ? resolveHeldOut(config, external, transfer.limit ?? undefined)
          : resolveTasks(config, external);
      const made = tasks.get(key) ?? resolve();
      tasks.set(key, made);
      return made;
    },
    modelsOf: async (config, tasks, method) => {
      const createRemote = executor.remoteFor(tasks, method);
      const { model, sampling, environment, agent, prompts } = config;
      // Workers are told what is played as well.
      const played = createRemote ? [environment, agent, prompts, tasks.suite.digest] : [];
      const key = canonicalJson([model, sampling, ...played]);
      const made =
        models.get(key) ??
        (await resolveModels(config, {
          recorder,
          limits,
          countsBefore: models.size === 0,
          ...known,
          createRemote,
        }));
      models.set(key, made);
      return made;
    },
    models: () => [...models.values()],
  };
}

/** All settings that may decide which instances are played and how their world answers. */
function keyOfTasks(config: Config): string {
  const { agent: _agent, model: _model, sampling: _sampling, ...rest } = config;
  const {
    plan: _plan,
    prompts: _prompts,
    reflection: _reflection,
    iterations: _iterations,
    ...decisive
  } = rest;
  return canonicalJson(decisive);
}

async function prepareExperiment(
  { seeds, measure }: LoadedAblation,
  experiment: LoadedExperiment,
  resolver: Resolver,
): Promise<PreparedExperiment> {
  const arms: PreparedArm[][] = [];
  for (const arm of experiment.arms) {
    const bySeed: PreparedArm[] = [];
    for (const seed of seeds) bySeed.push(await prepareArm(arm, { ...arm.config, seed }, resolver, measure));
    arms.push(bySeed);
  }
  checkSame(experiment, arms);
  checkPaper(experiment, arms.flat());
  const models = [...new Set(arms.flat().flatMap((one) => Object.values(one.models.names)))];
  return { experiment, arms, models, simulated: arms.flat().some((one) => one.simulated) };
}

async function prepareArm(
  arm: LoadedArm,
  config: NamedConfig,
  resolver: Resolver,
  measure: LoadedAblation['measure'],
): Promise<PreparedArm> {
  try {
    const external = await resolver.external(config);
    const tasks = await resolver.tasks(config, external);
    checkPlan(config, tasks.suite);
    const method = resolveMethod(config, tasks, external);
    for (const { taskType } of tasks.taskTypes)
      resolveInitialPlan(config.plan, tasks.environment.name, taskType);
    const models = await resolver.modelsOf(config, tasks, method);
    const simulated = Object.values(models.names).some(isSimulated);
    return { arm, config, tasks, method, models, simulated, ...countEpisodes(arm, tasks, measure) };
  } catch (error) {
    throw locateError(error, arm.placeOf);
  }
}

/** An arm of the name must be in each experiment, or nothing says what its arms are compared with. */
function checkBaseline({ analysis: { baseline }, experiments, placeOf }: LoadedAblation): void {
  if (baseline === 'first') return;
  for (const { name, arms } of experiments) {
    if (arms.some((arm) => arm.name === baseline)) continue;
    throw new UsageError(
      `${placeOf(['analysis', 'baseline'])}: "${baseline}" is no arm of ${name}`,
      `arms: ${arms.map((arm) => `"${arm.name}"`).join(', ')}`,
    );
  }
}

/** What is compared must have been played on the same instances, and is compared by one measure. */
function checkSame({ name }: LoadedExperiment, arms: readonly (readonly PreparedArm[])[]): void {
  const playedBy = (bySeed: readonly PreparedArm[]) =>
    canonicalJson(
      bySeed.map(({ tasks, method }) => [
        tasks.suite.digest,
        tasks.taskTypes.map(({ taskType, heldOut }) => [taskType, heldOut.map(({ id }) => id)]),
        method.scoring.headline.name,
      ]),
    );
  const [first] = arms;
  const other = arms.find((bySeed) => first && playedBy(bySeed) !== playedBy(first));
  if (!first || !other) return;
  throw new UsageError(
    `${name}: "${other[0]?.arm.name}" is not measured on the same instances by the same headline as "${first[0]?.arm.name}"`,
    'set suite, taskType, heldOut, environment.rules and headline for the whole experiment, or make another one',
  );
}

/** A column that the world has not would never be shown. */
function checkPaper({ name, arms, paperOnly }: LoadedExperiment, prepared: readonly PreparedArm[]): void {
  const worlds = prepared.map(({ tasks }) => tasks.definition);
  const known = new Set(['all', ...worlds.flatMap(({ taskTypes }) => taskTypes)]);
  for (const row of [...arms, ...paperOnly]) {
    const column = Object.keys(row.paper?.success ?? {}).find((key) => !known.has(key));
    if (column === undefined) continue;
    throw new UsageError(
      `${name}, "${row.name}": paper.success has "${column}", which is no task type of the world`,
      `known: ${[...known].join(', ')}`,
    );
  }
}

function countEpisodes(
  { train, config }: LoadedArm,
  { taskTypes }: ResolvedTasks,
  measure: LoadedAblation['measure'],
): Pick<PreparedArm, 'training' | 'heldOut'> {
  const plans = train && measure === 'each-iteration' ? config.iterations + 1 : 1;
  const { iterations, batchSize, optimizer } = config;
  const learningEpisodes = iterations * batchSize + mostValidationEpisodes(optimizer, iterations);
  return {
    training: train ? taskTypes.length * learningEpisodes : 0,
    heldOut: plans * taskTypes.reduce((sum, { heldOut }) => sum + heldOut.length, 0),
  };
}

function findPriceAs({ priceAs, placeOf }: LoadedAblation, shared: Config): PriceUsage | null {
  if (priceAs === null) return null;
  const price = findPrice(loadPriceTable(shared), priceAs);
  if (price !== null) return (usage) => costOf(price, usage);
  const file = shared.prices ?? 'configs/prices.yaml';
  throw new UsageError(`${placeOf(['priceAs'])}: "${priceAs}" has no price`, `add it to ${file}`);
}

function digestAblation(
  { measure, analysis, transfer }: LoadedAblation,
  experiments: readonly PreparedExperiment[],
): string {
  const facts = experiments.map(({ experiment, arms }) => [
    experiment.name,
    arms.map((bySeed) =>
      bySeed.map(({ arm, config, tasks, models, method }) => [
        arm.name,
        arm.train,
        arm.planFrom,
        digestExperiment(config, tasks, models, method.prompts, method.identity),
      ]),
    ),
  ]);
  return sha256(canonicalJson([measure, analysis, facts, ...(transfer ? [{ transfer }] : [])])).slice(0, 8);
}

function addMeters(meters: readonly Meter[]): ReadonlyMap<Purpose, Spend> {
  const sum = new Map<Purpose, Spend>();
  for (const [purpose, spend] of meters.flatMap((meter) => [...meter.byPurpose()]))
    sum.set(purpose, addSpend(sum.get(purpose) ?? noSpend, spend));
  return sum;
}
