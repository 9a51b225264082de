import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with the request number `n` (from 0). */
export type Fault = (response: ServerResponse, n: number, body: string) => void;

export interface FaultServer {
  /** Base URL up to and with `/v1`. */
  readonly url: string;
  /** Bodies of the requests so far. */
  readonly bodies: readonly string[];
  readonly headers: readonly IncomingMessage['headers'][];
  close(): Promise<void>;
}

/** A loopback server that misbehaves on purpose. */
export async function startFaultServer(fault: Fault): Promise<FaultServer> {
  const bodies: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    headers.push(request.headers);
    fault(response, bodies.push(body) - 1, body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    bodies,
    headers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with a status, a body and headers. */
export function send(status: number, body: unknown, headers: Record<string, string> = {}): Fault {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text);
  };
}

/** A whole and good completion, with some parts changed. */
export function completion(changes: Record<string, unknown> = {}, choice: Record<string, unknown> = {}) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'test-model-2025',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'go to desk 1' },
        finish_reason: 'stop',
        ...choice,
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 3 } },
    ...changes,
  };
}
