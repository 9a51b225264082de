import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ModelError, UsageError } from '../../src/core/errors.js';
import type { ChatRequest } from '../../src/core/model.js';
import { createOpenAiModel } from '../../src/models/openai-model.js';
import { type Clock, systemClock } from '../../src/util/clock.js';
import { completion, type FaultServer, send, startFaultServer } from './fault-server.js';
import { ask, rejection } from './requests.js';

let server: FaultServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('a good call', () => {
  it('sends what was asked and no more', async () => {
    server = await startFaultServer(send(200, completion()));
    const model = createOpenAiModel({ name: 'gpt-test', baseUrl: server.url });
    const request: ChatRequest = {
      purpose: 'think',
      callId: 'train/0/heat-1/think/0',
      messages: [
        { role: 'system', content: 'rules' },
        { role: 'user', content: 'go "on"\n\u{1f600}' },
        { role: 'assistant', content: '' },
      ],
      sampling: { temperature: 0, topP: 0.9, seed: 12, stop: ['\n'], maxTokens: 50 },
    };
    const reply = await model.complete(request);
    expect(JSON.parse(server.bodies[0] ?? '')).toEqual({
      model: 'gpt-test',
      messages: request.messages,
      temperature: 0,
      top_p: 0.9,
      seed: 12,
      stop: ['\n'],
      max_tokens: 50,
    });
    expect(reply).toEqual({
      text: 'go to desk 1',
      finishReason: 'stop',
      usage: { calls: 1, promptTokens: 11, completionTokens: 4, cachedTokens: 3, estimatedCalls: 0 },
      model: 'test-model-2025',
    });
    expect(model.id).toBe('gpt-test');
  });

  it('leaves out what was not asked, and no empty stop list', async () => {
    server = await startFaultServer(send(200, completion()));
    await createOpenAiModel({ name: 'm', baseUrl: `${server.url}/` }).complete(ask('hi', { stop: [] }));
    expect(JSON.parse(server.bodies[0] ?? '')).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
    });
  });

  it('can name the token limit as newer models want it', async () => {
    server = await startFaultServer(send(200, completion()));
    const maxTokensField = 'max_completion_tokens';
    await createOpenAiModel({ name: 'm', baseUrl: server.url, maxTokensField }).complete(
      ask('hi', { maxTokens: 9 }),
    );
    expect(JSON.parse(server.bodies[0] ?? '')).toMatchObject({ max_completion_tokens: 9 });
    expect(server.bodies[0]).not.toContain('"max_tokens"');
  });

  it.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['eos_token', 'stop'],
    ['stop_sequence', 'stop'],
  ])('reads the end %s as %s', async (given, finishReason) => {
    server = await startFaultServer(send(200, completion({}, { finish_reason: given })));
    const reply = await createOpenAiModel({ name: 'm', baseUrl: server.url }).complete(ask());
    expect(reply.finishReason).toBe(finishReason);
  });

  it('takes JSON that is served as plain text, and names the asked model where the reply names none', async () => {
    const headers = { 'content-type': 'text/plain' };
    server = await startFaultServer(send(200, completion({ model: undefined }), headers));
    const reply = await createOpenAiModel({ name: 'm', baseUrl: server.url }).complete(ask());
    expect(reply).toMatchObject({ text: 'go to desk 1', model: 'm' });
  });

  it('prints nothing, whatever OPENAI_LOG says', async () => {
    vi.stubEnv('OPENAI_LOG', 'debug');
    const printed = vi.spyOn(console, 'debug').mockImplementation(() => {});
    server = await startFaultServer(send(200, completion()));
    await createOpenAiModel({ name: 'm', baseUrl: server.url }).complete(ask());
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
    vi.unstubAllEnvs();
  });
});

describe('usage', () => {
  const estimated = { calls: 1, promptTokens: 3, completionTokens: 3, cachedTokens: 0, estimatedCalls: 1 };
  it.each([
    ['absent', undefined],
    ['null', null],
    ['empty', {}],
    ['half', { prompt_tokens: 5 }],
    ['negative', { prompt_tokens: -1, completion_tokens: 2 }],
    ['text', { prompt_tokens: '5', completion_tokens: 2 }],
    ['a fraction', { prompt_tokens: 5.5, completion_tokens: 2 }],
  ])('%s is estimated at four characters a token, and says so', async (_name, usage) => {
    server = await startFaultServer(send(200, completion({ usage })));
    const reply = await createOpenAiModel({ name: 'm', baseUrl: server.url }).complete(ask('123456789'));
    expect(reply.usage).toEqual(estimated);
  });

  it.each([
    [undefined, 0],
    [null, 0],
    [{}, 0],
    [{ cached_tokens: null }, 0],
    [{ cached_tokens: 4 }, 4],
    [{ cached_tokens: 400 }, 7],
  ])('cached tokens %j count as %i of seven', async (details, cachedTokens) => {
    const usage = { prompt_tokens: 7, completion_tokens: 1, prompt_tokens_details: details };
    server = await startFaultServer(send(200, completion({ usage })));
    const reply = await createOpenAiModel({ name: 'm', baseUrl: server.url }).complete(ask());
    expect(reply.usage).toMatchObject({ promptTokens: 7, cachedTokens, estimatedCalls: 0 });
  });
});

