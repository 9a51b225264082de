/**
 * The one loop that steps environments. The agent decides, the environment answers, the loop records; a rollout
 * that goes wrong is data, never an exception. What stops the whole run (a budget, an interrupt, a wrong setting)
 * passes through.
 */
import type { Agent, AgentSession } from '../core/agent.js';
import type { Environment, EnvironmentSession, Turn } from '../core/environment.js';
import type { Episode, Outcome, Step } from '../core/episode.js';
import { BudgetError, ModelError, messageOf, UsageError } from '../core/errors.js';
import type { EventSink, Phase } from '../core/event.js';
import { addSpend, type ChatModel, noSpend, type Spend, spendOf } from '../core/model.js';
import type { Plan } from '../core/plan.js';
import type { TaskInstance } from '../core/task.js';
import { scopeCalls } from '../models/index.js';
import type { Clock } from '../util/clock.js';

/** Limits of one episode. */
export interface EpisodeLimits {
  /** Most actions. */
  readonly maxSteps: number;
  /** Most tokens, prompt and completion together. */
  readonly maxTokens?: number;
  /** Most wall time in seconds, looked at between steps. */
  readonly maxSeconds?: number;
}

/** What all rollouts of a run share. */
export interface RolloutSettings {
  readonly environment: Environment;
  readonly agent: Agent;
  readonly model: ChatModel;
  readonly limits: EpisodeLimits;
  readonly seed: number;
  readonly clock: Clock;
  readonly emit: EventSink;
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
}

/** Plays one instance and records it. Rejects only with what must stop the run. */
export async function rollout(settings: RolloutSettings, task: RolloutTask): Promise<Episode> {
  const { emit } = settings;
  const session = settings.environment.start(task.instance);
  emit({ type: 'episode-start', episodeId: task.episodeId, phase: task.phase });
  const meter = meterSpend(
    scopeCalls(settings.model, { scope: task.episodeId, seedScope: task.seedScope, seed: settings.seed }),
    settings.signal,
  );
  const agentSession = settings.agent.begin(
    {
      manual: settings.environment.manual(task.instance),
      goal: task.instance.goal,
      plan: task.plan.text,
      initialObservation: session.initial.observation,
    },
    meter.model,
  );
  const steps: Step[] = [];
  const { outcome, reward } = await play(settings, task, session, agentSession, steps, meter.spent);
  const episode: Episode = {
    id: task.episodeId,
    instanceId: task.instance.id,
    taskType: task.instance.taskType,
    goal: task.instance.goal,
    agent: settings.agent.name,
    environment: `${settings.environment.name}@${settings.environment.version}`,
    planId: task.plan.id,
    trial: 0,
    seed: settings.seed,
    initialObservation: session.initial.observation,
    steps,
    outcome,
    reward,
    spend: meter.spent(),
  };
  emit({ type: 'episode-end', phase: task.phase, episode });
  return episode;
}

interface Ending {
  readonly outcome: Outcome;
  readonly reward: number;
}

async function play(
  settings: RolloutSettings,
  task: RolloutTask,
  session: EnvironmentSession,
  agent: AgentSession,
  steps: Step[],
  spent: () => Spend,
): Promise<Ending> {
  const started = settings.clock.elapsed();
  let reward = session.initial.reward;
  try {
    while (steps.length < settings.limits.maxSteps) {
      const decision = await agent.act(steps);
      const turn = stepEnvironment(session, decision.action);
      steps.push({ ...decision, observation: turn.observation });
      settings.emit({ type: 'episode-step', episodeId: task.episodeId, step: steps.length });
      reward = turn.reward;
      if (turn.terminated) return { outcome: { kind: turn.reward >= 1 ? 'success' : 'failure' }, reward };
      const by = exceeded(settings, spent(), started);
      if (by) return { outcome: { kind: 'truncated', by }, reward };
    }
    return { outcome: { kind: 'truncated', by: 'steps' }, reward };
  } catch (error) {
    return { outcome: errorOutcome(error, settings.signal), reward };
  }
}

/** An environment that throws or breaks its contract ends the episode as an error, not as a failed task. */
class EnvironmentError extends Error {}

function stepEnvironment(session: EnvironmentSession, action: string): Turn {
  let turn: Turn;
  try {
    turn = session.step(action);
  } catch (error) {
    throw new EnvironmentError(`the environment threw: ${messageOf(error)}`);
  }
  if (!(turn.reward >= 0 && turn.reward <= 1)) {
    throw new EnvironmentError(`the environment gave reward ${turn.reward}, outside [0, 1]`);
  }
  return turn;
}

function exceeded(settings: RolloutSettings, spent: Spend, started: number): 'tokens' | 'time' | null {
  const { maxTokens = Infinity, maxSeconds = Infinity } = settings.limits;
  if (spent.usage.promptTokens + spent.usage.completionTokens >= maxTokens) return 'tokens';
  return (settings.clock.elapsed() - started) / 1000 >= maxSeconds ? 'time' : null;
}

function errorOutcome(error: unknown, signal: AbortSignal | undefined): Outcome {
  if (error instanceof BudgetError || error instanceof UsageError || signal?.aborted) throw error;
  const message = messageOf(error);
  if (error instanceof ModelError) return { kind: 'error', code: `model-${error.code}`, message };
  if (error instanceof EnvironmentError) return { kind: 'error', code: 'environment', message };
  throw error;
}

/** The same model with every call counted and the run's abort signal attached. */
function meterSpend(model: ChatModel, signal: AbortSignal | undefined) {
  let spend = noSpend;
  const metered: ChatModel = {
    id: model.id,
    complete: async (request) => {
      const reply = await model.complete(signal ? { ...request, signal } : request);
      spend = addSpend(spend, spendOf(reply));
      return reply;
    },
  };
  return { model: metered, spent: () => spend };
}
