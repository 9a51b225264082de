/**
 * A server on loopback whose model walks from place to place and never gets anything done, until it has seen as many
 * observations as the first argument says; then it answers no more. Run it as a process of its own; it prints its address.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatChatReply, parseChatCall } from '../../src/models/chat-api.js';
import { estimateUsage } from '../../src/models/estimate-tokens.js';

const mostObservations = Number(process.argv[2]);
const observation = 'Observation: ';

/** Null for a game that has gone on for long enough. */
function answer(body: string): string | null {
  const { model, messages, sampling } = parseChatCall(body);
  const observed = messages.filter(({ content }) => content.startsWith(observation)).length;
  if (observed >= mostObservations) return null;
  const opening = messages.find(({ content }) => content.includes(observation))?.content ?? '';
  const places = [...opening.matchAll(/\ban? (\w+ \d+)/g)].map(([, name]) => name ?? '');
  const place = places[observed % places.length];
  const action = `go to ${place}`;
  const thought = `I have not looked at ${place} yet, and what I need may well be there, so that is where I go.`;
  const text = sampling.stop?.includes('\n') ? action : `Thought: ${thought}\nAction: ${action}`;
  const reply = { text, finishReason: 'stop' as const, usage: estimateUsage(messages, text), model };
  return JSON.stringify(formatChatReply(body, reply));
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const text = answer(Buffer.concat(chunks).toString('utf8'));
    if (text === null) return;
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    response.writeHead(200, headers).end(text);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}/v1\n`);
});