describe('abort', () => {
  it('rejects with the reason, before and during a call', async () => {
    server = await startFaultServer(() => {});
    const model = createOpenAiModel({ name: 'm', baseUrl: server.url });
    const abort = new AbortController();
    const under = rejection(model.complete({ ...ask(), signal: abort.signal }));
    await vi.waitFor(() => expect(server?.bodies).toHaveLength(1));
    abort.abort('interrupted');
    expect(await under).toBe('interrupted');
    expect(await rejection(model.complete({ ...ask(), signal: abort.signal }))).toBe('interrupted');
    expect(server.bodies).toHaveLength(1);
  });

  it('listens once to a signal, however many calls share it', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    server = await startFaultServer(send(200, completion()));
    const model = createOpenAiModel({ name: 'm', baseUrl: server.url });
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    await Promise.all(Array.from({ length: 64 }, () => model.complete({ ...ask(), signal })));
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', onWarning);
    expect(added).toHaveBeenCalledTimes(1);
    expect(warnings).toEqual([]);
  });

  it('ends at once while there is no connection yet', async () => {
    // It takes connections and never says a word, so that TLS never begins.
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const model = createOpenAiModel({ name: 'm', baseUrl: `https://127.0.0.1:${port}/v1` });
    const connected = new Promise<Socket>((resolve) => silent.once('connection', resolve));
    const abort = new AbortController();
    const under = rejection(model.complete({ ...ask(), signal: abort.signal }));
    const socket = await connected;
    abort.abort('interrupted');
    expect(await under).toBe('interrupted');
    socket.destroy();
    silent.close();
  });
});

describe('the deadline', () => {
  it('leaves no timer behind, however a call ends', async () => {
    const timers = { begun: 0, calledOff: 0 };
    const clock: Clock = {
      ...systemClock,
      later: (milliseconds, action) => {
        timers.begun++;
        const callOff = systemClock.later(milliseconds, action);
        return () => {
          timers.calledOff++;
          callOff();
        };
      },
    };
    server = await startFaultServer((response, n, body) =>
      send(n === 0 ? 200 : 500, completion())(response, n, body),
    );
    const model = createOpenAiModel({ name: 'm', baseUrl: server.url, clock });
    await model.complete(ask());
    await rejection(model.complete(ask()));
    expect(timers).toEqual({ begun: 2, calledOff: 2 });
  });
});

