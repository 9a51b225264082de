/**
 * One training: a plan for one task type is learned on the training instances, frozen, and measured on held-out
 * instances against the plan it started from (paper section 4).
 */
import type { Agent } from '../core/agent.js';
import type { Environment, Manual } from '../core/environment.js';
import { type Episode, repeatSuffix } from '../core/episode.js';
import type { EventSink, Phase } from '../core/event.js';
import type { ChatModel } from '../core/model.js';
import type { Iteration, Optimizer, OptimizerContext, ValidationSplit } from '../core/optimizer.js';
import type { Plan } from '../core/plan.js';
import type { TaskInstance } from '../core/task.js';
import type { Selection, Verdict } from '../core/validation.js';
import {
  type Comparison,
  comparePaired,
  type Evaluation,
  type EvaluationTask,
  evaluate,
  type Headline,
  type JudgeSettings,
  judgeAnswer,
  scoreOf,
  successHeadline,
} from '../evaluation/index.js';
import { scopeCalls } from '../models/index.js';
import type { PlanFlag } from '../plans/index.js';
import { type EpisodeLimits, type RolloutSettings, rollout, rolloutTrials } from '../rollout/index.js';
import type { Clock } from '../util/clock.js';
import type { Gate } from '../util/create-gates.js';
import { runTogether } from '../util/run-together.js';
import { createPlanScreen } from './screen-learned-plan.js';
import { measureLast, measureMeanwhile, openEpisodes } from './take-turns.js';

/** Everything one training needs, resolved. */
export interface TrainingSetup {
  readonly taskType: string;
  readonly environment: Environment;
  readonly agent: Agent;
  readonly optimizer: Optimizer;
  readonly trainInstances: readonly TaskInstance[];
  readonly heldOutInstances: readonly TaskInstance[];
  /** For optimizers that measure plans while they learn; neither trained on nor held out. None unless given. */
  readonly validationInstances?: readonly TaskInstance[];
  readonly initialPlan: Plan;
  /** The model while optimizing (nucleus sampling), and in evaluation and validation (greedy). */
  readonly models: { readonly optimize: ChatModel; readonly evaluate: ChatModel };
  readonly seed: number;
  readonly batchSize: number;
  readonly iterations: number;
  /** Calls that may be in flight; an evaluation has four times as many episodes open. */
  readonly concurrency: number;
  /** What the plans are compared by; success unless given. */
  readonly headline?: Headline;
  /** How answers are judged in evaluations; they are not unless given. For worlds with answers. */
  readonly judge?: JudgeSettings;
  readonly limits: EpisodeLimits;
  readonly clock: Clock;
  readonly emit: EventSink;
  /** Episodes that a run which is resumed has played before. */
  readonly recorded?: RolloutSettings['recorded'];
  /**
   * Called with every plan as it is made, the initial one included, and with the final one if it is not the last; `flags`
   * are what a person should look at in it.
   */
  readonly onPlan: (plan: Plan, flags: readonly PlanFlag[]) => void;
  /** Called with the plan of every update that was not kept. */
  readonly onRejected?: (plan: Plan, verdict: Verdict) => void;
  /** Measure only when the training is over. */
  readonly measureAfter?: boolean;
  /** Lets the episodes of measurements begin, where several trainings go on at the same time. */
  readonly gateOf?: (phase: Phase) => Gate;
  readonly signal?: AbortSignal;
}

/** What came of a training. */
export interface TrainingResult {
  readonly taskType: string;
  readonly initialPlan: Plan;
  /** The plan after the last iteration, or the one that was selected. */
  readonly plan: Plan;
  /** What a person should look at in that plan before others are given it. */
  readonly flags: readonly PlanFlag[];
  readonly iterations: readonly Iteration[];
  /** How the final plan was chosen; null where it is the last one. */
  readonly selection: Selection | null;
  /** Episodes that were played to measure plans while learning. */
  readonly validationEpisodes: number;
  readonly heldOut: Evaluation;
  /** The initial plan on the same held-out instances. */
  readonly baseline: Evaluation;
  readonly headline: Headline;
  /** Of both by the headline. */
  readonly comparison: Comparison;
}

/** A plan that was learned, not measured yet. */
export type LearnedPlan = Pick<
  TrainingResult,
  'plan' | 'flags' | 'iterations' | 'selection' | 'validationEpisodes'
>;

