/**
 * The one loop that steps environments. The agent decides, the environment answers, the loop records; a rollout
 * that goes wrong is data, never an exception. What stops the whole run (a budget, an interrupt, a wrong setting)
 * passes through.
 */
import type { Agent, AgentSession } from '../core/agent.js';
import type { Environment, EnvironmentSession, Turn } from '../core/environment.js';
import type { Episode, Outcome, Step } from '../core/episode.js';
import type { EpisodeLimits, EpisodeTask } from '../core/episode-task.js';
import { BudgetError, ModelError, messageOf, OutageError, UsageError } from '../core/errors.js';
import type { EventSink, Phase } from '../core/event.js';
import { addSpend, type ChatModel, noSpend, type Spend, spendOf } from '../core/model.js';
import type { Plan } from '../core/plan.js';
import type { TaskInstance } from '../core/task.js';
import { scopeCalls } from '../models/index.js';
import type { Clock } from '../util/clock.js';
import type { MaybePromise } from '../util/maybe-promise.js';
import { seedFrom } from '../util/random.js';
import { hideSecrets } from '../util/secrets.js';
import { boundedAnswer, boundedTurn } from './bounded-turn.js';

/** What all rollouts of a run share. */
export interface RolloutSettings {
  readonly environment: Environment;
  readonly agent: Agent;
  readonly model: ChatModel;
  readonly limits: EpisodeLimits;
  readonly seed: number;
  readonly clock: Clock;
  readonly emit: EventSink;
  /** Episodes that were played to their end before the run was resumed; they are not played again. */
  readonly recorded?: (episodeId: string) => Episode | null;
  /** Aborted when the run is interrupted. */
  readonly signal?: AbortSignal;
}

/** One rollout. */
export interface RolloutTask {
  readonly episodeId: string;
  readonly phase: Phase;
  readonly instance: TaskInstance;
  readonly plan: Plan;
  /** Labels the random seeds of the calls; two plans compared on one instance share it. */
  readonly seedScope: string;
  /** Number of the go at this instance; default 0. */
  readonly trial?: number;
  /** What earlier trials taught, oldest first. */
  readonly memory?: readonly string[];
  /** Whether another trial follows when this one is not won: then the agent learns from it. */
  readonly another?: boolean;
}

/** Plays one instance and records it. Rejects only with what must stop the run. */
export async function rollout(settings: RolloutSettings, task: RolloutTask): Promise<Episode> {
  const { environment, agent, seed, emit } = settings;
  const { episodeId, phase, instance } = task;
  settings.signal?.throwIfAborted();
  emit({ type: 'episode-start', episodeId, phase, taskType: instance.taskType });
  const before = settings.recorded?.(episodeId);
  if (before?.planId === task.plan.id && before.instanceId === instance.id) {
    emit({ type: 'episode-end', phase, episode: before });
    return before;
  }
  const progress: Progress = { initialObservation: '', steps: [], reward: 0, spend: noSpend };
  let outcome: Outcome;
  try {
    outcome = await play(settings, task, progress);
  } catch (error) {
    outcome = errorOutcome(error, settings.signal);
  }
  const episode: Episode = {
    id: episodeId,
    instanceId: instance.id,
    taskType: instance.taskType,
    goal: hideSecrets(instance.goal),
    agent: agent.name,
    environment: `${environment.name}@${environment.version}`,
    planId: task.plan.id,
    trial: task.trial ?? 0,
    seed,
    ...progress,
    outcome,
  };
  emit({ type: 'episode-end', phase, episode });
  return episode;
}

/** What is known of an episode that is being played. */
interface Progress {
  initialObservation: string;
  readonly steps: Step[];
  reward: number;
  scores?: Readonly<Record<string, number>>;
  memory?: string;
  spend: Spend;
}

async function play(settings: RolloutSettings, task: RolloutTask, progress: Progress): Promise<Outcome> {
  const { environment, agent, clock, seed } = settings;
  const started = clock.elapsed();
  const session = await askEnvironment(() => boundedAnswer(() => environment.start(task.instance), clock));
  try {
    const context = {
      manual: await askEnvironment(() => environment.manual(task.instance)),
      taskType: task.instance.taskType,
      goal: hideSecrets(task.instance.goal),
      plan: task.plan.text,
      initialObservation: hideSecrets(session.initial.observation),
      memory: task.memory ?? [],
      seed: seedFrom(seed, task.seedScope),
    };
    progress.initialObservation = context.initialObservation;
    const model = scopedModel(settings, task, progress);
    const agentSession = agent.begin(context, model);
    try {
      const outcome = await takeTurns(settings, task, progress, { session, agentSession, started });
      Object.assign(progress, await askEnvironment(() => readScores(session)));
      if (task.another && outcome.kind !== 'success' && agent.retry)
        progress.memory = await agent.retry.learn(context, progress.steps, model);
      return outcome;
    } finally {
      agentSession.close?.();
    }
  } finally {
    session.close?.();
  }
}