describe('keys', () => {
  const key = 'very-secret-0123456789';
  const variables = { MY_KEY: ` ${key}\n` };
  const options = { name: 'm', apiKeyEnv: 'MY_KEY', variables };

  it('sends the key of the named variable', async () => {
    server = await startFaultServer(send(200, completion()));
    await createOpenAiModel({ ...options, baseUrl: server.url }).complete(ask());
    expect(server.headers[0]?.authorization).toBe(`Bearer ${key}`);
  });

  it('never sends the key of OpenAI to a server on this machine', async () => {
    server = await startFaultServer(send(200, completion()));
    vi.stubEnv('OPENAI_API_KEY', key);
    vi.stubEnv('OPENAI_ADMIN_KEY', key);
    vi.stubEnv('OPENAI_ORG_ID', 'org-mine');
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-mine');
    await createOpenAiModel({ name: 'm', baseUrl: server.url }).complete(ask());
    vi.unstubAllEnvs();
    expect(server.headers[0]?.authorization).toBe('Bearer none');
    expect(JSON.stringify(server.headers)).not.toMatch(new RegExp(`${key}|mine`));
  });

  it('tells a server elsewhere the account that the environment names, and every server who asks', async () => {
    server = await startFaultServer(send(200, completion()));
    // An address of this machine that does not look like one.
    const baseUrl = server.url.replace('127.0.0.1', '0.0.0.0');
    const account = { OPENAI_API_KEY: key, OPENAI_ORG_ID: 'org-mine', OPENAI_PROJECT_ID: 'project-mine' };
    await createOpenAiModel({ name: 'm', baseUrl, variables: account }).complete(ask());
    await createOpenAiModel({ name: 'm', baseUrl: server.url, variables: account }).complete(ask());
    expect(server.headers[0]).toMatchObject({
      authorization: `Bearer ${key}`,
      'openai-organization': 'org-mine',
      'openai-project': 'project-mine',
      'user-agent': expect.stringMatching(/^planwright\/\d+\.\d+\.\d+$/),
    });
    expect(server.headers[1]).toMatchObject({ 'user-agent': expect.stringMatching(/^planwright/) });
    expect(JSON.stringify(server.headers[1])).not.toMatch(/mine|very-secret/);
  });

  const echoes = [
    send(401, { error: { message: `Incorrect API key provided: ${key}. And sk-proj-abc***xyz.` } }),
    send(400, `<html>Authorization: Bearer ${key} </html>`, { 'content-type': 'text/html' }),
    send(500, { error: { message: { deep: key } } }),
    send(200, { error: { message: `Bearer ${key}` } }),
    send(200, { error: key }),
    send(200, `not json: ${key}`),
    send(200, `${' '.repeat(280)}not json ${'x'.repeat(284)}${key}`),
    send(200, completion({}, { message: { refusal: `no: ${key}` } })),
    send(200, completion({}, { finish_reason: key })),
  ];
  it.each(echoes)('never shows a key that the server echoes (%#)', async (fault) => {
    server = await startFaultServer(fault);
    const error = await rejection(createOpenAiModel({ ...options, baseUrl: server.url }).complete(ask()));
    const shown = JSON.stringify(error, Object.getOwnPropertyNames(error)) + (error as ModelError).message;
    expect(shown).not.toContain(key.slice(0, 6));
    expect(shown).not.toMatch(/sk-proj/);
    expect(error).not.toHaveProperty('cause');
  });

  it('takes keys out of a reply and of the name of the model, and nothing else', async () => {
    const content = `say ${key} sk-123456 sk-abcdefghijklmnopqrstuv`;
    server = await startFaultServer(send(200, completion({ model: `m ${key}` }, { message: { content } })));
    const reply = await createOpenAiModel({ ...options, baseUrl: server.url }).complete(ask());
    expect(reply).toMatchObject({ text: 'say [key] sk-123456 [key]', model: 'm [key]' });
  });

  it.each([
    [{ baseUrl: 'https://models.example/v1' }, {}, /models\.example needs .* OPENAI_API_KEY is not set/],
    [{}, {}, /api\.openai\.com needs .* OPENAI_API_KEY is not set/],
    [{ apiKeyEnv: 'OTHER' }, { OPENAI_API_KEY: key }, /OTHER is not set/],
    [{ apiKeyEnv: 'OTHER', baseUrl: 'http://localhost:1/v1' }, {}, /OTHER is not set/],
    [{ apiKeyEnv: 'OTHER' }, { OTHER: '  ' }, /OTHER is not set/],
    [{ apiKeyEnv: 'OTHER' }, { OTHER: `${key}\n${key}` }, /OTHER has characters that no key has/],
    [{ baseUrl: 'localhost:11434/v1' }, {}, /not http or https/],
    [{ baseUrl: 'models' }, {}, /"models" is not a URL/],
    [{ baseUrl: `https://user:${key}@models.example/v1` }, {}, /models\.example holds a user name/],
    [{ baseUrl: `user:${key}@models.example/v1` }, {}, /models\.example holds a user name or a password/],
    [{ baseUrl: `https://models.example/v1?key=${key}` }, {}, /models\.example holds a query/],
    [{}, { OPENAI_BASE_URL: `//${key}@models.example` }, /models\.example holds a user name/],
    [{}, { OPENAI_BASE_URL: 'ftp://models.example' }, /not http or https/],
  ])('refuses a bad set-up at once: %j %j', (given, set, message) => {
    const create = () => createOpenAiModel({ name: 'm', ...given, variables: set });
    expect(create).toThrow(UsageError);
    expect(create).toThrow(message);
    expect(create).not.toThrow(key);
  });

  it.each(['http://localhost:1/v1', 'http://127.0.0.1:1/v1', 'http://127.8.8.8/v1', 'http://[::1]:1/v1'])(
    'needs no key for %s',
    (baseUrl) => {
      expect(() => createOpenAiModel({ name: 'm', baseUrl, variables: {} })).not.toThrow();
    },
  );

  it.each(['http://127.0.0.1.evil.example/v1', 'http://localhost.example/v1', 'http://10.0.0.1/v1'])(
    'needs a key for %s',
    (baseUrl) => {
      expect(() => createOpenAiModel({ name: 'm', baseUrl, variables: {} })).toThrow(/OPENAI_API_KEY/);
    },
  );

  it('takes the base URL from OPENAI_BASE_URL unless one is given', async () => {
    server = await startFaultServer(send(200, completion()));
    const set = { OPENAI_BASE_URL: server.url };
    await createOpenAiModel({ name: 'm', variables: set }).complete(ask());
    expect(server.bodies).toHaveLength(1);
    expect(() => createOpenAiModel({ name: 'm', baseUrl: 'https://a.example', variables: set })).toThrow(
      /a\.example/,
    );
  });
});
