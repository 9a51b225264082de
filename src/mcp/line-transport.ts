/**
 * MCP's stdio transport: one JSON message a line. The SDK's own is silent about lines that are no messages, ends at one
 * that is too long, and drops what it was asked just before its input ended; this one answers all of them.
 */
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import type { Clock } from '../util/clock.js';
import { type BoundedLine, readBoundedLines } from './bounded-lines.js';

/** Longest message that is read, in characters. */
export const longestMessage = 1024 * 1024;

/** Milliseconds that the last answers may still take when the input has ended. */
const lastAnswers = 2000;

/** What a transport works with; `clock` limits how long the last answers are waited for. */
export interface LineStreams {
  readonly input: Readable;
  readonly output: Writable;
  readonly clock: Clock;
}

/** Messages over two streams. A line that is no message is answered with a JSON-RPC error. Ends with its input. */
export function createLineTransport({ input, output, clock }: LineStreams): Transport {
  const requests = createOpenRequests();
  let isClosed = false;
  const receive = async (line: BoundedLine) => {
    const { message, complaint } = readMessage(line);
    if (complaint !== undefined) return transport.send(complaint);
    requests.note(message);
    transport.onmessage?.(message);
  };
  const readAll = async () => {
    try {
      for await (const line of readBoundedLines(input, longestMessage))
        if (line?.trim() !== '') await receive(line);
      await requests.waitForAnswers(clock, lastAnswers);
    } catch (error) {
      if (!isClosed) transport.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
    await transport.close();
  };
  const transport: Transport = {
    start: async () => {
      output.on('error', () => transport.close());
      void readAll();
    },
    send: async (message) => {
      if (isClosed) throw new Error('the connection is closed');
      if (!output.write(`${JSON.stringify(message)}\n`)) await once(output, 'drain');
      requests.note(message);
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      input.destroy();
      transport.onclose?.();
    },
  };
  return transport;
}

type ReadLine =
  | { readonly message: JSONRPCMessage; readonly complaint?: undefined }
  | { readonly message?: undefined; readonly complaint: JSONRPCErrorResponse };

function readMessage(line: BoundedLine): ReadLine {
  if (line === null)
    return complain(ProtocolErrorCode.InvalidRequest, `a message has at most ${longestMessage} characters`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return complain(ProtocolErrorCode.ParseError, 'a line was not JSON');
  }
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return complain(ProtocolErrorCode.InvalidRequest, 'a line was no JSON-RPC message', idOf(value));
  }
}

function complain(code: number, message: string, id?: RequestId): ReadLine {
  // MCP leaves the id out where JSON-RPC writes null.
  return { complaint: { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code, message } } };
}

function idOf(value: unknown): RequestId | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  return typeof id === 'string' || Number.isInteger(id) ? (id as RequestId) : undefined;
}

/** Which requests have no answer yet. */
interface OpenRequests {
  /** Takes notice of a message that came or was sent. */
  note(message: JSONRPCMessage): void;
  /** Resolves when none is open any more, or the time is over. */
  waitForAnswers(clock: Clock, milliseconds: number): Promise<void>;
}

function createOpenRequests(): OpenRequests {
  const open = new Set<RequestId>();
  const done = new AbortController();
  let isLast = false;
  const close = (id: RequestId) => {
    open.delete(id);
    if (isLast && open.size === 0) done.abort();
  };
  return {
    note: (message) => {
      if (isJSONRPCRequest(message)) {
        // What is listened to is answered when the connection ends.
        if (message.method !== 'subscriptions/listen') open.add(message.id);
      } else if (isJSONRPCNotification(message)) {
        if (message.method === 'notifications/cancelled') close(message.params?.requestId as RequestId);
      } else if (message.id !== undefined) close(message.id);
    },
    waitForAnswers: async (clock, milliseconds) => {
      isLast = true;
      if (open.size > 0) await clock.sleep(milliseconds, done.signal).catch(() => {});
    },
  };
}
