/** The faults themselves: how each looks to a client. */
import type { ServerResponse } from 'node:http';
import { sendJson } from '../serve-model.js';
import { drawOne } from './draw-fault.js';
import type { FaultKind, FaultOptions } from './fault-options.js';

/** A request that a fault befalls, and what its draws depend on. */
export interface StruckRequest {
  readonly response: ServerResponse;
  readonly options: FaultOptions;
  /** Number of the request, from 0. */
  readonly number: number;
}

const page = '<!DOCTYPE html><html><body><h1>Bad gateway</h1></body></html>';
const serverErrors = [500, 502, 503, 504, 529] as const;

/** Faults that need no answer. */
const early = {
  'rate-limit': (struck: StruckRequest) => sendStatus(struck, 429),
  'server-error': (struck: StruckRequest) => sendStatus(struck, drawOf(struck, 'status', serverErrors)),
  reset: ({ response }: StruckRequest) => {
    response.destroy();
  },
  stall: (struck: StruckRequest) => {
    if (drawOf(struck, 'stall', [true, false])) sendPart(struck.response, '{"id": "chatcmpl-', 1000);
  },
  'malformed-json': ({ response }: StruckRequest) =>
    sendText(response, '{"object": "chat.completion", "choices": [,]}'),
  'html-page': ({ response }: StruckRequest) => sendText(response, page, 'text/html'),
  'empty-body': ({ response }: StruckRequest) => sendText(response, ''),
  'error-with-200': ({ response }: StruckRequest) =>
    sendJson(response, 200, describeError(500, 'The engine is overloaded.')),
};

/** Faults of an answer that has been worked out. */
const late = {
  'dropped-reply': (response: ServerResponse) => {
    response.destroy();
  },
  'reset-in-body': (response: ServerResponse, body: object) => {
    const text = JSON.stringify(body);
    sendPart(response, halfOf(text), Buffer.byteLength(text), () => response.destroy());
  },
  truncated: (response: ServerResponse, body: object) => sendText(response, halfOf(JSON.stringify(body))),
  'null-content': (response: ServerResponse, body: object) =>
    sendJson(response, 200, { ...body, choices: [choiceWithoutText] }),
  'no-choices': (response: ServerResponse, body: object) => sendJson(response, 200, { ...body, choices: [] }),
  'no-usage': (response: ServerResponse, body: object) =>
    sendJson(response, 200, { ...body, usage: undefined }),
};

/** Every fault is one or the other. */
type LateFault = Exclude<FaultKind, keyof typeof early>;

/** Whether a fault befalls an answer that has been worked out. */
export function isLate(fault: FaultKind): fault is LateFault {
  return fault in late;
}

/** Answers a request with a fault that needs no answer. */
export function sendEarlyFault(struck: StruckRequest, fault: Exclude<FaultKind, LateFault>): void {
  early[fault](struck);
}

/** Answers a request with what the fault leaves of its answer. */
export function sendLateFault(response: ServerResponse, fault: LateFault, body: object): void {
  late[fault](response, body);
}

/** Answers with an HTTP status that is no success; 429 and 503 may say when to come again. */
export function sendStatus(struck: StruckRequest, status: number): void {
  const { retryAfter = [] } = struck.options;
  if ((status === 429 || status === 503) && retryAfter.length > 0)
    struck.response.setHeader('retry-after', drawOf(struck, 'retry-after', retryAfter));
  sendJson(struck.response, status, describeError(status, words.get(status) ?? 'The server had an error.'));
}

const words = new Map([
  [400, "This model's maximum context length is 8192 tokens. Please reduce the length of the messages."],
  [401, 'Incorrect API key provided.'],
  [404, 'The model does not exist or you do not have access to it.'],
  [429, 'Rate limit reached. Please try again later.'],
]);

const choiceWithoutText = { index: 0, message: { role: 'assistant', content: null }, finish_reason: 'stop' };

function drawOf<T>({ options, number }: StruckRequest, label: string, items: readonly T[]): T {
  return drawOne(options, number, label, items);
}

function describeError(status: number, message: string): object {
  const type = status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error';
  return { error: { message, type, param: null, code: null } };
}

function halfOf(text: string): string {
  return text.slice(0, text.length / 2);
}

function sendText(response: ServerResponse, text: string, type = 'application/json'): void {
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Begins an answer of some bytes and does not end it. */
function sendPart(response: ServerResponse, text: string, bytes: number, sent: () => void = () => {}): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes });
  response.write(text, sent);
}
