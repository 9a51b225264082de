/** What a worker does with a job: plays the episode as far as it can, or makes the call. */
import type { Agent } from '../core/agent.js';
import type { Environment } from '../core/environment.js';
import { BudgetError, ModelError, messageOf, OutageError, UsageError } from '../core/errors.js';
import type { ChatModel, ChatReply, ModelMiddleware } from '../core/model.js';
import {
  createBudget,
  createTimeBudget,
  digestRequest,
  type PriceTable,
  type Role,
  roleOfPurpose,
} from '../models/index.js';
import { rollout } from '../rollout/index.js';
import type { Clock } from '../util/clock.js';
import { type Answer, type CallJob, type Job, type JobResult, jobFormat, type RolloutJob } from './job.js';
import { placeOf } from './place-of.js';
import { type PlayMode, plainReply } from './remote-models.js';

/** The layers that a job puts around each of its models: one for calls, and those that see each attempt. */
export interface JobLayers {
  readonly call: ModelMiddleware;
  readonly attempt: readonly ModelMiddleware[];
}

/** What a worker plays the jobs of one run with. */
export interface Player {
  /** Rejects with an Error where the jobs of the run are single calls only. */
  readonly world: () => Promise<{ readonly environment: Environment; readonly agent: Agent }>;
  readonly prices: PriceTable;
  /** The models of an episode. */
  readonly models: (mode: PlayMode, layers: JobLayers) => ChatModel;
  /** The model of a role, without any sampling of its own. */
  readonly model: (role: Role, layers: JobLayers) => ChatModel;
}

/** Where and how a worker works. */
export interface Workplace {
  readonly clock: Clock;
  /** Aborted when the worker is to end: then what was done so far is the result. */
  readonly signal: AbortSignal;
}

/** Does a job. What goes wrong is a part of the result; rejects with what is no run's fault. */
export async function playJob(player: Player, job: Job, place: Workplace): Promise<JobResult> {
  const answers: Answer[] = [];
  let failedAttempts = 0;
  const layers = (
    known: ReadonlyMap<string, ChatReply>,
    budget: Partial<RolloutJob['budget']>,
  ): JobLayers => ({
    call: capture(known, answers, place.signal),
    attempt: [...limitsOf(budget, player, place), countFailures(() => failedAttempts++)],
  });
  const stopped = await stopOf(place.signal, async () => {
    if (job.kind === 'call') await makeCall(player, job, layers(new Map(), {}));
    else {
      const known = new Map(job.known.map(({ place: at, reply }) => [at, reply]));
      await playEpisode(player, job, layers(known, job.budget), place);
    }
  });
  return { format: jobFormat, answers, failedAttempts, stopped };
}

async function makeCall(player: Player, { request }: CallJob, layers: JobLayers): Promise<void> {
  const model = player.model(roleOfPurpose[request.purpose], layers);
  try {
    await model.complete(request);
  } catch (error) {
    // It is among the answers.
    if (!(error instanceof ModelError)) throw error;
  }
}

async function playEpisode(
  player: Player,
  { episode: { seed, limits, ...task }, mode }: RolloutJob,
  layers: JobLayers,
  { clock, signal }: Workplace,
): Promise<void> {
  const model = player.models(mode, layers);
  const settings = { ...(await player.world()), model, limits, seed, clock, emit: () => {}, signal };
  await rollout(settings, { ...task, phase: 'train' });
}

/** Why the work ended early; null where it did not. */
async function stopOf(signal: AbortSignal, work: () => Promise<void>): Promise<JobResult['stopped']> {
  try {
    await work();
    return null;
  } catch (error) {
    const message = messageOf(error);
    if (error instanceof BudgetError) return { why: 'budget', message };
    if (error instanceof OutageError) return { why: 'outage', message };
    if (error instanceof UsageError)
      return { why: 'usage', message, ...(error.remedy === undefined ? {} : { remedy: error.remedy }) };
    if (signal.aborted) return { why: 'given-back', message: 'the worker ends' };
    throw error;
  }
}

/** Keeps what the models say; what is known already is not asked again. */
function capture(
  known: ReadonlyMap<string, ChatReply>,
  answers: Answer[],
  signal: AbortSignal,
): ModelMiddleware {
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      const place = placeOf(request);
      const before = known.get(place);
      if (before !== undefined) return before;
      const asked = { place, model: model.id, request: digestRequest(model.id, request) };
      try {
        const reply = plainReply(await model.complete({ ...request, signal }));
        answers.push({ ...asked, reply, error: null });
        return reply;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ModelError)) throw error;
        const { code, message, retryable } = error;
        answers.push({ ...asked, reply: null, error: { code, message, retryable } });
        throw error;
      }
    },
  });
}

function limitsOf(
  { seconds, ...limits }: Partial<RolloutJob['budget']>,
  { prices }: Player,
  { clock }: Workplace,
): ModelMiddleware[] {
  return [
    ...(seconds === undefined ? [] : [createTimeBudget(seconds, clock)]),
    ...(Object.keys(limits).length === 0 ? [] : [createBudget(limits, prices).middleware]),
  ];
}

function countFailures(failed: () => void): ModelMiddleware {
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      try {
        return await model.complete(request);
      } catch (error) {
        failed();
        throw error;
      }
    },
  });
}
