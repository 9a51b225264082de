/** What the journal says was sent and used, against what the server has counted. */
import { expect, onTestFinished, test } from 'vitest';
import { addUsage, noUsage } from '../../src/core/model.js';
import { type FaultServer, type FaultServerOptions, stormRates } from '../../src/testing.js';
import { createRandom } from '../../src/util/random.js';
import { folderWith } from '../config/small-config.js';
import { littleTraining, recordOf, run, serveInStorm, settingsFor } from './storm.js';

/** Deadlines are long: a good answer that comes too late would be one to the server and none to us. */
const rates = { ...stormRates, stall: 0, 'no-usage': 0.1, 'dropped-reply': 0.1 };

async function serve(options: FaultServerOptions): Promise<FaultServer> {
  const server = await serveInStorm(options);
  onTestFinished(() => server.close());
  return server;
}

function configFor({ url }: FaultServer, ...settings: readonly string[]) {
  return littleTraining(folderWith({}), ...settingsFor(url), 'model.timeoutSeconds=30', ...settings);
}

async function accountsOf(config: ReturnType<typeof configFor>) {
  const { spends, attempts } = await recordOf(config);
  const usage = [...spends.values()].reduce((sum, spend) => addUsage(sum, spend.usage), noUsage);
  return { ...attempts, usage };
}

test('the journal counts every attempt that the server has seen, and every token of an answer', async () => {
  const server = await serve({ rates: { ...stormRates, stall: 0, 'dropped-reply': 0.1 }, seed: 7 });
  const config = configFor(server);
  await run(config);
  const { sent, failed, unknown, usage } = await accountsOf(config);
  const { requests, answered, promptTokens, completionTokens, faults, processed } = server.counts();
  expect(sent).toBe(requests);
  expect(usage.calls + failed + unknown).toBe(requests);
  expect(usage).toMatchObject({ calls: answered, promptTokens, completionTokens, estimatedCalls: 0 });
  const cut = faults.reset + faults['reset-in-body'] + faults['dropped-reply'];
  expect(unknown).toBe(cut);
  expect(faults['dropped-reply']).toBeGreaterThan(20);
  // What was worked out and did not arrive was paid for, and is among the unknown.
  expect(processed - answered).toBeGreaterThan(faults['dropped-reply']);
});

test('answers that do not say what they used are marked as estimated', async () => {
  const server = await serve({ rates, seed: 3 });
  const config = configFor(server);
  await run(config);
  const { usage } = await accountsOf(config);
  const { answered, withoutUsage } = server.counts();
  expect(usage).toMatchObject({ calls: answered, estimatedCalls: withoutUsage });
  expect(withoutUsage).toBeGreaterThan(10);
});

test.each([1, 2, 3])('nothing is lost from the books by interrupts (%d)', async (seed) => {
  const server = await serve({ rates: { ...rates, 'no-usage': 0 }, seed });
  const config = configFor(server);
  const random = createRandom('interrupts', seed);
  for (let go = 0; go < 20; go++) {
    const controller = new AbortController();
    const timer = setTimeout(
      () => controller.abort(new Error('interrupted')),
      150 + random.below(400) + go * 50,
    );
    const { outcome } = await run(config, { signal: controller.signal });
    clearTimeout(timer);
    if (outcome === 'finished') break;
  }
  const { sent, failed, unknown, usage } = await accountsOf(config);
  const { requests, answered, promptTokens } = server.counts();
  expect(usage.calls + failed + unknown).toBe(sent);
  // An attempt that was interrupted may not have left, and an answer may not have been taken any more.
  expect(sent).toBeGreaterThanOrEqual(requests);
  expect(usage.calls + failed).toBeLessThanOrEqual(requests);
  expect(answered - usage.calls).toBeGreaterThanOrEqual(0);
  expect(answered - usage.calls).toBeLessThanOrEqual(unknown);
  expect(usage.promptTokens).toBeLessThanOrEqual(promptTokens);
});

test('a dropped reply is paid for again once, and no more', async () => {
  const server = await serve({ rates: { 'dropped-reply': 0.2 }, seed: 5 });
  const config = configFor(server);
  await run(config);
  const { usage, unknown, failed } = await accountsOf(config);
  const { processed, faults } = server.counts();
  expect(faults['dropped-reply']).toBeGreaterThan(30);
  expect(unknown).toBe(faults['dropped-reply']);
  expect(failed).toBe(0);
  expect(processed).toBe(usage.calls + faults['dropped-reply']);
});
