/**
 * A server that answers every call after a fixed time, for benches in which nothing but the calls matters: it speaks
 * Chat Completions, streamed where that is asked for, and answers a question for a side with `Answer: left` or
 * `Answer: right` by what it was sent, and anything else with a text in which every kind of reader finds what it wants.
 * `GET /calls` says how many calls there were. Run as a program: `mock-server.ts MILLISECONDS`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { endWithUs } from './figures.js';

const file = fileURLToPath(import.meta.url);

/** Starts it in a process of its own. */
export function startMockServer(milliseconds: number): Promise<{ child: ChildProcess; url: string }> {
  const child = endWithUs(
    spawn(process.execPath, ['--import', 'tsx', file, `${milliseconds}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  return new Promise((done, fail) => {
    child.once('exit', () => fail(new Error('the mock server has ended')));
    child.stdout?.once('data', (line) => done({ child, url: String(line).trim() }));
  });
}

function answerTo(content: string): string {
  if (content.includes('New Value')) return 'New Value: Look at both doors, then say which one is right.';
  const side = (createHash('sha256').update(content).digest()[0] ?? 0) % 2 === 0 ? 'left' : 'right';
  return `Answer: ${side}`;
}

async function answer(request: IncomingMessage, response: ServerResponse, milliseconds: number) {
  const { messages, model, stream } = JSON.parse(await text(request));
  await new Promise((done) => setTimeout(done, milliseconds));
  const content = answerTo(JSON.stringify(messages));
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  const head = { id: 'mock', created: 0, model };
  const message = { role: 'assistant', content };
  if (stream !== true) {
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...head, object: 'chat.completion', choices, usage }));
    return;
  }
  const chunk = (delta: object, reason: string | null) =>
    `data: ${JSON.stringify({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: reason }],
      usage,
    })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`${chunk(message, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
}

if (process.argv[1] === file) {
  const milliseconds = Number(process.argv[2]);
  let calls = 0;
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify({ calls }));
      return;
    }
    calls++;
    answer(request, response, milliseconds).catch((error) => response.writeHead(400).end(String(error)));
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1\n`);
  });
}
