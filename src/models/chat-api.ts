import type { ChatMessage, ChatReply, Sampling } from '../core/model.js';
import { sha256 } from '../util/hash.js';

/** A refusal to serve, in the API's form. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The parameter at fault. */
  readonly param: string | null;
  readonly code: string | null;
  constructor(status: number, message: string, details: { param?: string; code?: string } = {}) {
    super(message);
    this.status = status;
    this.param = details.param ?? null;
    this.code = details.code ?? null;
  }
}

/** A Chat Completions request as far as a ChatModel knows one. */
export interface ChatCall {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly sampling: Sampling;
}

type JsonRecord = Readonly<Record<string, unknown>>;

/** Parameters that a plain text model can not serve; anything else unknown is ignored, as it changes no text. */
const unsupported = ['tools', 'functions', 'audio', 'modalities', 'response_format', 'logprobs'];

const roles = new Map<unknown, ChatMessage['role']>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

/** Reads the body of `POST /v1/chat/completions`. Throws an ApiError with status 400. */
export function parseChatCall(body: string): ChatCall {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new ApiError(400, 'The body is not valid JSON.');
  }
  if (!isRecord(value)) throw new ApiError(400, 'The body must be a JSON object.');
  const { model, messages, n, stream } = value;
  if (typeof model !== 'string') throw invalid('model', 'must be text');
  if (!Array.isArray(messages) || messages.length === 0)
    throw invalid('messages', 'must be a non-empty list');
  if (n !== undefined && n !== null && n !== 1) throw invalid('n', 'must be 1: one choice per request');
  if (stream) throw invalid('stream', 'must be false: streaming is not supported');
  for (const name of unsupported) if (value[name]) throw invalid(name, 'is not supported');
  return { model, messages: messages.map(readMessage), sampling: readSampling(value) };
}

/** The answer to a request body. Equal bodies and replies give equal answers, whenever they are made. */
export function formatChatReply(body: string, reply: ChatReply): object {
  const { promptTokens, completionTokens, cachedTokens, estimatedCalls } = reply.usage;
  const usage = {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
  const message = { role: 'assistant', content: reply.text, refusal: null };
  return {
    id: `chatcmpl-${sha256(body).slice(0, 24)}`,
    object: 'chat.completion',
    created: 0,
    model: reply.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reply.finishReason }],
    // Nobody downstream may take an estimate for a count.
    ...(estimatedCalls === 0 ? { usage } : {}),
  };
}

function readMessage(value: unknown, index: number): ChatMessage {
  const at = `messages[${index}]`;
  if (!isRecord(value)) throw invalid(at, 'must be an object');
  const role = roles.get(value.role);
  if (role === undefined) throw invalid(`${at}.role`, 'must be system, developer, user or assistant');
  const { content } = value;
  if (typeof content === 'string') return { role, content };
  if (!Array.isArray(content)) throw invalid(`${at}.content`, 'must be text or a list of text parts');
  return { role, content: content.map((part) => readPart(part, at)).join('') };
}

function readPart(part: unknown, at: string): string {
  if (isRecord(part) && part.type === 'text' && typeof part.text === 'string') return part.text;
  throw invalid(`${at}.content`, 'may hold text parts only');
}

function readSampling(body: JsonRecord): Sampling {
  const temperature = readNumber(body, 'temperature', 0, 2);
  const topP = readNumber(body, 'top_p', 0, 1);
  const seed = readInteger(body, 'seed', Number.MIN_SAFE_INTEGER);
  const stop = readStop(body.stop);
  const maxTokens = readInteger(body, 'max_completion_tokens', 1) ?? readInteger(body, 'max_tokens', 1);
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop === undefined ? {} : { stop }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
}

function readNumber(body: JsonRecord, name: string, least: number, most: number): number | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw invalid(name, `must be a number from ${least} to ${most}`);
}

function readInteger(body: JsonRecord, name: string, least: number): number | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  throw invalid(name, least === 1 ? 'must be a positive whole number' : 'must be a whole number');
}

function readStop(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const stops: unknown[] = Array.isArray(value) ? value : [value];
  if (stops.every((stop): stop is string => typeof stop === 'string' && stop !== '')) return stops;
  throw invalid('stop', 'must be a non-empty text or a list of such');
}

function invalid(param: string, message: string): ApiError {
  return new ApiError(400, `'${param}' ${message}.`, { param });
}

function isRecord(value: unknown): value is JsonRecord {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
