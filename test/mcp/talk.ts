import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createLiveCatalogue, servePlans } from '../../src/mcp/index.js';
import { systemClock } from '../../src/util/clock.js';

/** What a server said. */
export interface Talk {
  /** Its messages, in order. */
  readonly messages: readonly Message[];
  /** Its lines on stderr. */
  readonly said: readonly string[];
  /** The answer to a request. */
  answerTo(id: string | number): Message | undefined;
}

/** A JSON-RPC message, as far as tests look at it. */
export interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Settings of a talk; all is accepted unless told otherwise. */
export interface TalkOptions {
  readonly unreviewed?: boolean;
  readonly uncertified?: boolean;
}

/** Serves a folder to who writes these lines and then closes; objects are written as JSON. */
export async function talk(
  folder: string,
  lines: readonly (string | object)[],
  { unreviewed = true, uncertified = true }: TalkOptions = {},
): Promise<Talk> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const catalogue = createLiveCatalogue({ folder, acceptance: { unreviewed, uncertified }, say });
  const served = servePlans({ catalogue, say, input, output, clock: systemClock });
  const written = text(output);
  for (const line of lines) input.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  input.end();
  await served;
  output.end();
  const messages: Message[] = (await written)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { messages, said, answerTo: (id) => messages.find((message) => message.id === id) };
}

/** A request; of 2026-07-28 with the envelope that each of them has, else as it was before. */
export function request(id: string | number, method: string, params: object = {}, isModern = false): object {
  const envelope = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  return { jsonrpc: '2.0', id, method, params: isModern ? { ...params, ...envelope } : params };
}

/** How a client of 2025-06-18 begins. */
export const handshake: readonly object[] = [
  request('hello', 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }),
  { jsonrpc: '2.0', method: 'notifications/initialized' },
];