/** Who plays, and since when, in milliseconds of the clock. */
interface Players {
  readonly session: EnvironmentSession;
  readonly agentSession: AgentSession;
  readonly started: number;
}

/** The agent decides, the world answers, until the episode is over. */
async function takeTurns(
  settings: RolloutSettings,
  task: RolloutTask,
  progress: Progress,
  { session, agentSession, started }: Players,
): Promise<Outcome> {
  const { steps } = progress;
  for (let turn = session.initial; ; ) {
    progress.reward = checkReward(turn);
    const outcome = endOf(turn, () => exceeded(settings, progress, started));
    if (outcome !== null) return outcome;
    const decision = await agentSession.act(steps);
    if (decision === null) return { kind: 'failure' };
    turn = await askEnvironment(() => boundedTurn(() => session.step(decision.action), settings.clock));
    // A key that a world shows goes nowhere: observations are recorded, and sent to models.
    const observation = hideSecrets(turn.observation);
    steps.push({ ...decision, observation });
    settings.emit({
      type: 'episode-step',
      episodeId: task.episodeId,
      step: steps.length,
      action: decision.action,
      observation,
    });
  }
}

/** How the episode ended; null where it goes on. */
function endOf({ terminated, reward }: Turn, limit: () => ReturnType<typeof exceeded>): Outcome | null {
  if (terminated) return { kind: reward >= 1 ? 'success' : 'failure' };
  const by = limit();
  return by === null ? null : { kind: 'truncated', by };
}

function readScores(session: EnvironmentSession): Pick<Episode, 'scores'> {
  const scores = session.scores?.();
  if (scores === undefined) return {};
  const bad = Object.entries(scores).find(([, score]) => !(score >= 0 && score <= 1));
  if (bad !== undefined) throw new Error(`score ${bad[0]} is ${bad[1]}, outside [0, 1]`);
  return { scores };
}

/** An environment that throws or breaks its contract ends the episode as an error, not as a failed task. */
class EnvironmentError extends Error {}

async function askEnvironment<T>(ask: () => MaybePromise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new EnvironmentError(`the environment threw: ${messageOf(error)}`);
  }
}

function checkReward({ reward }: Turn): number {
  if (reward >= 0 && reward <= 1) return reward;
  throw new EnvironmentError(`the environment gave reward ${reward}, outside [0, 1]`);
}

function exceeded(
  { limits, clock }: RolloutSettings,
  { steps, spend }: Progress,
  started: number,
): 'steps' | 'tokens' | 'time' | null {
  const { maxSteps, maxTokens = Infinity, maxSeconds = Infinity } = limits;
  if (steps.length >= maxSteps) return 'steps';
  if (spend.usage.promptTokens + spend.usage.completionTokens >= maxTokens) return 'tokens';
  return (clock.elapsed() - started) / 1000 >= maxSeconds ? 'time' : null;
}

function errorOutcome(error: unknown, signal: AbortSignal | undefined): Outcome {
  if (
    error instanceof BudgetError ||
    error instanceof OutageError ||
    error instanceof UsageError ||
    signal?.aborted
  )
    throw error;
  const message = hideSecrets(messageOf(error));
  if (error instanceof ModelError) return { kind: 'error', code: `model-${error.code}`, message };
  return { kind: 'error', code: error instanceof EnvironmentError ? 'environment' : 'agent', message };
}

/** The model with this episode's seeds and the run's abort signal; what it spends is added up. */
function scopedModel(settings: RolloutSettings, task: RolloutTask, progress: Progress): ChatModel {
  const { model, seed, signal, limits } = settings;
  const scoped = scopeCalls(model, { scope: task.episodeId, seedScope: task.seedScope, seed });
  const { phase: _phase, ...rest } = task;
  const whole: EpisodeTask = { ...rest, seed, limits };
  const episode = () => whole;
  return {
    id: model.id,
    complete: async (request) => {
      const reply = await scoped.complete({ ...request, episode, ...(signal ? { signal } : {}) });
      progress.spend = addSpend(progress.spend, spendOf(reply));
      return reply;
    },
  };
}
