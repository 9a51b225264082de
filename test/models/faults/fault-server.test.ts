import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../../src/core/errors.js';
import { createOpenAiModel } from '../../../src/models/index.js';
import {
  createScriptedModel,
  type FaultKind,
  type FaultRates,
  type FaultServerOptions,
  faultKinds,
  oddRetryAfters,
  scaleRates,
  startFaultServer,
  stormRates,
} from '../../../src/testing.js';
import { systemClock } from '../../../src/util/clock.js';
import { mapConcurrently } from '../../../src/util/map-concurrently.js';
import { createFakeClock } from '../fake-clock.js';
import { ask, rejection } from '../requests.js';

const answering = () => createScriptedModel((_request, call) => `answer ${call}`);

async function serve(options: FaultServerOptions) {
  const server = await startFaultServer(answering(), options);
  onTestFinished(() => server.close());
  const model = createOpenAiModel({ name: 'scripted', baseUrl: server.url, timeoutMilliseconds: 1500 });
  return { server, model };
}

/** How calls end: the answer, or the code and the message of the failure. */
async function endsOf(options: FaultServerOptions, calls: number): Promise<string[]> {
  const { model } = await serve(options);
  const ends: string[] = [];
  for (let call = 0; call < calls; call++) {
    const end = await model.complete(ask()).then(
      ({ text }) => text,
      (error) => `${error.code}: ${error.message.replace(/:\d+/, '')}`,
    );
    ends.push(end);
  }
  return ends;
}

const looks: Readonly<Record<Exclude<FaultKind, 'no-usage'>, readonly [string, RegExp]>> = {
  'rate-limit': ['rate-limit', /HTTP 429: Rate limit reached/],
  'server-error': ['server', /HTTP 5(00|02|03|04|29)/],
  reset: ['connection', /no connection/],
  'reset-in-body': ['connection', /no connection/],
  stall: ['timeout', /no whole reply within 1\.5 s/],
  'malformed-json': ['bad-reply', /malformed or cut JSON/],
  'html-page': ['bad-reply', /a web page/],
  'empty-body': ['bad-reply', /is empty/],
  'error-with-200': ['bad-reply', /error came with status 200: The engine/],
  truncated: ['bad-reply', /malformed or cut JSON/],
  'null-content': ['bad-reply', /no text/],
  'no-choices': ['bad-reply', /no choices/],
  'dropped-reply': ['connection', /no connection/],
};

describe('each fault', () => {
  test.each(Object.entries(looks))('%s', async (kind, [code, message]) => {
    const { server, model } = await serve({ rates: { [kind]: 1 } });
    for (let call = 0; call < 3; call++) {
      const error = await rejection(model.complete(ask()));
      expect(error).toMatchObject({ code, message: expect.stringMatching(message), retryable: true });
    }
    const { requests, answered, faults } = server.counts();
    expect({ requests, answered, fault: faults[kind as FaultKind] }).toEqual({
      requests: 3,
      answered: 0,
      fault: 3,
    });
  });

  test('no-usage is a good answer that does not say what it used', async () => {
    const { server, model } = await serve({ rates: { 'no-usage': 1 } });
    expect((await model.complete(ask())).usage.estimatedCalls).toBe(1);
    expect(server.counts()).toMatchObject({ answered: 1, withoutUsage: 1, promptTokens: 0 });
  });
});