/** Learns a plan from the training instances. Rejects with what must stop the run; a bad rollout is data. */
export async function learnPlan(setup: Omit<TrainingSetup, 'heldOutInstances'>): Promise<LearnedPlan> {
  const screen = createPlanScreen(manualOf(setup));
  setup.onPlan(setup.initialPlan, screen.screen(setup.initialPlan));
  let validationEpisodes = 0;
  const learning = setup.optimizer.optimize(
    optimizerContext(setup, (episodes) => {
      validationEpisodes += episodes;
    }),
  );
  const iterations: Iteration[] = [];
  let step = await learning.next();
  for (; step.done !== true; step = await learning.next()) {
    const { plan, verdict, episodes } = step.value;
    iterations.push(step.value);
    screen.observe(episodes);
    if (verdict?.accepted === false) setup.onRejected?.(verdict.candidate, verdict);
    setup.onPlan(plan, screen.screen(plan));
  }
  const selection = step.value ?? null;
  const last = iterations.at(-1)?.plan ?? setup.initialPlan;
  const plan = selection?.plan ?? last;
  const flags = screen.screen(plan);
  if (plan !== last) setup.onPlan(plan, flags);
  return { plan, flags, iterations, selection, validationEpisodes };
}

/**
 * Trains one plan and measures it; the plan that it starts from is measured meanwhile, by calls that nothing else has a
 * use for. Rejects with what must stop the run; a bad rollout is data.
 */
export async function trainPlan(setup: TrainingSetup): Promise<TrainingResult> {
  const learn = async (signal?: AbortSignal) => {
    const learned = await learnPlan(withSignalOf(setup, signal));
    return { learned, heldOut: await measureFinal(withSignalOf(setup, signal), learned.plan) };
  };
  const measureStart = (signal?: AbortSignal) => measureBaseline(withSignalOf(setup, signal));
  const [{ learned, heldOut }, baseline] = setup.measureAfter
    ? [await learn(), await measureStart()]
    : await runTogether(setup.signal, learn, measureStart);
  const { taskType, initialPlan, headline = successHeadline } = setup;
  return {
    taskType,
    initialPlan,
    ...learned,
    heldOut,
    baseline,
    headline,
    comparison: comparePaired(heldOut, baseline, headline),
  };
}

function withSignalOf(setup: TrainingSetup, signal = setup.signal): TrainingSetup {
  return signal === undefined ? setup : { ...setup, signal };
}

function measureFinal(setup: TrainingSetup, plan: Plan): Promise<Evaluation> {
  return evaluatePlan(withEvaluation(setup, measureLast), plan, 'held-out', setup.heldOutInstances);
}

function measureBaseline(setup: TrainingSetup): Promise<Evaluation> {
  const { initialPlan, heldOutInstances } = setup;
  return evaluatePlan(withEvaluation(setup, measureMeanwhile), initialPlan, 'baseline', heldOutInstances);
}

function withEvaluation(setup: TrainingSetup, change: (model: ChatModel) => ChatModel): TrainingSetup {
  const { optimize, evaluate } = setup.models;
  return { ...setup, models: { optimize, evaluate: change(evaluate) } };
}

/** What an evaluation of a frozen plan needs of a training's setup. */
export type EvaluationSetup = Omit<
  TrainingSetup,
  | 'optimizer'
  | 'trainInstances'
  | 'heldOutInstances'
  | 'validationInstances'
  | 'initialPlan'
  | 'batchSize'
  | 'iterations'
  | 'onPlan'
  | 'onRejected'
  | 'headline'
>;

/**
 * Measures a frozen plan. Plans measured on the same instances draw the same seeds, so that they can be paired. Who
 * measures a plan again, with another seed, gives the number of the repeat: it tells the episodes apart.
 */
export async function evaluatePlan(
  setup: EvaluationSetup,
  plan: Plan,
  phase: Phase,
  instances: readonly TaskInstance[],
  repeat = 0,
): Promise<Evaluation> {
  return measurePlan(setup, plan, phase, instances, {
    scopeOf: (id) => `${phase}/${id}${repeatSuffix(repeat)}`,
    seedScopeOf: (id) => `evaluate/${id}`,
  });
}

/** Where the calls of a measurement belong, by the id of the instance. */
interface Scopes {
  /** Unique within the run. */
  readonly scopeOf: (id: string) => string;
  /** Labels the seeds: the same for what is compared. */
  readonly seedScopeOf: (id: string) => string;
}

function measurePlan(
  setup: EvaluationSetup,
  plan: Plan,
  phase: Phase,
  instances: readonly TaskInstance[],
  scopes: Scopes,
): Promise<Evaluation> {
  const settings = rolloutSettings(setup, setup.models.evaluate);
  const begin: Gate = setup.gateOf?.(phase) ?? ((play) => play());
  return evaluate({
    plan,
    taskType: setup.taskType,
    phase,
    instances,
    concurrency: openEpisodes(setup.concurrency),
    emit: setup.emit,
    answers: setup.environment.answers,
    scoreKinds: setup.environment.scores,
    judge: createJudge(setup, scopes),
    rollout: (instance) =>
      begin(() =>
        rolloutTrials(settings, {
          episodeId: scopes.scopeOf(instance.id),
          phase,
          instance,
          plan,
          seedScope: scopes.seedScopeOf(instance.id),
        }),
      ),
  });
}

