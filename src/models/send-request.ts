/**
 * HTTP, as models behind a server need it. Node's own client takes a fraction of the CPU time of its `fetch`, and keeps
 * nothing of a prompt while it waits for the answer.
 */
import {
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { systemClock } from '../util/clock.js';
import type { EnvironmentVariables } from './api-key.js';
import { encodeBody } from './body-bytes.js';

/** An answer with its whole body. */
export interface HttpAnswer {
  readonly status: number;
  /** By its name in lower case. */
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

/** Where requests are sent with `POST`, and with which headers. */
export interface HttpTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends what `format` gives, which is asked again where the server wants the same sent elsewhere. Rejects with an error
 * of the network, and with the signal's reason as soon as it is aborted; the signal is to be of this call alone.
 */
export type Send = (format: () => string, signal: AbortSignal) => Promise<HttpAnswer>;

/** Redirects that are followed in a row. */
const mostRedirects = 5;

/** How to send requests to a target. Connections are kept, and shared by all who send to the same host. */
export function createSender({ url, headers }: HttpTarget, variables: EnvironmentVariables): Send {
  if (usesProxies(variables))
    return async (format, signal) => {
      const answer = await fetch(url, { method: 'POST', headers, body: format(), signal });
      const header = (name: string) => answer.headers.get(name) ?? undefined;
      return { status: answer.status, header, text: await answer.text() };
    };
  const given = createAddress(new URL(url), headers);
  return async (format, signal) => {
    let address = given;
    for (let followed = 0; ; followed++) {
      const answer = await exchange(address, format, signal);
      const next = followed < mostRedirects ? redirectOf(answer, address.url) : null;
      if (next === null) return answer;
      address = createAddress(next, headers);
    }
  };
}

/** Whether Node has been told to go by HTTP_PROXY and its like, which its `fetch` knows how to. */
function usesProxies({ NODE_USE_ENV_PROXY, NODE_OPTIONS = '' }: EnvironmentVariables): boolean {
  return NODE_USE_ENV_PROXY === '1' || NODE_OPTIONS.includes('--use-env-proxy');
}

/** Where a server wants the same request sent again; null for another host, which is given neither prompts nor keys. */
function redirectOf({ status, header }: HttpAnswer, from: URL): URL | null {
  const location = status === 307 || status === 308 ? header('location') : undefined;
  if (location === undefined || !URL.canParse(location, from.href)) return null;
  const next = new URL(location, from);
  return next.origin === from.origin ? next : null;
}

const httpAgent = new HttpAgent({ keepAlive: true });
const httpsAgent = new HttpsAgent({ keepAlive: true });

/** Where one request is sent, as Node takes it. */
interface Address {
  readonly url: URL;
  readonly options: RequestOptions;
  /** Names and values in turn, which Node takes as they are. */
  readonly headers: readonly string[];
}

function createAddress(url: URL, headers: HttpTarget['headers']): Address {
  const { protocol, hostname, port, pathname, search, host } = url;
  return {
    url,
    options: {
      agent: protocol === 'https:' ? httpsAgent : httpAgent,
      protocol,
      // An IPv6 address has brackets in a URL alone.
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: `${pathname}${search}`,
      method: 'POST',
    },
    headers: ['host', host, ...Object.entries(headers).flat()],
  };
}

/** One request and its answer. */
function exchange(address: Address, format: () => string, signal: AbortSignal): Promise<HttpAnswer> {
  signal.throwIfAborted();
  // No function below may use the text: they would keep it for as long as they wait.
  const { bytes, release } = encodeBody(format());
  const headers = [...address.headers, 'content-length', `${bytes.length}`];
  const send = address.url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send({ ...address.options, headers });
  const answer = new Promise<HttpAnswer>((resolve, reject) => {
    // The signal is this call's own, and ends with it.
    signal.addEventListener('abort', () => {
      reject(signal.reason);
      request.destroy();
    });
    request.on('socket', giveUpConnecting);
    request.on('error', reject);
    request.on('response', (response) => {
      readText(response, reject, (text) => {
        const header = (name: string) => [response.headers[name]].flat()[0];
        resolve({ status: response.statusCode ?? 0, header, text });
      });
    });
  });
  request.end(bytes, release);
  return answer;
}

function readText(
  response: IncomingMessage,
  fail: (error: Error) => void,
  done: (text: string) => void,
): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('error', fail);
  response.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
}

/** Longest wait for a connection, as in Node's `fetch`: a host that is not there is tried again long before an answer is late. */
const mostConnectingMilliseconds = 10_000;

function giveUpConnecting(socket: Socket): void {
  if (!socket.connecting) return;
  const callOff = systemClock.later(mostConnectingMilliseconds, () =>
    socket.destroy(new Error('the connection timed out')),
  );
  socket.once('connect', callOff);
  socket.once('close', callOff);
}
