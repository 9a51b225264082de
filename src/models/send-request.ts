/**
 * HTTP, as models behind a server need it. The only file that knows undici: the client that is within Node's own fetch,
 * without the web streams around it, which cost several times as much as the client itself.
 */
import type { Dispatcher } from 'undici';
import { onAbort } from '../util/abort.js';
import type { EnvironmentVariables } from './api-key.js';

/** A request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** An answer with its whole body. */
export interface HttpAnswer {
  readonly status: number;
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

/** Sends a request. Rejects with an error of the network, and with the signal's reason as soon as it is aborted. */
export type SendRequest = (request: HttpRequest) => Promise<HttpAnswer>;

let shared: Promise<SendRequest> | undefined;

/** The client of this process. It takes long to load, so it is loaded when the first request is sent. */
export function openSender(): Promise<SendRequest> {
  shared ??= usesProxies(process.env) ? Promise.resolve(sendByFetch) : createSender();
  return shared;
}

/** Whether Node has been told to go by HTTP_PROXY and its like: its own fetch knows how. */
function usesProxies({ NODE_USE_ENV_PROXY, NODE_OPTIONS = '' }: EnvironmentVariables): boolean {
  return NODE_USE_ENV_PROXY === '1' || NODE_OPTIONS.includes('--use-env-proxy');
}

const sendByFetch: SendRequest = async ({ url, method, headers, body, signal }) => {
  const answer = await fetch(url, { method, headers, body, signal });
  const header = (name: string) => answer.headers.get(name) ?? undefined;
  return { status: answer.status, header, text: await answer.text() };
};

/** Redirects that are followed in a row. */
const mostRedirects = 5;

async function createSender(): Promise<SendRequest> {
  const { Agent } = await import('undici');
  // How long an answer may take is for the caller to say.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  return async (request) => {
    let url = new URL(request.url);
    for (let followed = 0; ; followed++) {
      const answer = await exchange(agent, url, request);
      const next = followed < mostRedirects ? redirectOf(answer, url) : null;
      if (next === null) return answer;
      url = next;
    }
  };
}

/** Where a server wants the same request sent again; null for any other host, which is given neither prompts nor keys. */
function redirectOf({ status, header }: HttpAnswer, url: URL): URL | null {
  const location = status === 307 || status === 308 ? header('location') : undefined;
  if (location === undefined || !URL.canParse(location, url.href)) return null;
  const next = new URL(location, url);
  return next.origin === url.origin ? next : null;
}

async function exchange(
  agent: Dispatcher,
  { origin, pathname, search }: URL,
  { method, headers, body, signal }: HttpRequest,
): Promise<HttpAnswer> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let status = 0;
    let rawHeaders: readonly Buffer[] = [];
    const chunks: Buffer[] = [];
    let cut: ((reason: Error) => void) | undefined;
    const letGo = onAbort(signal, () => {
      reject(signal.reason);
      cut?.(new Error('aborted'));
    });
    const end = (settle: () => void) => {
      letGo();
      settle();
    };
    agent.dispatch(
      { origin, path: `${pathname}${search}`, method, headers, body },
      {
        onConnect: (abort) => {
          cut = abort;
          // It may have been aborted while there was no connection.
          if (signal.aborted) abort(new Error('aborted'));
        },
        onHeaders: (statusCode, raw) => {
          status = statusCode;
          rawHeaders = raw;
          return true;
        },
        onData: (chunk) => {
          chunks.push(chunk);
          return true;
        },
        onComplete: () =>
          end(() =>
            resolve({ status, header: (name) => findHeader(rawHeaders, name), text: textOf(chunks) }),
          ),
        onError: (error) => end(() => reject(error)),
      },
    );
  });
}

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  return (chunks.length === 1 && first ? first : Buffer.concat(chunks)).toString('utf8');
}

/** The first header of a name, of names and values in turn. */
function findHeader(raw: readonly Buffer[], name: string): string | undefined {
  const at = raw.findIndex(
    (text, index) => index % 2 === 0 && text.toString('latin1').toLowerCase() === name,
  );
  return at === -1 ? undefined : raw[at + 1]?.toString('latin1');
}