/** Equal answers of two plans to one question are judged with the same seeds. */
function createJudge(
  { judge, models, seed, signal }: EvaluationSetup,
  { scopeOf, seedScopeOf }: Scopes,
): EvaluationTask['judge'] {
  if (judge === undefined) return undefined;
  const model = withSignal(models.evaluate, signal);
  return ({ id }, judged) =>
    judgeAnswer(model, judge, judged, { scope: scopeOf(id), seedScope: seedScopeOf(id), seed });
}

/** What an optimizer measures plans with while it learns; `onPlayed` is told of the episodes. */
function validationOf(
  setup: Omit<TrainingSetup, 'heldOutInstances'>,
  onPlayed: (episodes: number) => void,
): Pick<OptimizerContext, 'validation'> {
  const { validationInstances: all = [], headline = successHeadline } = setup;
  if (all.length === 0) return {};
  const validate: ValidationSplit['validate'] = async (plan, instances, label) => {
    const { results } = await measurePlan(setup, plan, 'validation', instances, {
      scopeOf: (id) => `validation/${label}/${plan.id.slice('sha256:'.length, 15)}/${id}`,
      seedScopeOf: (id) => `validation/${label}/${id}`,
    });
    onPlayed(results.length);
    return results.map((result) => ({ instanceId: result.instanceId, score: scoreOf(result, headline) }));
  };
  return { validation: { instances: all, validate } };
}

function rolloutSettings(setup: EvaluationSetup, model: ChatModel): RolloutSettings {
  const { environment, agent, limits, seed, clock, emit, recorded, signal } = setup;
  const optional = { ...(recorded ? { recorded } : {}), ...(signal ? { signal } : {}) };
  return { environment, agent, model, limits, seed, clock, emit, ...optional };
}

function optimizerContext(
  setup: Omit<TrainingSetup, 'heldOutInstances'>,
  onValidated: (episodes: number) => void,
): OptimizerContext {
  const { taskType, trainInstances, initialPlan, seed, batchSize, iterations, emit } = setup;
  const settings = rolloutSettings(setup, setup.models.optimize);
  const byId = new Map(trainInstances.map((instance) => [instance.id, instance]));
  return {
    taskType,
    instances: trainInstances,
    initialPlan,
    seed,
    batchSize,
    iterations,
    emit,
    manual: manualOf(setup),
    model: (scope) =>
      scopeCalls(withSignal(setup.models.optimize, setup.signal), {
        // Task types have iterations of the same numbers.
        scope: `${taskType}/${scope}`,
        seedScope: scope,
        seed,
      }),
    rollout: (instance, plan, iteration) => {
      const episodeId = `train/${iteration}/${instance.id}`;
      return rollout(settings, { episodeId, phase: 'train', instance, plan, seedScope: episodeId });
    },
    conversation: (episode, plan) =>
      setup.agent.conversation(contextOf(setup, byId, episode, plan), episode.steps),
    ...validationOf(setup, onValidated),
    ...lessonsOf(setup.environment, byId),
  };
}

/** Lessons and answers of the training instances alone: others can not be asked for. */
function lessonsOf(
  environment: Environment,
  byId: ReadonlyMap<string, TaskInstance>,
): Pick<OptimizerContext, 'lesson' | 'answer'> {
  const find = (id: string) => byId.get(id) as TaskInstance;
  return {
    ...(environment.lesson && { lesson: (id) => environment.lesson?.(find(id)) ?? '' }),
    ...(environment.answers && { answer: (id) => environment.answers?.expected(find(id)) ?? '' }),
  };
}

function withSignal(model: ChatModel, signal: AbortSignal | undefined): ChatModel {
  if (!signal) return model;
  return {
    id: model.id,
    complete: async (request) => {
      try {
        return await model.complete({ ...request, signal });
      } catch (error) {
        // An interrupt must not be taken for a call that failed by itself.
        signal.throwIfAborted();
        throw error;
      }
    },
  };
}

function manualOf({ environment, trainInstances }: Omit<TrainingSetup, 'heldOutInstances'>): Manual {
  return environment.manual(trainInstances[0] as TaskInstance);
}

function contextOf(
  setup: Pick<TrainingSetup, 'environment'>,
  byId: ReadonlyMap<string, TaskInstance>,
  episode: Episode,
  plan: Plan,
) {
  const instance = byId.get(episode.instanceId) as TaskInstance;
  return {
    manual: setup.environment.manual(instance),
    taskType: episode.taskType,
    goal: episode.goal,
    plan: plan.text,
    initialObservation: episode.initialObservation,
    memory: [],
  };
}
