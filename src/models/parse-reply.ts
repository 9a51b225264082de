import type { ChatMessage, ChatReply, Usage } from '../core/model.js';
import { hideSecrets } from '../util/secrets.js';
import { estimateUsage } from './estimate-tokens.js';
import { type FailureFactory, judgeStatus, quote } from './model-failure.js';

/** What is known about a call before its answer is read. */
export interface ReplyContext {
  readonly messages: readonly ChatMessage[];
  /** The model that was asked. */
  readonly model: string;
  readonly failure: FailureFactory;
  readonly redact: (text: string) => string;
}

const mendable = { code: 'bad-reply', retryable: true } as const;
const hopeless = { code: 'bad-reply', retryable: false } as const;
const refused = { code: 'refusal', retryable: false } as const;

/** Names for the end of an answer; the second line is what Text Generation Inference says. */
const finishReasons = new Map<unknown, ChatReply['finishReason']>([
  ['stop', 'stop'],
  ['eos_token', 'stop'],
  ['stop_sequence', 'stop'],
  ['length', 'length'],
]);

/**
 * Reads the body of a 200 answer of a Chat Completions server. Throws a ModelError for whatever is not a whole
 * answer: empty or cut bodies, HTML, an error in disguise, no choice, no text, a refusal, an unknown end.
 */
export function parseReply(body: string, context: ReplyContext): ChatReply {
  const { failure } = context;
  const reply = parseBody(body, context);
  rejectError(reply, context);
  const choice = asRecord(Array.isArray(reply.choices) ? reply.choices[0] : undefined);
  if (choice === null) throw failure(mendable, 'the reply has no choices');
  // Whatever echoes a key must not go on: replies are recorded, and stand in later requests.
  const text = hideSecrets(readText(choice, context));
  const finishReason = finishReasons.get(choice.finish_reason);
  if (finishReason === undefined)
    throw failure(mendable, `the reply ended for an unknown reason (${quoteValue(choice.finish_reason)})`);
  return {
    text,
    finishReason,
    usage: readUsage(reply.usage) ?? estimateUsage(context.messages, text),
    model: typeof reply.model === 'string' && reply.model !== '' ? hideSecrets(reply.model) : context.model,
  };
}

type JsonRecord = Readonly<Record<string, unknown>>;

function parseBody(body: string, { failure, redact }: ReplyContext): JsonRecord {
  const text = body.trim();
  if (text === '') throw failure(mendable, 'the reply is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const what = text.startsWith('<') ? 'a web page instead of JSON' : 'malformed or cut JSON';
    throw failure(mendable, `the reply is ${what}: ${quote(text, redact)}`);
  }
  const reply = asRecord(value);
  if (reply === null) throw failure(mendable, 'the reply is not a JSON object');
  return reply;
}

/** Some gateways answer 200 and put the failure into the body, with the true status as its code. */
function rejectError(reply: JsonRecord, { failure, redact }: ReplyContext): void {
  if (reply.error === undefined || reply.error === null) return;
  const error = asRecord(reply.error);
  const words = typeof error?.message === 'string' ? error.message : JSON.stringify(reply.error);
  const status = error?.code;
  const verdict = typeof status === 'number' && status >= 400 ? judgeStatus(status) : mendable;
  throw failure(verdict, `an error came with status 200: ${quote(words, redact)}`);
}

function readText(choice: JsonRecord, { failure, redact }: ReplyContext): string {
  const message = asRecord(choice.message);
  const refusal = message?.refusal;
  if (typeof refusal === 'string' && refusal !== '')
    throw failure(refused, `the model refused: ${quote(refusal, redact)}`);
  if (choice.finish_reason === 'content_filter')
    throw failure(refused, "the provider's content filter stopped the reply");
  const content = message?.content;
  if (typeof content === 'string' && content !== '') return content;
  if (choice.finish_reason === 'length')
    throw failure(hopeless, 'all tokens were used before the answer began; raise maxTokens');
  throw failure(mendable, 'the reply has no text');
}

/** OpenAI counts cached tokens within the prompt tokens. Null unless both counts are usable. */
function readUsage(value: unknown): Usage | null {
  const usage = asRecord(value);
  const promptTokens = readCount(usage?.prompt_tokens);
  const completionTokens = readCount(usage?.completion_tokens);
  if (promptTokens === null || completionTokens === null) return null;
  const cached = readCount(asRecord(usage?.prompt_tokens_details)?.cached_tokens) ?? 0;
  return {
    calls: 1,
    promptTokens,
    completionTokens,
    cachedTokens: Math.min(cached, promptTokens),
    estimatedCalls: 0,
  };
}

function readCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function asRecord(value: unknown): JsonRecord | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonRecord) : null;
}

function quoteValue(value: unknown): string {
  return value === undefined ? 'none given' : JSON.stringify(value).slice(0, 40);
}
