import { ModelError } from '../core/errors.js';
import type { ChatModel, ChatReply, ChatRequest } from '../core/model.js';
import { type Clock, systemClock } from '../util/clock.js';
import { startDeadline } from '../util/deadline.js';
import { toolVersion } from '../util/package.js';
import { parseRetryAfter } from '../util/retry-after.js';
import { type EnvironmentVariables, isLoopback, resolveApiKey, resolveBaseUrl } from './api-key.js';
import { formatPrompt } from './digest-request.js';
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
import { createSender, type HttpAnswer } from './send-request.js';

/** How to reach a model. */
export interface OpenAiModelOptions {
  /** The model's name as the provider knows it; also the `id` in records. */
  readonly name: string;
  /** Up to and with `/v1`. Default: `OPENAI_BASE_URL`, else OpenAI. */
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key. Default: none for servers on this machine, else `OPENAI_API_KEY`. */
  readonly apiKeyEnv?: string;
  /** Time for one call with its whole body. Default 120 000. */
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
  const { name, maxTokensField = 'max_tokens' } = options;
  const headers = requestHeaders(baseUrl, apiKey, variables);
  const sendBody = createSender({ url: `${baseUrl}/chat/completions`, headers }, variables);
  const send = async (request: ChatRequest, signal: AbortSignal): Promise<ChatReply> => {
    const answer = await sendBody(() => formatBody(name, request, maxTokensField), signal);
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer, connection);
    return parseReply(answer.text, { messages: request.messages, model: name, ...connection });
  };
  return { id: name, complete: (request) => completeInTime(request, send, connection) };
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
    throw failure(
      judgeConnection(error),
      `no connection: ${quote(describeConnection(error), connection.redact)}`,
    );
  } finally {
    deadline.cancel();
  }
}

/** What every request says of us. */
function requestHeaders(
  baseUrl: string,
  apiKey: string,
  variables: EnvironmentVariables,
): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'content-type': 'application/json',
    'user-agent': `planwright/${toolVersion}`,
    ...(isLoopback(new URL(baseUrl).hostname) ? {} : accountHeaders(variables)),
    authorization: `Bearer ${apiKey}`,
  };
}

/** What the environment says of the account, by the names that OpenAI's own clients read. */
function accountHeaders({ OPENAI_ORG_ID, OPENAI_PROJECT_ID }: EnvironmentVariables): Record<string, string> {
  return {
    ...(OPENAI_ORG_ID ? { 'openai-organization': OPENAI_ORG_ID } : {}),
    ...(OPENAI_PROJECT_ID ? { 'openai-project': OPENAI_PROJECT_ID } : {}),
  };
}

function formatBody(
  model: string,
  request: ChatRequest,
  maxTokensField: 'max_tokens' | 'max_completion_tokens',
): string {
  const { temperature, topP, seed, stop, maxTokens } = request.sampling;
  const rest = JSON.stringify({
    model,
    temperature,
    top_p: topP,
    seed,
    stop: stop?.length === 0 ? undefined : stop,
    [maxTokensField]: maxTokens,
  });
  return `{"messages":${formatPrompt(model, request)},${rest.slice(1)}`;
}

/** What a status says that is no success, in the server's own words where it has any. */
function refusalOf({ status, header, text }: HttpAnswer, { failure, redact, clock }: Connection): ModelError {
  const elsewhere = status < 400 ? header('location') : undefined;
  const { words, code } =
    elsewhere === undefined ? readRefusal(text) : { words: `it sends us to ${elsewhere}` };
  return failure(
    judgeStatus(status, code),
    `HTTP ${status}: ${quote(words, redact)}`,
    parseRetryAfter(header, clock.now()),
  );
}

/** The message within the API's form of an error, or whatever else came. */
function readRefusal(text: string): { readonly words: string; readonly code?: unknown } {
  const words = text.trim() === '' ? 'status code (no body)' : text;
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown; code?: unknown } | null };
    if (error === undefined || error === null) return { words };
    const { message = error, code } = error;
    return { words: typeof message === 'string' ? message : JSON.stringify(message), code };
  } catch {
    return { words };
  }
}
