import type OpenAI from 'openai';
import { ModelError, messageOf } from '../core/errors.js';
import type { ChatModel, ChatReply, ChatRequest } from '../core/model.js';
import { type Clock, systemClock } from '../util/clock.js';
import { startDeadline } from '../util/deadline.js';
import { parseRetryAfter } from '../util/retry-after.js';
import { type EnvironmentVariables, isLoopback, resolveApiKey, resolveBaseUrl } from './api-key.js';
import {
  createFailureFactory,
  describeConnection,
  type FailureFactory,
  judgeConnection,
  judgeStatus,
  quote,
} from './model-failure.js';
import { parseReply } from './parse-reply.js';
import { createRedactor } from './redact.js';

/** How to reach a model. */
export interface OpenAiModelOptions {
  /** The model's name as the provider knows it; also the `id` in records. */
  readonly name: string;
  /** Up to and with `/v1`. Default: `OPENAI_BASE_URL`, else OpenAI. */
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key. Default: none for servers on this machine, else `OPENAI_API_KEY`. */
  readonly apiKeyEnv?: string;
  /** Time for one call with its whole body. Default 120 000. Node's fetch itself gives up after 300 000 of silence. */
  readonly timeoutMilliseconds?: number;
  /** What the server calls the token limit. Newer OpenAI models want `max_completion_tokens`. */
  readonly maxTokensField?: 'max_tokens' | 'max_completion_tokens';
  readonly clock?: Clock;
  /** Default `process.env`. */
  readonly variables?: EnvironmentVariables;
}

/** What the error paths of one model share. */
interface Connection {
  readonly failure: FailureFactory;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly timeoutMilliseconds: number;
}

/**
 * A model behind the Chat Completions API of OpenAI or of any compatible server (Ollama, vLLM, llama.cpp,
 * OpenRouter and so on). One request per call: retries belong to the middleware. A call that fails rejects with
 * a ModelError; one that the caller aborts rejects with the signal's reason. Throws a UsageError at once when
 * the URL is bad or the key is missing.
 */
export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const variables = options.variables ?? process.env;
  const baseUrl = resolveBaseUrl(options.baseUrl, variables);
  const apiKey = resolveApiKey(baseUrl, options.apiKeyEnv, variables);
  const redact = createRedactor(apiKey);
  const connection: Connection = {
    failure: createFailureFactory(`${options.name} at ${new URL(baseUrl).host}`, redact),
    redact,
    clock: options.clock ?? systemClock,
    timeoutMilliseconds: options.timeoutMilliseconds ?? 120_000,
  };
  let client: Promise<OpenAI> | undefined;
  const send = async (request: ChatRequest, signal: AbortSignal): Promise<ChatReply> => {
    client ??= openClient(baseUrl, apiKey, connection.timeoutMilliseconds);
    const body = toRequestBody(options.name, request, options.maxTokensField ?? 'max_tokens');
    const response = await (await client).chat.completions.create(body, { signal }).asResponse();
    const context = { messages: request.messages, model: options.name, ...connection };
    return parseReply(await response.text(), context);
  };
  return { id: options.name, complete: (request) => completeInTime(request, send, connection) };
}

async function completeInTime(
  request: ChatRequest,
  send: (request: ChatRequest, signal: AbortSignal) => Promise<ChatReply>,
  connection: Connection,
): Promise<ChatReply> {
  request.signal?.throwIfAborted();
  const { clock, failure, timeoutMilliseconds } = connection;
  const deadline = startDeadline(clock, timeoutMilliseconds, request.signal);
  try {
    return await send(request, deadline.signal);
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason;
    if (error instanceof ModelError) throw error;
    if (deadline.expired())
      throw failure(
        { code: 'timeout', retryable: true },
        `no whole reply within ${timeoutMilliseconds / 1000} s`,
      );
    throw toModelError(error, connection);
  } finally {
    deadline.cancel();
  }
}

/** The SDK takes long to load, so it is loaded by the first call. It must not log: prompts and stdout are ours. */
async function openClient(baseUrl: string, apiKey: string, timeoutMilliseconds: number): Promise<OpenAI> {
  const { default: Client } = await import('openai');
  const ownHost = isLoopback(new URL(baseUrl).hostname);
  return new Client({
    baseURL: baseUrl,
    apiKey,
    adminAPIKey: null,
    ...(ownHost ? { organization: null, project: null } : {}),
    maxRetries: 0,
    // Covers the headers only; our deadline, which covers the body too, comes first.
    timeout: timeoutMilliseconds + 1000,
    logLevel: 'off',
  });
}

function toRequestBody(
  model: string,
  { messages, sampling }: ChatRequest,
  maxTokensField: 'max_tokens' | 'max_completion_tokens',
): OpenAI.ChatCompletionCreateParamsNonStreaming {
  const { temperature, topP, seed, stop, maxTokens } = sampling;
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop === undefined || stop.length === 0 ? {} : { stop: [...stop] }),
    ...(maxTokens === undefined ? {} : { [maxTokensField]: maxTokens }),
  };
}

/** Sorts what the SDK throws: an HTTP status, or a connection that failed before or within the body. */
function toModelError(error: unknown, { failure, redact, clock }: Connection): ModelError {
  const { status, headers, code } = error as { status?: unknown; headers?: unknown; code?: unknown };
  if (typeof status !== 'number')
    return failure(judgeConnection(error), `no connection: ${quote(describeConnection(error), redact)}`);
  const header = (name: string) => (headers instanceof Headers ? headers.get(name) : null);
  const words = messageOf(error).replace(/^\d+ /, '');
  return failure(
    judgeStatus(status, code),
    `HTTP ${status}: ${quote(words, redact)}`,
    parseRetryAfter(header, clock.now()),
  );
}
