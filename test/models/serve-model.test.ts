import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ModelError, UsageError } from '../../src/core/errors.js';
import type { ChatMessage, ChatReply, ChatRequest, Sampling } from '../../src/core/model.js';
import {
  createOpenAiModel,
  createScriptedModel,
  type ModelServer,
  serveModel,
} from '../../src/models/index.js';
import { ask, rejection } from './requests.js';

/** Any text, lone surrogates and control characters included. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((codes) => String.fromCharCode(...codes)),
);
const messages = fc.array(
  fc.record<ChatMessage>(
    { role: fc.constantFrom('system', 'user', 'assistant'), content: text },
    { noNullPrototype: true },
  ),
  { minLength: 1, maxLength: 6 },
);
const sampling = fc.record(
  {
    temperature: fc.double({ min: 0, max: 2, noNaN: true }).map((value) => value + 0),
    topP: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
    seed: fc.maxSafeInteger(),
    stop: fc.array(
      text.filter((stop) => stop !== ''),
      { minLength: 1, maxLength: 4 },
    ),
    maxTokens: fc.integer({ min: 1 }),
  },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<Sampling>;
const reply: fc.Arbitrary<ChatReply> = fc.record(
  {
    text: text.filter((words) => words !== ''),
    finishReason: fc.constantFrom('stop', 'length'),
    model: fc.constantFrom('simulated-strong', 'simulated-weak'),
    usage: fc
      .record({
        promptTokens: fc.nat(),
        completionTokens: fc.nat(),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      .map(({ promptTokens, completionTokens, share }) => ({
        calls: 1,
        promptTokens,
        completionTokens,
        cachedTokens: Math.floor(promptTokens * share),
        estimatedCalls: 0,
      })),
  },
  { noNullPrototype: true },
);

describe('a model behind the server', () => {
  let server: ModelServer;
  let seen: ChatRequest[] = [];
  let next: ChatReply;
  const inner = createScriptedModel((request) => {
    seen.push(request);
    return next;
  }, 'simulated-strong');
  beforeAll(async () => {
    server = await serveModel(new Map([[inner.id, inner]]), { port: 0 });
  });
  afterAll(() => server.close());
  afterEach(() => {
    seen = [];
  });

  it('sees exactly what it would see in process, and its reply comes back whole', async () => {
    const client = createOpenAiModel({ name: inner.id, baseUrl: server.url });
    await fc.assert(
      fc.asyncProperty(messages, sampling, reply, async (sent, how, answer) => {
        next = answer;
        const request: ChatRequest = { purpose: 'think', callId: 'x', messages: sent, sampling: how };
        const got = await client.complete(request);
        const received = seen.pop();
        expect(received?.messages).toStrictEqual(sent);
        expect(received?.sampling).toStrictEqual(how);
        expect(got).toStrictEqual(answer);
      }),
      { numRuns: 300 },
    );
  });

  it('gets nothing else: no purpose of ours, no call id', async () => {
    next = { ...fc.sample(reply, 1)[0], text: 'fine' } as ChatReply;
    const client = createOpenAiModel({ name: inner.id, baseUrl: server.url });
    await client.complete({ ...ask('x', {}, 'update-plan'), callId: 'secret' });
    const { signal, ...rest } = seen[0] as ChatRequest;
    expect(signal).toBeInstanceOf(AbortSignal);
    expect(rest).toStrictEqual(ask('x', {}, 'act'));
  });
});

describe('the API', () => {
  let server: ModelServer;
  const failures = new Map<string, Error>([
    ['busy', new ModelError('rate-limit', 'slow down', { retryable: true })],
    ['picky', new ModelError('request', 'too long', { retryable: false })],
    ['down', new ModelError('server', 'upstream is down', { retryable: true })],
    ['bug', new Error('a bug')],
  ]);
  const model = createScriptedModel(({ messages: [first] }) => {
    const failure = failures.get(first?.content ?? '');
    if (failure) throw failure;
    return first?.content === 'estimate'
      ? {
          text: 'x',
          usage: { calls: 1, promptTokens: 1, completionTokens: 1, cachedTokens: 0, estimatedCalls: 1 },
        }
      : `said ${first?.content}`;
  }, 'm');
  beforeAll(async () => {
    server = await serveModel(
      new Map([
        ['m', model],
        ['n', model],
      ]),
      { port: 0 },
    );
  });
  afterAll(() => server.close());

  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${server.url}${path}`, init);
    const words = await response.text();
    return { status: response.status, text: words, json: JSON.parse(words) as Record<string, unknown> };
  };
  const chat = (body: unknown) =>
    call('/chat/completions', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const hi = [{ role: 'user', content: 'hi' }];

  it('answers as the API does, and the same bytes each time', async () => {
    const body = { model: 'm', messages: hi };
    const first = await chat(body);
    expect(first.status).toBe(200);
    expect(first.json).toEqual({
      id: expect.stringMatching(/^chatcmpl-[0-9a-f]{24}$/),
      object: 'chat.completion',
      created: 0,
      model: 'm',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'said hi', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: 1,
        completion_tokens: 2,
        total_tokens: 3,
        prompt_tokens_details: { cached_tokens: 0 },
      },
    });
    expect((await chat(body)).text).toBe(first.text);
    expect((await chat({ ...body, seed: 1 })).json.id).not.toBe(first.json.id);
  });

  it('takes content in parts, developer messages, one stop text and the newer token limit', async () => {
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    const body = {
      model: 'm',
      messages: [
        { role: 'user', content: parts },
        { role: 'developer', content: 'c' },
      ],
      stop: '\n',
      max_tokens: 5,
      max_completion_tokens: 6,
      temperature: null,
      n: 1,
      stream: false,
      user: 'me',
    };
    expect((await chat(body)).status).toBe(200);
    expect(model.requests.at(-1)).toMatchObject({
      messages: [
        { role: 'user', content: 'ab' },
        { role: 'system', content: 'c' },
      ],
      sampling: { stop: ['\n'], maxTokens: 6 },
    });
    expect(model.requests.at(-1)?.sampling).not.toHaveProperty('temperature');
  });

  it('does not pass an estimate off as a count', async () => {
    const { json } = await chat({ model: 'm', messages: [{ role: 'user', content: 'estimate' }] });
    expect(json).not.toHaveProperty('usage');
  });

  it('lists models and says that it is well', async () => {
    const { json } = await call('/models');
    expect(json).toMatchObject({ object: 'list', data: [{ id: 'm', object: 'model' }, { id: 'n' }] });
    const response = await fetch(server.url.replace('/v1', '/health?now'));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok' });
  });

  it.each([
    ['{', null, /not valid JSON/],
    ['', null, /not valid JSON/],
    ['[]', null, /must be a JSON object/],
    ['null', null, /must be a JSON object/],
    [{ messages: hi }, 'model', /must be text/],
    [{ model: 'm' }, 'messages', /non-empty list/],
    [{ model: 'm', messages: [] }, 'messages', /non-empty list/],
    [{ model: 'm', messages: ['hi'] }, 'messages[0]', /must be an object/],
    [{ model: 'm', messages: [...hi, { role: 'tool', content: '' }] }, 'messages[1].role', /must be system/],
    [{ model: 'm', messages: [{ role: 'user', content: null }] }, 'messages[0].content', /text parts/],
    [
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
      'messages[0].content',
      /text parts only/,
    ],
    [{ model: 'm', messages: hi, n: 2 }, 'n', /must be 1/],
    [{ model: 'm', messages: hi, stream: true }, 'stream', /streaming is not supported/],
    [{ model: 'm', messages: hi, tools: [{}] }, 'tools', /not supported/],
    [
      { model: 'm', messages: hi, response_format: { type: 'json_object' } },
      'response_format',
      /not supported/,
    ],
    [{ model: 'm', messages: hi, temperature: 3 }, 'temperature', /from 0 to 2/],
    [{ model: 'm', messages: hi, temperature: '1' }, 'temperature', /from 0 to 2/],
    [{ model: 'm', messages: hi, top_p: -1 }, 'top_p', /from 0 to 1/],
    [{ model: 'm', messages: hi, seed: 1.5 }, 'seed', /whole number/],
    [{ model: 'm', messages: hi, stop: [1] }, 'stop', /list of such/],
    [{ model: 'm', messages: hi, stop: '' }, 'stop', /non-empty/],
    [{ model: 'm', messages: hi, max_tokens: 0 }, 'max_tokens', /positive whole number/],
  ])('refuses %j with 400', async (body, param, message) => {
    const { status, json } = await chat(body);
    expect(status).toBe(400);
    expect(json).toEqual({
      error: { message: expect.stringMatching(message), type: 'invalid_request_error', param, code: null },
    });
  });

  it('refuses bytes that are not UTF-8', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    const { status, text: words } = await call('/chat/completions', { method: 'POST', body });
    expect(status).toBe(400);
    expect(words).toContain('not valid UTF-8');
  });

  it.each([
    ['/nowhere', 'GET', 404, /Unknown path/],
    ['/chat/completions', 'GET', 405, /Use POST/],
    ['/models', 'POST', 405, /Use GET/],
    ['/models', 'DELETE', 405, /Use GET/],
  ])('answers %s %s with %i', async (path, method, status, message) => {
    const result = await call(path, { method });
    expect(result.status).toBe(status);
    expect(result.json).toMatchObject({ error: { message: expect.stringMatching(message) } });
  });

  it('names the models there are when asked for another', async () => {
    const { status, json } = await chat({ model: 'gpt', messages: hi });
    expect(status).toBe(404);
    expect(json).toMatchObject({
      error: {
        message: expect.stringMatching(/'gpt' does not exist; there are: m, n/),
        code: 'model_not_found',
      },
    });
  });

  it('refuses a body over 8 MiB with 413 and lives on', async () => {
    const { status, json } = await chat(`"${'x'.repeat(9 * 1024 * 1024)}"`);
    expect(status).toBe(413);
    expect(json).toMatchObject({ error: { type: 'invalid_request_error' } });
    expect((await chat({ model: 'm', messages: hi })).status).toBe(200);
  });

  it.each([
    ['busy', 429, 'rate_limit_error', 'slow down'],
    ['picky', 400, 'invalid_request_error', 'too long'],
    ['down', 500, 'server_error', 'upstream is down'],
    ['bug', 500, 'server_error', 'a bug'],
  ])('answers a model that is %s with %i', async (content, status, type, message) => {
    const result = await chat({ model: 'm', messages: [{ role: 'user', content }] });
    expect(result.status).toBe(status);
    expect(result.json).toMatchObject({ error: { type, message } });
    expect(result.text).not.toMatch(/\bat .*\.ts/);
  });
});

describe('serveModel', () => {
  const models = new Map([['m', createScriptedModel(() => 'fine', 'm')]]);

  it.each(['0.0.0.0', '::', '192.168.1.5', 'example.com', ''])('does not listen on "%s"', async (host) => {
    const error = await rejection(serveModel(models, { port: 0, host }));
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toContain('is not this machine');
  });

  it('names a port that is taken or none', async () => {
    const first = await serveModel(models, { port: 0 });
    const port = Number(new URL(first.url).port);
    const error = await rejection(serveModel(models, { port }));
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toBe(`port ${port} on 127.0.0.1 is in use`);
    await first.close();
    expect(await rejection(serveModel(models, { port: 70_000 }))).toBeInstanceOf(UsageError);
  });

  it('closes although clients keep their connections', async () => {
    const server = await serveModel(models, { port: 0 });
    await createOpenAiModel({ name: 'm', baseUrl: server.url }).complete(ask());
    await server.close();
    const error = await rejection(createOpenAiModel({ name: 'm', baseUrl: server.url }).complete(ask()));
    expect(error).toMatchObject({ code: 'connection' });
  });

  it('cuts requests under way when it closes', async () => {
    const silent = createScriptedModel(() => new Promise<string>(() => {}), 'silent');
    const server = await serveModel(new Map([['silent', silent]]), { port: 0 });
    const pending = rejection(createOpenAiModel({ name: 'silent', baseUrl: server.url }).complete(ask()));
    await vi.waitFor(() => expect(silent.requests).toHaveLength(1));
    await server.close();
    expect(await pending).toMatchObject({ code: 'connection' });
  });

  it('tells the model when the client goes away', async () => {
    let reason: unknown;
    const slow = createScriptedModel(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            reason = signal.reason;
            reject(signal.reason);
          });
        }),
      'slow',
    );
    const server = await serveModel(new Map([['slow', slow]]), { port: 0 });
    const abort = new AbortController();
    const pending = rejection(
      createOpenAiModel({ name: 'slow', baseUrl: server.url }).complete({ ...ask(), signal: abort.signal }),
    );
    await vi.waitFor(() => expect(slow.requests).toHaveLength(1));
    abort.abort('enough');
    expect(await pending).toBe('enough');
    await vi.waitFor(() => expect(reason).toBe('the client went away'));
    await server.close();
  });
});
