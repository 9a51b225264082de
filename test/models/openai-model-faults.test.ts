import { afterEach, describe, expect, it } from 'vitest';
import { ModelError, type ModelErrorCode } from '../../src/core/errors.js';
import { createOpenAiModel } from '../../src/models/openai-model.js';
import { type Clock, systemClock } from '../../src/util/clock.js';
import { completion, type Fault, type FaultServer, send, startFaultServer } from './fault-server.js';
import { ask, rejection } from './requests.js';

let server: FaultServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const apiError = { error: { message: 'no luck', type: 'some_error', param: null, code: null } };
const quota = { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } };
const html = '<!DOCTYPE html><html><body>Bad gateway</body></html>';
const text = JSON.stringify(completion());
const noChoice = { message: undefined };

const stallBody: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(text.slice(0, 20));
};
const stallErrorBody: Fault = (response) => {
  response.writeHead(500, { 'content-type': 'application/json' });
  response.write('{"error":');
};
const cutWithLength: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
  response.write(text.slice(0, 40), () => response.destroy());
};
const cutChunked: Fault = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(text.slice(0, 40), () => response.destroy());
};

const cases: readonly (readonly [string, Fault, ModelErrorCode, boolean, RegExp])[] = [
  ['400', send(400, apiError), 'request', false, /HTTP 400: no luck/],
  ['402', send(402, apiError), 'request', false, /HTTP 402: no luck/],
  ['404', send(404, apiError), 'request', false, /HTTP 404: no luck/],
  ['413', send(413, apiError), 'request', false, /HTTP 413: no luck/],
  ['422', send(422, apiError), 'request', false, /HTTP 422: no luck/],
  [
    '308 to elsewhere',
    send(308, '', { location: 'https://a.example/v1' }),
    'request',
    false,
    /HTTP 308: it sends us to https:..a.example/,
  ],
  ['400 in other words', send(400, { detail: 'too long' }), 'request', false, /HTTP 400: .*too long/],
  ['400 with a list', send(400, [1]), 'request', false, /HTTP 400: \[1\]/],
  ['400 with null', send(400, 'null'), 'request', false, /HTTP 400: null/],
  ['401', send(401, apiError), 'authentication', false, /HTTP 401: no luck/],
  ['403', send(403, apiError), 'authentication', false, /HTTP 403: no luck/],
  ['408', send(408, apiError), 'server', true, /HTTP 408/],
  ['409', send(409, apiError), 'server', true, /HTTP 409/],
  ['429', send(429, apiError), 'rate-limit', true, /HTTP 429: no luck/],
  ['429 for an empty account', send(429, quota), 'rate-limit', false, /exceeded your current quota/],
  ['500', send(500, apiError), 'server', true, /HTTP 500/],
  [
    '502 with HTML',
    send(502, html, { 'content-type': 'text/html' }),
    'server',
    true,
    /HTTP 502: .*Bad gateway/,
  ],
  ['503 without body', send(503, ''), 'server', true, /HTTP 503/],
  ['529', send(529, apiError), 'server', true, /HTTP 529/],
  ['reset before headers', (response) => response.destroy(), 'connection', true, /no connection/],
  ['no headers', () => {}, 'timeout', true, /no whole reply within 0.3 s/],
  ['stalled body', stallBody, 'timeout', true, /no whole reply within 0.3 s/],
  ['stalled error body', stallErrorBody, 'timeout', true, /no whole reply within 0.3 s/],
  ['body cut before its length', cutWithLength, 'connection', true, /no connection/],
  ['chunked body cut', cutChunked, 'connection', true, /no connection/],
  ['body cut but ended', send(200, text.slice(0, -9)), 'bad-reply', true, /malformed or cut JSON/],
  ['malformed JSON', send(200, '{"choices": [,]}'), 'bad-reply', true, /malformed or cut JSON/],
  ['empty 200', send(200, ''), 'bad-reply', true, /the reply is empty/],
  ['blank 200', send(200, ' \n'), 'bad-reply', true, /the reply is empty/],
  ['204', send(204, ''), 'bad-reply', true, /the reply is empty/],
  ['HTML 200', send(200, html, { 'content-type': 'text/html' }), 'bad-reply', true, /a web page/],
  ['HTML said to be JSON', send(200, html), 'bad-reply', true, /a web page/],
  ['JSON null', send(200, 'null'), 'bad-reply', true, /not a JSON object/],
  ['JSON list', send(200, '[]'), 'bad-reply', true, /not a JSON object/],
  ['JSON text', send(200, '"hi"'), 'bad-reply', true, /not a JSON object/],
  ['error with 200', send(200, apiError), 'bad-reply', true, /error came with status 200: no luck/],
  ['429 within 200', send(200, { error: { message: 'x', code: 429 } }), 'rate-limit', true, /status 200/],
  [
    '401 within 200',
    send(200, { error: { message: 'x', code: 401 } }),
    'authentication',
    false,
    /status 200/,
  ],
  ['error text with 200', send(200, { error: 'overloaded' }), 'bad-reply', true, /overloaded/],
  ['no choices', send(200, completion({ choices: [] })), 'bad-reply', true, /no choices/],
  ['choices missing', send(200, completion({ choices: undefined })), 'bad-reply', true, /no choices/],
  ['choices not a list', send(200, completion({ choices: {} })), 'bad-reply', true, /no choices/],
  ['null choice', send(200, completion({ choices: [null] })), 'bad-reply', true, /no choices/],
  ['no message', send(200, completion({}, noChoice)), 'bad-reply', true, /no text/],
  ['null content', send(200, completion({}, { message: { content: null } })), 'bad-reply', true, /no text/],
  ['empty content', send(200, completion({}, { message: { content: '' } })), 'bad-reply', true, /no text/],
  ['content not text', send(200, completion({}, { message: { content: 7 } })), 'bad-reply', true, /no text/],
  [
    'tokens used up by reasoning',
    send(200, completion({}, { message: { content: '' }, finish_reason: 'length' })),
    'bad-reply',
    false,
    /raise maxTokens/,
  ],
  [
    'refusal',
    send(200, completion({}, { message: { content: null, refusal: 'I can not.' } })),
    'refusal',
    false,
    /the model refused: I can not\./,
  ],
  [
    'content filter',
    send(200, completion({}, { finish_reason: 'content_filter' })),
    'refusal',
    false,
    /content filter/,
  ],
  ['no finish reason', send(200, completion({}, { finish_reason: null })), 'bad-reply', true, /\(null\)/],
  ['finish reason gone', send(200, completion({}, { finish_reason: undefined })), 'bad-reply', true, /none/],
  ['tool calls', send(200, completion({}, { finish_reason: 'tool_calls' })), 'bad-reply', true, /tool_calls/],
];

