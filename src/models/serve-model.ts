import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ModelError, messageOf, UsageError } from '../core/errors.js';
import type { ChatModel } from '../core/model.js';
import { errorCode } from '../util/files.js';
import { isLoopback } from './api-key.js';
import { ApiError, formatChatReply, parseChatCall } from './chat-api.js';

/** Where to serve. */
export interface ServeOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** An address of this machine alone. Default `127.0.0.1`. */
  readonly host?: string;
}

/** A running server. */
export interface ModelServer {
  /** Base URL up to and with `/v1`, as clients want it. */
  readonly url: string;
  /** Stops at once; requests under way are cut. */
  close(): Promise<void>;
}

/** Most bytes of a request body. */
const bodyLimit = 8 * 1024 * 1024;

/** Models by the names that requests give. */
export type ServedModels = ReadonlyMap<string, ChatModel>;

/**
 * Serves models by name with OpenAI's Chat Completions API: `POST /v1/chat/completions` (no streaming, one
 * choice), `GET /v1/models`, `GET /health`. A model gets the messages and the sampling that were sent, and
 * nothing else; equal requests get equal answers. The API knows no purpose, so every request has `act`. There
 * is no authentication: it listens on this machine only. Throws a UsageError for another host or a busy port.
 */
export function serveModel(models: ServedModels, options: ServeOptions): Promise<ModelServer> {
  return openServer(async (request, response) => {
    const { status, body } = await answerRequest(models, request, goneSignal(response));
    sendJson(response, status, body);
  }, options);
}

/** Answers a request; must not reject. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Opens a server on this machine. Throws a UsageError for another host or a busy port. */
export async function openServer(handle: RequestHandler, options: ServeOptions): Promise<ModelServer> {
  const { port, host = '127.0.0.1' } = options;
  if (!isLoopback(host))
    throw new UsageError(`host "${host}" is not this machine`, 'use 127.0.0.1: the server has no lock');
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new UsageError(`port ${port} is not a whole number from 0 to 65535`);
  const server = createServer((request, response) => void handle(request, response));
  await listen(server, port, host);
  const { port: used } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${used}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const why = errorCode(error) === 'EADDRINUSE' ? 'is in use' : `can not be used (${messageOf(error)})`;
      reject(new UsageError(`port ${port} on ${host} ${why}`, 'choose another with --port'));
    });
    server.listen(port, host, resolve);
  });
}

/** Aborted when the client goes away before it has been answered. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort('the client went away');
  });
  return gone.signal;
}

/** What a request is answered with. */
export interface ServerAnswer {
  readonly status: number;
  readonly body: object;
}

/** Works out the answer to a request, as `serveModel` has it: a failure is an answer too. */
export async function answerRequest(
  models: ServedModels,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<ServerAnswer> {
  try {
    return { status: 200, body: await dispatch(models, request, signal) };
  } catch (error) {
    const { status, message, param, code } = toApiError(error);
    const type =
      status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error';
    return { status, body: { error: { message, type, param, code } } };
  }
}

async function dispatch(
  models: ServedModels,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<object> {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const method = path === '/v1/chat/completions' ? 'POST' : 'GET';
  if (!['/v1/chat/completions', '/v1/models', '/health'].includes(path))
    throw new ApiError(404, `Unknown path: ${path}`);
  if (request.method !== method) throw new ApiError(405, `Use ${method} for ${path}.`);
  if (path === '/health') return { status: 'ok' };
  if (path === '/v1/models') return listModels(models);
  return completeChat(models, await readBody(request), signal);
}

async function completeChat(models: ServedModels, body: string, signal: AbortSignal): Promise<object> {
  const { model: name, messages, sampling } = parseChatCall(body);
  const model = models.get(name);
  if (model === undefined)
    throw new ApiError(
      404,
      `The model '${name}' does not exist; there are: ${[...models.keys()].join(', ')}.`,
      {
        param: 'model',
        code: 'model_not_found',
      },
    );
  return formatChatReply(body, await model.complete({ purpose: 'act', messages, sampling, signal }));
}

function listModels(models: ServedModels): object {
  const data = [...models.keys()].map((id) => ({ id, object: 'model', created: 0, owned_by: 'planwright' }));
  return { object: 'list', data };
}

/** The whole body as text. A body that is too large is read to its end, so that the client sees the answer. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= bodyLimit) chunks.push(chunk);
  }
  if (bytes > bodyLimit) throw new ApiError(413, `The body is larger than ${bodyLimit} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new ApiError(400, 'The body is not valid UTF-8.');
  }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const message = messageOf(error);
  if (!(error instanceof ModelError)) return new ApiError(500, message);
  if (error.code === 'rate-limit') return new ApiError(429, message, { code: error.code });
  const ours = error.code === 'request' || error.code === 'refusal';
  return new ApiError(ours ? 400 : 500, message, { code: error.code });
}

/** Sends a whole answer. */
export function sendJson(response: ServerResponse, status: number, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}
