/**
 * HTTP, as models behind a server need it. The only file that knows undici: the client that is within Node's own fetch,
 * without the web streams around it, which cost several times as much as the client itself.
 */
import type { EnvironmentVariables } from './api-key.js';

/** A request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** An answer with its whole body. */
export interface HttpAnswer {
  readonly status: number;
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

/** Sends a request, and follows redirects. Rejects with an error of the network, or with the signal's reason. */
export type SendRequest = (request: HttpRequest) => Promise<HttpAnswer>;

/** Redirects that are followed. A key goes to no other host. */
const mostRedirects = 5;

let shared: Promise<SendRequest> | undefined;

/** The client of this process. It takes long to load, so it is loaded when the first request is sent. */
export function openSender(): Promise<SendRequest> {
  shared ??= usesProxies(process.env) ? Promise.resolve(sendByFetch) : createSender();
  return shared;
}

async function createSender(): Promise<SendRequest> {
  const { Agent, interceptors, request: send } = await import('undici');
  // How long an answer may take is for the caller to say.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const dispatcher = agent.compose(interceptors.redirect({ maxRedirections: mostRedirects }));
  return async ({ url, method, headers, body = null, signal }) => {
    const answer = await send(url, { method, headers, body, signal, dispatcher });
    const header = (name: string) => {
      const value = answer.headers[name];
      return Array.isArray(value) ? value[0] : value;
    };
    return { status: answer.statusCode, header, text: await answer.body.text() };
  };
}

/** Whether Node has been told to go by HTTP_PROXY and its like: its own fetch knows how. */
function usesProxies({ NODE_USE_ENV_PROXY, NODE_OPTIONS = '' }: EnvironmentVariables): boolean {
  return NODE_USE_ENV_PROXY === '1' || NODE_OPTIONS.includes('--use-env-proxy');
}

const sendByFetch: SendRequest = async ({ url, method, headers, body = null, signal }) => {
  const answer = await fetch(url, { method, headers, body, signal });
  const header = (name: string) => answer.headers.get(name) ?? undefined;
  return { status: answer.status, header, text: await answer.text() };
};
