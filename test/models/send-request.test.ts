import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSender } from '../../src/models/send-request.js';
import { mapConcurrently } from '../../src/util/map-concurrently.js';

async function serve(answer: RequestListener): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const server = createServer(answer).on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { url, connections: () => connections };
}

const echo: RequestListener = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  response.end(Buffer.concat(chunks));
};

const headers = { 'content-type': 'application/json', authorization: 'Bearer key' };
/** Of one call. */
const signal = () => new AbortController().signal;

describe('createSender', () => {
  test('sends each body as it is, of any size, many at the same time, over few connections', async () => {
    const { url, connections } = await serve(echo);
    const send = createSender({ url, headers }, {});
    const bodies = Array.from({ length: 300 }, (_, n) =>
      `${n} \u{1f600}\u00e9 `.repeat((n % 50) ** 2 * 8 + 1),
    );
    expect(Math.max(...bodies.map((body) => Buffer.byteLength(body)))).toBeGreaterThan(200_000);
    const texts = await mapConcurrently(bodies, 16, async (body) => (await send(() => body, signal())).text);
    expect(texts).toEqual(bodies);
    expect(connections()).toBeLessThanOrEqual(16);
  });

  test('gives status and headers by their names', async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(429, { 'Retry-After': '7', 'Set-Cookie': ['a', 'b'] }).end('slowly'),
    );
    const { status, header, text } = await createSender({ url, headers }, {})(() => '{}', signal());
    expect([status, header('retry-after'), header('set-cookie'), header('x'), text]).toEqual([
      429,
      '7',
      'a',
      undefined,
      'slowly',
    ]);
  });

  test('sends the same again where the server wants it on the same host, and not for ever', async () => {
    const seen: string[] = [];
    const { url } = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      seen.push(`${request.method} ${request.url} ${request.headers.authorization} ${Buffer.concat(chunks)}`);
      if (request.url === '/v1/there?a=1') response.end('fine');
      else response.writeHead(308, { location: request.url === '/v1' ? '/v1/there?a=1' : '/v2' }).end();
    });
    const answer = await createSender({ url, headers }, {})(() => 'body', signal());
    expect(answer).toMatchObject({ status: 200, text: 'fine' });
    expect(seen).toEqual(['POST /v1 Bearer key body', 'POST /v1/there?a=1 Bearer key body']);
    const circle = await createSender({ url: url.replace('v1', 'v2'), headers }, {})(() => 'body', signal());
    expect(circle.status).toBe(308);
    expect(seen).toHaveLength(8);
  });

  test('sends nothing to another host, and no body where none is expected', async () => {
    const other = await serve(echo);
    for (const [status, location] of [
      [307, other.url],
      [308, 'https://models.example/v1'],
      [301, '/v2'],
      [303, '/v2'],
      [307, 'http://['],
    ] as const) {
      const { url, connections } = await serve((_request, response) =>
        response.writeHead(status, { location }).end(),
      );
      const answer = await createSender({ url, headers }, {})(() => 'body', signal());
      expect([answer.status, answer.header('location')]).toEqual([status, location]);
      expect(connections()).toBe(1);
    }
    expect(other.connections()).toBe(0);
  });

  test('reaches IPv6 addresses', async () => {
    const server = createServer(echo);
    const open = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(0, '::1', () => resolve(true));
    });
    // Some machines have no IPv6.
    if (!open) return;
    onTestFinished(() => void server.close());
    const url = `http://[::1]:${(server.address() as AddressInfo).port}/v1`;
    expect((await createSender({ url, headers }, {})(() => 'six', signal())).text).toBe('six');
    server.closeAllConnections();
  });

  test("goes through Node's own fetch where that has been told of proxies", async () => {
    const { url } = await serve((request, response) => response.end(request.headers['sec-fetch-mode']));
    for (const variables of [{ NODE_USE_ENV_PROXY: '1' }, { NODE_OPTIONS: '--use-env-proxy' }])
      expect((await createSender({ url, headers }, variables)(() => '{}', signal())).text).toBe('cors');
    expect((await createSender({ url, headers }, {})(() => '{}', signal())).text).toBe('');
  });
});
