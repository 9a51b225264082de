import type { EpisodeTask } from './episode-task.js';

/** What a model call is for. It is for our own books, the journal and the costs; providers never see it. */
export type Purpose =
  | 'think'
  | 'act'
  | 'formalize'
  | 'summarize'
  | 'identify-flaws'
  | 'revise-plan'
  | 'weigh-steps'
  | 'update-plan'
  | 'reflect-on-trial'
  | 'write-program'
  | 'check-program'
  | 'refine-program'
  | 'resume-program'
  | 'ask'
  | 'judge';

/** One message of a conversation. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** How to sample; what is left out is left to the provider. */
export interface Sampling {
  /** 0 is greedy. */
  readonly temperature?: number;
  /** Nucleus mass in (0, 1]. */
  readonly topP?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  /** Most tokens the reply may have. */
  readonly maxTokens?: number;
}

/** A request for one completion. */
export interface ChatRequest {
  readonly purpose: Purpose;
  readonly messages: readonly ChatMessage[];
  readonly sampling: Sampling;
  /** Logical id of the call within its run, for example `train/0/heat-17/think/3`; set by the loop. */
  readonly callId?: string;
  /** Of calls that wait for their turn, those with a higher one go first; 0 unless given. Can not change an answer. */
  readonly priority?: number;
  /**
   * Gives the episode that the call is a part of; the same function in all of its calls. Can not change an answer. A
   * function, so that no record of a request holds what is hidden from agents.
   */
  readonly episode?: () => EpisodeTask;
  readonly signal?: AbortSignal;
}

/** Tokens of one or more calls. */
export interface Usage {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Part of `promptTokens` that the provider served from its cache. */
  readonly cachedTokens: number;
  /** Calls whose tokens the provider did not report and we estimated. */
  readonly estimatedCalls: number;
}

/** A model's answer. `length` means that the token limit cut it. */
export interface ChatReply {
  readonly text: string;
  readonly finishReason: 'stop' | 'length';
  readonly usage: Usage;
  /** The model's name as the provider gives it. */
  readonly model: string;
  /** US$ of this call; null where no price is known. Set by the pricing middleware. */
  readonly costUsd?: number | null;
  /** Set by the response cache: the answer was had before, and nothing was sent or paid. */
  readonly fromCache?: true;
}

/**
 * A language model behind one method. `complete` rejects with a ModelError when no usable answer could be had;
 * it never resolves with an empty or half answer that looks whole.
 */
export interface ChatModel {
  /** Name for records and reports, for example `gpt-4o` or `simulated-strong`. */
  readonly id: string;
  complete(request: ChatRequest): Promise<ChatReply>;
}

/** Wraps a model with one behaviour: retry, limit, budget, price. */
export type ModelMiddleware = (model: ChatModel) => ChatModel;

/** No calls at all. */
export const noUsage: Usage = {
  calls: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  estimatedCalls: 0,
};

/** Sum of two usages. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    calls: a.calls + b.calls,
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    estimatedCalls: a.estimatedCalls + b.estimatedCalls,
  };
}

/** Tokens and money of a set of calls. */
export interface Spend {
  readonly usage: Usage;
  /** Sum over the calls whose price is known, US$. */
  readonly costUsd: number;
  /** Calls whose price is not known: then `costUsd` is a lower bound. */
  readonly unpricedCalls: number;
}

/** Nothing spent. */
export const noSpend: Spend = { usage: noUsage, costUsd: 0, unpricedCalls: 0 };

/** Sum of two spends. */
export function addSpend(a: Spend, b: Spend): Spend {
  return {
    usage: addUsage(a.usage, b.usage),
    costUsd: a.costUsd + b.costUsd,
    unpricedCalls: a.unpricedCalls + b.unpricedCalls,
  };
}

/** What one reply cost. */
export function spendOf(reply: ChatReply): Spend {
  const known = reply.costUsd !== null && reply.costUsd !== undefined;
  return { usage: reply.usage, costUsd: known ? (reply.costUsd ?? 0) : 0, unpricedCalls: known ? 0 : 1 };
}
