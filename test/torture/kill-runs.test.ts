import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import type { ChatModel } from '../../src/core/model.js';
import { serveModel } from '../../src/models/index.js';
import { createSimulatedModel, simulatedProfiles } from '../../src/models/simulated/index.js';
import { readRunRecord } from '../../src/runs/index.js';
import { killRuns } from './kill-runs.js';
import { outcomeOf, startOrResume, tinyConfigOf } from './run-again.js';

/** The simulated model behind a server that counts what it is sent. */
async function serve() {
  const { strong } = simulatedProfiles;
  if (strong === undefined) throw new Error('no such profile');
  const model = createSimulatedModel({ name: 'simulated-strong', profile: strong });
  let requests = 0;
  let waiting: { readonly at: number; readonly resolve: () => void }[] = [];
  const counting: ChatModel = {
    id: model.id,
    complete: (request) => {
      requests++;
      for (const { at, resolve } of waiting) if (requests >= at) resolve();
      waiting = waiting.filter(({ at }) => requests < at);
      return model.complete(request);
    },
  };
  const server = await serveModel(new Map([[model.id, counting]]), { port: 0 });
  onTestFinished(() => server.close());
  return {
    url: server.url,
    requests: () => requests,
    afterRequests: (count: number) =>
      new Promise<void>((resolve) => waiting.push({ at: requests + count, resolve })),
  };
}

test.each([
  { taskTypes: ['heat'], rounds: 10 },
  { taskTypes: ['heat', 'two', 'cool'], rounds: 2 },
])(
  'runs of $taskTypes that are killed and resumed end as if nothing had been, and pay next to nothing twice',
  async ({ taskTypes, rounds }) => {
    const server = await serve();
    const model = ['model.provider=openai', `model.baseUrl=${server.url}`, 'model.name=simulated-strong'];
    const config = tinyConfigOf(taskTypes, ...model, 'concurrency=4');
    await startOrResume(config);
    const expected = outcomeOf(config);
    const requests = server.requests();
    const file = join(config.runs, 'config.yaml');
    writeFileSync(file, stringify(config));
    const kills = 5;
    const { afterRequests } = server;
    const counts = await killRuns(config, {
      file,
      rounds,
      kills,
      seed: 1,
      requests,
      afterRequests,
      expected,
    });
    expect(counts).toMatchObject({ rounds, same: rounds });
    // Now and then a run ends before it is killed.
    expect(counts.kills).toBeGreaterThan(0.8 * rounds * kills);
    const twice = server.requests() - requests * (rounds + 1);
    expect(twice).toBeLessThanOrEqual(4 * counts.kills);
    const record = await readRunRecord(join(config.runs, 'mine', 'journal.jsonl'));
    record.close();
    const { sent, failed, unknown } = record.attempts;
    expect(sent - failed - unknown).toBe(requests);
  },
  600_000,
);
