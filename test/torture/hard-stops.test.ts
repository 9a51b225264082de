import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { NamedConfig, TrainingRun } from '../../src/config/index.js';
import type { FaultServerOptions } from '../../src/testing.js';
import { folderWith } from '../config/small-config.js';
import { outcomeOf } from './run-again.js';
import { eventsOf, littleTraining, run, serveInStorm, settingsFor } from './storm.js';

/** What a run leaves that nothing happened to. */
let calm: Promise<Readonly<Record<string, string>>> | undefined;
function undisturbed() {
  calm ??= (async () => {
    const config = littleTraining(folderWith({}));
    await run(config);
    return outcomeOf(config);
  })();
  return calm;
}

async function serve(options: FaultServerOptions) {
  const server = await serveInStorm(options);
  onTestFinished(() => server.close());
  return server;
}

/** Runs into what a server does, and then goes on with one that is well. */
async function stopAndGoOn(options: FaultServerOptions, ...settings: readonly string[]) {
  const server = await serve(options);
  const place = folderWith({});
  const config = littleTraining(place, ...settingsFor(server.url), ...settings);
  const stopped = await run(config);
  const errors = await scoredAsFailures(config);
  const kept = existsSync(join(stopped.folder, 'plans/best.md'));
  const { url } = await serve({});
  await run(config, { settings: [`model.baseUrl=${url}`, 'budget.calls=100000'] });
  return { stopped, counts: server.counts(), errors, kept, outcome: outcomeOf(config) };
}

/** Episodes of the last go that failed for want of a model, by what the journal says of them. */
async function scoredAsFailures(config: NamedConfig) {
  const events = await eventsOf(config);
  return events.flatMap((event) =>
    event.type === 'episode-end' && event.episode.outcome.kind === 'error'
      ? [event.episode.outcome.code]
      : [],
  );
}

/** Requests that are answered before the trouble begins: within the first batch, and later. */
const beginnings = [30, 60];

describe.each(beginnings)('from request %d on', (from) => {
  test.each([
    [
      'reset',
      /^the server has not answered for \d+ s; the last failure: simulated-strong at .* no connection/,
    ],
    [503, /^the server has not answered for \d+ s; the last failure: .* HTTP 503/],
    [429, /^the server has not answered for \d+ s; the last failure: .* HTTP 429/],
    [401, /^the server lets us in no longer: .* HTTP 401: Incorrect API key .*; see to the key/],
  ] as const)(
    '%s for good stops the run, makes nothing an error, and can be gone on from',
    async (as, message) => {
      const { stopped, counts, errors, kept, outcome } = await stopAndGoOn(
        { outages: [{ from, as }] },
        'model.outageSeconds=0.2',
      );
      expect(stopped.outcome).toBe('outage');
      expect(stopped.message).toMatch(message);
      expect({ errors, kept }).toEqual({ errors: [], kept: true });
      expect(counts.inOutage).toBeLessThanOrEqual(40);
      expect(outcome).toEqual(await undisturbed());
    },
  );

  test.each([
    [404, /^3 model calls in a row failed; the last: .* HTTP 404: The model does not exist/],
    [400, /^3 model calls in a row failed; the last: .* HTTP 400: This model's maximum context length/],
  ] as const)('%s for every call stops the run soon, and can be gone on from', async (as, message) => {
    const { stopped, counts, errors, kept, outcome } = await stopAndGoOn({ outages: [{ from, as }] });
    expect(stopped.outcome).toBe('outage');
    expect(stopped.message).toMatch(message);
    expect(new Set(errors)).toEqual(new Set(['model-request']));
    expect(kept).toBe(true);
    expect(counts.inOutage).toBeLessThanOrEqual(3 * 4);
    expect(outcome).toEqual(await undisturbed());
  });

  test('nothing but web pages stops the run soon, and can be gone on from', async () => {
    const { stopped, outcome } = await stopAndGoOn({ outages: [{ from, as: 200 }] }, 'model.attempts=3');
    expect(stopped.message).toMatch(/^3 model calls in a row failed; the last: .*error came with status 200/);
    expect(outcome).toEqual(await undisturbed());
  });

  test('a budget that is reached stops the run, and can be raised', async () => {
    const { stopped, counts, errors, kept, outcome } = await stopAndGoOn({}, `budget.calls=${from}`);
    expect(stopped.outcome).toBe('budget-reached');
    expect(stopped.message).toBe(`budget reached: ${from} of ${from} calls are used`);
    expect({ errors, kept, requests: counts.requests }).toEqual({ errors: [], kept: true, requests: from });
    expect(outcome).toEqual(await undisturbed());
  });
});

describe('a short outage', () => {
  test.each([{ to: 75 }, { seconds: 0.3 }])('that ends (%j) is waited for', async (end) => {
    const server = await serve({ outages: [{ from: 60, ...end }] });
    const config = littleTraining(folderWith({}), ...settingsFor(server.url));
    const { outcome, errorShare } = await run(config);
    expect({ outcome, errorShare }).toEqual({ outcome: 'finished', errorShare: 0 });
    expect(outcomeOf(config)).toEqual(await undisturbed());
    const waits = (await eventsOf(config)).flatMap((event) =>
      event.type === 'outage' ? [event.waiting] : [],
    );
    expect(waits.slice(0, 2)).toEqual([true, false]);
  });
});

describe('from the start', () => {
  test.each([401, 404, 400])('%d is a wrong setting, and leaves nothing behind', async (as) => {
    const server = await serve({ outages: [{ from: 0, as }] });
    const place = folderWith({});
    const started: Promise<TrainingRun> = run(littleTraining(place, ...settingsFor(server.url)));
    await expect(started).rejects.toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: expect.stringContaining(`HTTP ${as}: `),
        remedy: `check model.baseUrl (${server.url}), model.name and the key`,
      }),
    );
    expect(existsSync(join(place, 'runs'))).toBe(false);
    expect(server.counts().requests).toBeLessThanOrEqual(8);
  });
});