describe('a storm', () => {
  test('is the same whenever it comes, and another with another seed', async () => {
    const rates = { ...stormRates, stall: 0 };
    const once = await endsOf({ rates, seed: 4 }, 60);
    expect(await endsOf({ rates, seed: 4 }, 60)).toEqual(once);
    expect(await endsOf({ rates, seed: 5 }, 60)).not.toEqual(once);
    expect(once.filter((end) => end.startsWith('answer'))).not.toHaveLength(60);
  });

  test('is counted: every request is answered or befallen by one fault', async () => {
    const { server, model } = await serve({ rates: { 'rate-limit': 0.2, 'null-content': 0.1 } });
    const calls = Array.from({ length: 200 });
    const ends = await mapConcurrently(calls, 8, () =>
      model.complete(ask()).then(
        () => true,
        () => false,
      ),
    );
    const { requests, answered, processed, faults, mostOpen } = server.counts();
    expect(requests).toBe(200);
    expect(answered).toBe(ends.filter(Boolean).length);
    expect(answered + faults['rate-limit'] + faults['null-content']).toBe(200);
    expect(processed).toBe(answered + faults['null-content']);
    expect(mostOpen).toBeGreaterThan(1);
    expect(mostOpen).toBeLessThanOrEqual(8);
  });

  test('sends the values of Retry-After that it was given', async () => {
    const { server } = await serve({ rates: { 'rate-limit': 1 }, retryAfter: oddRetryAfters });
    const sent = new Set<string | null>();
    for (let call = 0; call < 100; call++) {
      const response = await fetch(`${server.url}/chat/completions`, { method: 'POST', body: '{}' });
      sent.add(response.headers.get('retry-after'));
      await response.text();
    }
    expect(sent).toEqual(new Set(oddRetryAfters));
  });

  test('leaves other requests alone, and counts them not', async () => {
    const { server } = await serve({ rates: { reset: 1 } });
    const response = await fetch(`${server.url}/models`);
    expect(await response.json()).toMatchObject({ data: [{ id: 'scripted' }] });
    expect(server.counts().requests).toBe(0);
  });
});

describe('an outage', () => {
  test('lasts from one request to another', async () => {
    const ends = await endsOf(
      {
        outages: [
          { from: 2, to: 4, as: 401 },
          { from: 5, to: 6 },
        ],
      },
      7,
    );
    expect(ends.map((end) => end.split(/[: ]/)[0])).toEqual([
      'answer',
      'answer',
      'authentication',
      'authentication',
      'answer',
      'connection',
      'answer',
    ]);
  });

  test('lasts for a time, from its first request on', async () => {
    let now = 0;
    const clock = { ...systemClock, now: () => now, elapsed: () => now };
    const { server, model } = await serve({ outages: [{ from: 1, seconds: 10, as: 503 }], clock });
    const isUp = () =>
      model.complete(ask()).then(
        () => true,
        () => false,
      );
    now = 60_000;
    expect(await isUp()).toBe(true);
    expect(await isUp()).toBe(false);
    now += 9_999;
    expect(await isUp()).toBe(false);
    now += 1;
    expect(await isUp()).toBe(true);
    expect(server.counts()).toMatchObject({ inOutage: 2, answered: 2 });
  });
});

test('an answer takes its time', async () => {
  const clock = createFakeClock();
  const { model } = await serve({ latency: { kind: 'fixed', milliseconds: 50 }, clock });
  await model.complete(ask());
  expect(clock.sleeps).toEqual([50]);
});

describe('rates', () => {
  test.each([
    [{ reset: -0.1 }, /rate of reset is -0.1/],
    [{ reset: Number.NaN }, /rate of reset is NaN/],
    [{ reset: 0.6, stall: 0.5 }, /sum to 1.1/],
    [{ bogus: 0.1 } as FaultRates, /there is no fault "bogus"/],
  ])('%j are refused', async (rates, message) => {
    const started = startFaultServer(answering(), { rates });
    await expect(started).rejects.toThrow(UsageError);
    await expect(started).rejects.toThrow(message);
  });

  test('keep their proportions when they are scaled', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1, noNaN: true }), (sum) => {
        const scaled = scaleRates(stormRates, sum);
        expect(Object.values(scaled).reduce((a, b) => a + b, 0)).toBeCloseTo(sum, 10);
        expect((scaled.reset ?? 0) / (scaled.stall ?? 1)).toBeCloseTo(1.5, 10);
      }),
    );
  });

  test('of the storm cover every kind but missing usage', () => {
    expect(faultKinds.filter((kind) => !(kind in stormRates))).toEqual(['no-usage']);
    expect(Object.values(stormRates).reduce((a, b) => a + b, 0)).toBeCloseTo(0.39, 10);
  });
});
