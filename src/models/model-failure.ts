import { ModelError, type ModelErrorCode, messageOf } from '../core/errors.js';
import { errorCode } from '../util/files.js';

/** Most characters of a server's own words that a message quotes. */
const quoteLength = 300;

/** Whether and when to try again. */
export interface Verdict {
  readonly code: ModelErrorCode;
  readonly retryable: boolean;
}

/** Makes the ModelErrors of one model: the message names the model and holds no key. */
export type FailureFactory = (verdict: Verdict, message: string, retryAfterSeconds?: number) => ModelError;

/** A factory for the errors of one model. */
export function createFailureFactory(where: string, redact: (text: string) => string): FailureFactory {
  return ({ code, retryable }, message, retryAfterSeconds) =>
    new ModelError(code, redact(`${where}: ${message}`), { retryable, retryAfterSeconds });
}

/** What an HTTP status says about another attempt. `providerCode` is the `code` of the API's error, if any. */
export function judgeStatus(status: number, providerCode?: unknown): Verdict {
  if (status === 401 || status === 403) return { code: 'authentication', retryable: false };
  if (status === 429) return { code: 'rate-limit', retryable: providerCode !== 'insufficient_quota' };
  if (status === 408 || status === 409 || status >= 500) return { code: 'server', retryable: true };
  return { code: 'request', retryable: false };
}

/** What a failure below HTTP says: every one may be gone at the next attempt. */
export function judgeConnection(error: unknown): Verdict {
  const timedOut = causes(error).some((cause) =>
    /timed? ?out/i.test(`${errorCode(cause) ?? ''} ${cause.constructor.name} ${cause.message}`),
  );
  return { code: timedOut ? 'timeout' : 'connection', retryable: true };
}

/** The innermost reason of a connection failure, for people: `connect ECONNREFUSED 127.0.0.1:9`. */
export function describeConnection(error: unknown): string {
  const chain = causes(error);
  const last = chain.at(-1);
  return last === undefined ? messageOf(error) : last.message || (errorCode(last) ?? last.name);
}

/** A server's words on one line and not too long. */
export function quote(text: string, redact: (text: string) => string): string {
  const line = redact(text).replace(/\s+/g, ' ').trim();
  return line.length > quoteLength ? `${line.slice(0, quoteLength)}...` : line;
}

function causes(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 8; at = at.cause) chain.push(at);
  return chain;
}
