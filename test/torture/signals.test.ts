/** The command in a process of its own: what it says and how it ends when the server, or the user, stops it. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addUsage, noUsage } from '../../src/core/model.js';
import { type FaultServer, type FaultServerOptions, stormRates } from '../../src/testing.js';
import { runCli, startCli, waitForExit } from '../cli/run-cli.js';
import { folderWith } from '../config/small-config.js';
import { outcomeOf } from './run-again.js';
import { littleTraining, recordOf, run, serveInStorm, settingsFor } from './storm.js';

async function serve(options: FaultServerOptions): Promise<FaultServer> {
  const server = await serveInStorm(options);
  onTestFinished(() => server.close());
  return server;
}

/** A folder with `work.yaml`, a small training with a server, and what that leaves when nothing happens. */
async function setUp({ url }: FaultServer, ...settings: readonly string[]) {
  const cwd = folderWith({});
  const config = littleTraining(cwd, ...settingsFor(url), ...settings);
  writeFileSync(join(cwd, 'work.yaml'), JSON.stringify({ ...config, runs: './runs' }));
  return { cwd, config, train: ['train', 'work.yaml', '--run-id', 'mine', '--display', 'plain'] };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const onward = 'to go on: planwright resume runs/mine';

async function undisturbed() {
  const config = littleTraining(folderWith({}));
  await run(config);
  return outcomeOf(config);
}

describe('Ctrl+C', () => {
  test.each([
    // Each of the four games waits for a minute, as it is asked to; a fifth failure would be an outage.
    [
      'while calls wait to be sent again',
      { from: 20, as: 429 },
      ['90'],
      / · 1 call waits for up to 60 s: .*HTTP 429/,
    ],
    [
      'while a server that is gone is waited for',
      { from: 20 },
      [],
      /waiting for the server: .*no connection/,
    ],
  ] as const)('%s ends the run, not after the wait', async (_name, outage, retryAfter, shown) => {
    const server = await serve({ outages: [outage], retryAfter });
    const { cwd, config, train } = await setUp(server, 'model.maxPauseSeconds=60');
    const child = startCli(train, { cwd });
    const ended = waitForExit(child);
    await until(() => server.counts().inOutage > 0);
    await pause(1000);
    const sent = performance.now();
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(performance.now() - sent).toBeLessThan(15_000);
    expect(code).toBe(130);
    expect(stderr).toContain('interrupted\n');
    expect(stderr).toContain(`\n${onward}\n`);
    expect(stderr).toMatch(shown);
    const { url } = await serve({});
    const resumed = await runCli(['resume', 'runs/mine', '--set', `model.baseUrl=${url}`], { cwd });
    expect(resumed.code).toBe(0);
    expect(outcomeOf(config)).toEqual(await undisturbed());
  });
});

describe('a run that is stopped', () => {
  test.each([
    [
      { outages: [{ from: 60, as: 401 }] },
      [],
      3,
      /stopped: the server lets us in no longer: .* HTTP 401: Incorrect/,
    ],
    [
      { outages: [{ from: 60 }] },
      ['model.outageSeconds=0.1'],
      3,
      /stopped: the server has not answered for \d+ s; /,
    ],
    [
      { outages: [{ from: 60, as: 404 }] },
      // Calls that fail together count once: there must be enough that follow each other.
      ['iterations=6'],
      3,
      /stopped: 3 model calls in a row failed; .* HTTP 404: The model/,
    ],
    [{}, ['budget.calls=60'], 4, /stopped: budget reached: 60 of 60 calls are used/],
  ] as const)(
    'by %j %j says why and how to go on, with exit code %d',
    async (options, settings, exit, message) => {
      const { cwd, train } = await setUp(await serve(options), ...settings);
      const { code, stderr } = await runCli(train, { cwd });
      expect(code).toBe(exit);
      expect(stderr).toMatch(message);
      expect(stderr).toContain(onward);
      expect(existsSync(join(cwd, 'runs/mine/plans/best.md'))).toBe(true);
    },
  );

  test('by a wrong key at the start ends with exit code 2, and there is nothing to go on with', async () => {
    const { cwd, train } = await setUp(await serve({ outages: [{ from: 0, as: 401 }] }));
    const { code, stderr } = await runCli(train, { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /error: .* HTTP 401: Incorrect API key .* \(check model\.baseUrl .* and the key\)\n$/,
    );
    expect(existsSync(join(cwd, 'runs'))).toBe(false);
  });
});

test('kills in a storm lose nothing from the books', async () => {
  const server = await serve({ rates: { ...stormRates, stall: 0 }, seed: 11 });
  const { cwd, config, train } = await setUp(server, 'model.timeoutSeconds=30');
  let kills = 0;
  for (; kills < 3; kills++) {
    const before = server.counts().requests;
    const child = startCli(kills === 0 ? train : ['resume', 'runs/mine'], { cwd });
    const ended = waitForExit(child);
    await until(() => server.counts().requests > before + 70 || child.exitCode !== null);
    child.kill('SIGKILL');
    await ended;
  }
  expect((await runCli(['resume', 'runs/mine'], { cwd })).code).toBe(0);
  expect(outcomeOf(config)).toEqual(await undisturbed());
  const { spends, attempts } = await recordOf(config);
  const usage = [...spends.values()].reduce((sum, spend) => addUsage(sum, spend.usage), noUsage);
  const { requests, answered } = server.counts();
  const inFlight = config.concurrency * kills;
  expect(usage.calls + attempts.failed + attempts.unknown).toBe(attempts.sent);
  // What was recorded and not sent yet at a kill, and what was answered and not recorded yet.
  expect(attempts.sent - requests).toBeGreaterThanOrEqual(0);
  expect(attempts.sent - requests).toBeLessThanOrEqual(inFlight);
  expect(answered - usage.calls).toBeGreaterThanOrEqual(0);
  expect(answered - usage.calls).toBeLessThanOrEqual(inFlight);
});