describe('faults of a server', () => {
  it.each(cases)('%s', async (_name, fault, code, retryable, message) => {
    server = await startFaultServer(fault);
    // Only a server that stalls has to be waited for; others may be slow on a busy machine.
    const timeoutMilliseconds = code === 'timeout' ? 300 : 20_000;
    const model = createOpenAiModel({ name: 'm', baseUrl: server.url, timeoutMilliseconds });
    const error = await rejection(model.complete(ask()));
    expect(error).toBeInstanceOf(ModelError);
    expect(error).toMatchObject({ code, retryable, message: expect.stringMatching(message) });
    expect((error as ModelError).message).toContain(`m at ${new URL(server.url).host}: `);
    expect(server.bodies).toHaveLength(1);
  });

  it('says connection when nobody listens, with the reason', async () => {
    const gone = await startFaultServer(send(200, text));
    await gone.close();
    const model = createOpenAiModel({ name: 'm', baseUrl: gone.url });
    const error = await rejection(model.complete(ask()));
    expect(error).toMatchObject({ code: 'connection', retryable: true });
    expect((error as ModelError).message).toMatch(/ECONNREFUSED/);
  });

  it('quotes a long error shortly and on one line', async () => {
    server = await startFaultServer(send(400, { error: { message: 'bad\nthing '.repeat(1000) } }));
    const model = createOpenAiModel({ name: 'm', baseUrl: server.url });
    const { message } = (await rejection(model.complete(ask()))) as ModelError;
    expect(message.length).toBeLessThan(400);
    expect(message).not.toContain('\n');
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2025-03-01T00:00:00Z');
  const header: readonly (readonly [Record<string, string>, number | undefined])[] = [
    [{}, undefined],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '1' }, 1],
    [{ 'retry-after': '1.5' }, 1.5],
    [{ 'retry-after': '-5' }, -5],
    [{ 'retry-after': '90' }, 90],
    [{ 'retry-after': '86400' }, 86400],
    [{ 'retry-after': 'Sat, 01 Mar 2025 00:00:30 GMT' }, 30],
    [{ 'retry-after': 'Fri, 28 Feb 2025 23:59:50 GMT' }, -10],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '' }, undefined],
    [{ 'retry-after': 'NaN' }, undefined],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 0.25],
    [{ 'retry-after-ms': 'x', 'retry-after': '9' }, 9],
  ];
  it.each(header)('%j', async (headers, seconds) => {
    server = await startFaultServer(send(429, apiError, headers));
    const clock: Clock = { ...systemClock, now: () => now };
    const model = createOpenAiModel({ name: 'm', baseUrl: server.url, clock });
    const error = await rejection(model.complete(ask()));
    expect(error).toMatchObject({ code: 'rate-limit', retryAfterSeconds: seconds });
  });
});
