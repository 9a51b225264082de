/**
 * Models whose calls are made by workers. The run plays each episode itself, in its own world and with its own layers:
 * with the first call that nobody has answered yet, the whole episode goes to a worker, and all answers of that worker
 * are then there for the calls that follow. So a worker's word is taken for nothing but what the model said, whatever is
 * recorded has happened here, and an episode that came back half played goes on from there.
 */

import type { EpisodeTask } from '../core/episode-task.js';
import { ModelError, OutageError, UsageError } from '../core/errors.js';
import {
  addUsage,
  type ChatModel,
  type ChatReply,
  type ChatRequest,
  type ModelMiddleware,
  noSpend,
  noUsage,
  type Spend,
} from '../core/model.js';
import { type Budget, costOf, digestRequest, findPrice, type PriceTable } from '../models/index.js';
import { toolVersion } from '../util/package.js';
import { hideSecrets } from '../util/secrets.js';
import { type Answer, type Job, type JobResult, jobFormat, type RolloutJob } from './job.js';
import { placeOf } from './place-of.js';

/** Takes jobs to workers. */
export interface Courier {
  /**
   * Gives the result of a job, sent again where it was lost. Rejects with an OutageError when that takes too long, and
   * with the signal's reason.
   */
  send(job: Job, options: { readonly priority: number; readonly signal?: AbortSignal }): Promise<JobResult>;
  /** Does the work when it is its turn: no more jobs are out than keep all workers busy. Higher priorities go first. */
  inTurn<T>(request: Pick<ChatRequest, 'priority' | 'signal'>, work: () => Promise<T>): Promise<T>;
  /** Jobs that may be out now. */
  slots(): number;
}

/** What the models of one config need. */
export interface RemoteModelsOptions {
  readonly courier: Courier;
  /** Digest of what workers need to know of the run. */
  readonly setup: string;
  /** Whether workers have the world and the agent; if not, they are sent single calls. */
  readonly playsEpisodes: boolean;
  readonly budget: Budget;
  readonly prices: PriceTable;
  /** Seconds of wall time that are left; undefined where it is not limited. */
  readonly secondsLeft?: () => number | undefined;
}

/** How an agent samples. */
export type PlayMode = RolloutJob['mode'];

/** What is put in the place of models. */
export interface RemoteModels {
  /** The outermost layer: says how the agent samples in the calls that pass. */
  readonly mark: (model: ChatModel, mode: PlayMode) => ChatModel;
  /** Sees each call with its reply, wherever that comes from. */
  readonly watch: ModelMiddleware;
  /** Whether the answer is there already. */
  readonly has: (request: ChatRequest) => boolean;
  /** The model itself: what was answered, or else a worker. */
  readonly create: (id: string) => ChatModel;
}

/** What is known of an episode that is being played. */
interface Play {
  mode: PlayMode;
  /** Replies that were used, by place. */
  readonly known: Map<string, ChatReply>;
  /** Answers that a worker gave and that nobody asked for yet. */
  readonly answers: Map<string, Answer>;
  refused: number;
}

/** Results of one episode that do not fit before the run is stopped. */
const mostRefused = 3;

/** Makes them. */
export function createRemoteModels(options: RemoteModelsOptions): RemoteModels {
  const { courier, playsEpisodes, budget } = options;
  const plays = new WeakMap<() => EpisodeTask, Play | null>();
  const playOf = ({ episode }: ChatRequest): Play | null => {
    if (episode === undefined || !playsEpisodes) return null;
    const known = plays.get(episode);
    if (known !== undefined) return known;
    const play = holdsSecret(episode()) ? null : newPlay();
    plays.set(episode, play);
    return play;
  };
  const watch: ModelMiddleware = (model) => ({
    id: model.id,
    complete: async (request) => {
      const reply = await model.complete(request);
      playOf(request)?.known.set(placeOf(request), reply);
      return reply;
    },
  });
  const mark = (model: ChatModel, mode: PlayMode): ChatModel => ({
    id: model.id,
    complete: (request) => {
      const play = playOf(request);
      if (play !== null) play.mode = mode;
      return model.complete(request);
    },
  });
  const create = (id: string): ChatModel => {
    const single = budget.middleware({ id, complete: (request) => sendCall(options, id, request) });
    return {
      id,
      complete: async (request) => {
        const play = playOf(request);
        const answered = play && takeAnswer(play, id, request);
        if (answered) return answered;
        return courier.inTurn(request, () =>
          play === null ? single.complete(request) : playOn(options, play, request, single),
        );
      },
    };
  };
  return {
    mark,
    watch,
    has: (request) => playOf(request)?.answers.get(placeOf(request))?.reply != null,
    create,
  };
}

function newPlay(): Play {
  return { mode: 'evaluate', known: new Map(), answers: new Map(), refused: 0 };
}

/** What looks like a key goes into no queue: such an episode is played here, and its calls, where it is hidden, are sent. */
function holdsSecret(task: EpisodeTask): boolean {
  const json = JSON.stringify(task);
  return hideSecrets(json) !== json;
}

