/**
 * Asks a MediaWiki API as its rules of use want it (mediawiki.org, API:Etiquette): one request after another, with a
 * name, not while the site is behind, and again only after as long as it asks for. What is no answer is an error.
 */
import { messageOf } from '../../core/errors.js';
import { type Clock, systemClock } from '../../util/clock.js';
import { startDeadline } from '../../util/deadline.js';
import { parseRetryAfter } from '../../util/retry-after.js';

/** How the API is asked. */
export interface WikiApiSettings {
  /** Address of `api.php`. */
  readonly baseUrl: string;
  readonly userAgent: string;
  readonly clock?: Clock;
  /** What differs from the usual: 30 s an attempt, 3 attempts, 1 s before the second, 0.1 s between requests, 5 MB. */
  readonly limits?: Partial<typeof usualLimits>;
}

/** Asks for one thing. Rejects when there is no usable answer. */
export type AskWikiApi = (parameters: Readonly<Record<string, string>>) => Promise<unknown>;

const usualLimits = {
  attemptSeconds: 30,
  attempts: 3,
  /** Doubles with each attempt; where the site says how long to wait, that counts instead, up to a minute. */
  waitSeconds: 1,
  gapSeconds: 0.1,
  answerBytes: 5_000_000,
};
const longestWaitSeconds = 60;

/** No usable answer; `again` where another attempt may get one. */
class ApiFault extends Error {
  readonly again: boolean;
  readonly waitSeconds: number | undefined;
  constructor(message: string, again: boolean, waitSeconds?: number) {
    super(message);
    this.again = again;
    this.waitSeconds = waitSeconds;
  }
}

/** An API to ask. All that ask it together wait for each other. */
export function createWikiApi(settings: WikiApiSettings): AskWikiApi {
  const { baseUrl, userAgent, clock = systemClock } = settings;
  const limits = { ...usualLimits, ...settings.limits };
  const common = { format: 'json', formatversion: '2', maxlag: '5' };
  const attempt = (url: URL) => askOnce(url, userAgent, clock, limits);
  const pause = () => clock.sleep(limits.gapSeconds * 1000);
  let last: Promise<unknown> = Promise.resolve();
  return (parameters) => {
    const url = new URL(baseUrl);
    for (const [name, value] of Object.entries({ ...common, ...parameters }))
      url.searchParams.set(name, value);
    const answer = last.then(() => askPatiently(() => attempt(url), clock, limits));
    last = answer.then(pause, pause);
    return answer;
  };
}

async function askPatiently(
  attempt: () => Promise<unknown>,
  clock: Clock,
  { attempts, waitSeconds }: typeof usualLimits,
): Promise<unknown> {
  for (let made = 1; ; made++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiFault) || !error.again || made >= attempts) throw error;
      const wanted = error.waitSeconds ?? waitSeconds * 2 ** (made - 1);
      await clock.sleep(Math.min(Math.max(wanted, 0), longestWaitSeconds) * 1000);
    }
  }
}

async function askOnce(
  url: URL,
  userAgent: string,
  clock: Clock,
  { attemptSeconds, answerBytes }: typeof usualLimits,
): Promise<unknown> {
  const deadline = startDeadline(clock, attemptSeconds * 1000);
  try {
    const response = await fetch(url, { headers: { 'user-agent': userAgent }, signal: deadline.signal });
    const text = await readBody(response, answerBytes, url.host);
    return readAnswer(response, text, url.host, clock.now());
  } catch (error) {
    if (error instanceof ApiFault) throw error;
    if (deadline.expired()) throw new ApiFault(`${url.host} gave no answer within ${attemptSeconds} s`, true);
    const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : '';
    throw new ApiFault(`${url.host} can not be asked: ${messageOf(error)}${cause}`, true);
  } finally {
    deadline.cancel();
  }
}

async function readBody(response: Response, limit: number, host: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > limit) throw new ApiFault(`${host} sent more than ${limit} bytes`, false);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The codes of errors that pass. */
const passing = new Set(['maxlag', 'ratelimited', 'readonly', 'internal_api_error_DBConnectionError']);

function readAnswer(response: Response, text: string, host: string, now: number): unknown {
  const { status, headers } = response;
  const wait = parseRetryAfter((name) => headers.get(name), now);
  if (status !== 200) {
    const hint = status === 403 ? ' (does the user agent say who asks?)' : '';
    throw new ApiFault(
      `${host} answered with status ${status}${hint}`,
      status === 429 || status >= 500,
      wait,
    );
  }
  if (text.trim() === '') throw new ApiFault(`${host} sent an empty answer`, true);
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    const kind = headers.get('content-type') ?? 'of no stated kind';
    throw new ApiFault(`${host} sent something that is not JSON (${kind})`, false);
  }
  const code = errorCode(answer);
  if (code === null) return answer;
  throw new ApiFault(`${host} answered with the error ${code}`, passing.has(code), wait);
}

function errorCode(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return null;
  const { error } = answer;
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode ? String(error.code) : 'without a code';
}
