/**
 * A server on loopback that answers as the simulated model does and, asked the same again, at once: so that whoever asks
 * it, and not the model, is what takes time. Run it as a process of its own; it prints its address.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatChatReply, parseChatCall } from '../../src/models/chat-api.js';
import { createSimulatedModel, simulatedProfiles } from '../../src/models/simulated/index.js';
import { sha256 } from '../../src/util/hash.js';

const profile = simulatedProfiles.strong;
if (!profile) throw new Error('there is no strong profile');
const model = createSimulatedModel({ name: 'simulated-strong', profile });
const answers = new Map<string, string>();

async function answer(body: string): Promise<string> {
  const key = sha256(body);
  const known = answers.get(key);
  if (known !== undefined) return known;
  const { messages, sampling } = parseChatCall(body);
  const reply = await model.complete({ purpose: 'act', messages, sampling });
  const text = JSON.stringify(formatChatReply(body, reply));
  answers.set(key, text);
  return text;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const text = await answer(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}/v1\n`);
});