/** The reply that a worker had; null where it had none. Throws the ModelError that it had instead. */
function takeAnswer(play: Play, model: string, request: ChatRequest): ChatReply | null {
  const place = placeOf(request);
  const answer = play.answers.get(place);
  if (answer === undefined) return null;
  if (answer.request !== digestRequest(model, request)) {
    play.answers.clear();
    refuse(play, 'it was asked something else');
    return null;
  }
  play.answers.delete(place);
  return replyOf(answer);
}

/** Has the episode played on until there is an answer. */
async function playOn(
  options: RemoteModelsOptions,
  play: Play,
  request: ChatRequest,
  single: ChatModel,
): Promise<ChatReply> {
  for (;;) {
    const result = await sendEpisode(options, play, request);
    for (const answer of result?.answers ?? []) play.answers.set(answer.place, answer);
    const reply = takeAnswer(play, single.id, request);
    if (reply !== null) return reply;
    // Too little is left for an episode: it may still do for a call.
    if (result === null || result.stopped?.why === 'budget') return single.complete(request);
    stopFor(result);
    if (result.stopped === null) refuse(play, 'it ended too early');
  }
}

async function sendEpisode(
  options: RemoteModelsOptions,
  play: Play,
  request: ChatRequest,
): Promise<JobResult | null> {
  const { courier, budget, prices, secondsLeft } = options;
  const share = budget.share(courier.slots());
  let spend = noSpend;
  try {
    if (share.limits.calls === 0 || share.limits.tokens === 0) return null;
    const seconds = secondsLeft?.();
    const task = (request.episode as () => EpisodeTask)();
    const job: Job = {
      ...headOf(options),
      kind: 'rollout',
      episode: plainEpisode(task),
      mode: play.mode,
      known: [...play.known].map(([place, reply]) => ({ place, reply: plainReply(reply) })),
      budget: { ...share.limits, ...(seconds === undefined ? {} : { seconds: Math.max(0, seconds) }) },
    };
    const result = await courier.send(job, placeInQueue(request));
    spend = spendOfResult(result, prices);
    return result;
  } finally {
    share.settle(spend);
  }
}

async function sendCall(
  options: RemoteModelsOptions,
  model: string,
  request: ChatRequest,
): Promise<ChatReply> {
  const { purpose, messages, sampling, callId = purpose } = request;
  const job: Job = {
    ...headOf(options),
    kind: 'call',
    request: {
      purpose,
      messages: messages.map(({ role, content }) => ({ role, content })),
      sampling,
      callId,
    },
  };
  for (let refused = 0; ; ) {
    const result = await options.courier.send(job, placeInQueue(request));
    const [answer] = result.answers;
    if (answer?.request === digestRequest(model, request)) return replyOf(answer);
    stopFor(result);
    if (result.stopped === null && ++refused >= mostRefused) throw new OutageError(misfit('no answer'));
  }
}

function headOf({ setup }: RemoteModelsOptions) {
  return { format: jobFormat, tool: toolVersion, setup } as const;
}

function placeInQueue({ priority = 0, signal }: ChatRequest) {
  return { priority, ...(signal ? { signal } : {}) };
}

function replyOf({ reply, error }: Answer): ChatReply {
  if (reply !== null) return reply;
  throw new ModelError(error?.code ?? 'server', error?.message ?? 'no answer', {
    retryable: error?.retryable ?? true,
  });
}

/** Throws what the worker was stopped by, where that stops the run. */
function stopFor({ stopped }: JobResult): void {
  if (stopped?.why === 'outage') throw new OutageError(stopped.message);
  if (stopped?.why === 'usage') throw new UsageError(stopped.message, stopped.remedy);
}

function refuse(play: Play, why: string): void {
  if (++play.refused >= mostRefused) throw new OutageError(misfit(why));
}

function misfit(why: string): string {
  return `a worker's result does not fit what the run plays: ${why}; have the same version everywhere`;
}

/** An agent reads nothing of a plan but its text. */
function plainEpisode({ plan, ...task }: EpisodeTask): RolloutJob['episode'] {
  const { id, iteration, environment, taskType, text } = plan;
  return { ...task, plan: { id, iteration, environment, taskType, text } };
}

/** What the model said, without what this run makes of it. */
export function plainReply({ text, finishReason, usage, model }: ChatReply) {
  return { text, finishReason, usage, model };
}

function spendOfResult({ answers, failedAttempts }: JobResult, prices: PriceTable): Spend {
  let costUsd = 0;
  let usage = { ...noUsage, calls: failedAttempts };
  for (const { reply, model } of answers) {
    if (reply === null) continue;
    const price = findPrice(prices, model);
    costUsd += price === null ? 0 : costOf(price, reply.usage);
    usage = addUsage(usage, reply.usage);
  }
  return { ...noSpend, usage, costUsd };
}
