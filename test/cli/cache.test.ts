import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noUsage } from '../../src/core/model.js';
import { openAnswerStore } from '../../src/models/index.js';
import { createSimulatedModel, simulatedProfiles } from '../../src/models/simulated/index.js';
import { startFaultServer } from '../../src/testing.js';
import { emptyFolder, household, runCli } from './run-cli.js';

/** A folder with a store of answers called `cache`. */
async function folderWithCache(answers: number): Promise<string> {
  const folder = emptyFolder();
  const store = openAnswerStore(join(folder, 'cache'));
  await store.read('none');
  for (let i = 0; i < answers; i++)
    await store.write(`${i}`, i % 2 === 0 ? 'gpt' : 'llama\u001b[2J', {
      text: 'x'.repeat(1000),
      finishReason: 'stop',
      usage: noUsage,
      model: 'm',
    });
  return folder;
}

describe('cache stats', () => {
  test('shows answers and sizes by model', async () => {
    const cwd = await folderWithCache(3);
    const { code, stdout } = await runCli(['cache', 'stats'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^model +answers +size\ngpt +2 +2\.\d KB\nllama.* +1 +1\.\d KB\nall +3 +3\.\d KB\n$/,
    );
    expect(stdout).not.toContain('\u001b');
    const json = JSON.parse((await runCli(['cache', 'stats', 'cache', '--json'], { cwd })).stdout);
    expect(json).toMatchObject({
      folder: 'cache',
      answers: 3,
      models: [{ model: 'gpt', answers: 2 }, { answers: 1 }],
    });
  });

  test('refuses a folder that is no cache', async () => {
    const cwd = emptyFolder();
    mkdirSync(join(cwd, 'tmp'));
    for (const command of ['stats', 'prune']) {
      const { code, stderr } = await runCli(['cache', command, '.'], { cwd });
      expect([code, stderr]).toEqual([
        2,
        'error: . is no cache of answers (give the folder that cache.folder names in the config)\n',
      ]);
    }
  });
});

describe('cache prune', () => {
  test('removes what is out of the limits', async () => {
    const cwd = await folderWithCache(4);
    const kept = await runCli(['cache', 'prune', '--older-than', '1d', '--max-size', '1 GB'], { cwd });
    expect(kept).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Removed {2}0 answers, 0 B\nLeft {5}4 answers/),
    });
    const some = await runCli(['cache', 'prune', 'cache', '--max-size', '2.5KB', '--json'], { cwd });
    expect(JSON.parse(some.stdout)).toMatchObject({
      removed: { answers: 2 },
      damaged: 0,
      left: { answers: 2 },
    });
    const all = await runCli(['cache', 'prune', '--older-than', '0m'], { cwd });
    expect(all.stdout).toMatch(/^Removed {2}2 answers, .* KB\nLeft {5}0 answers, 0 B\n$/);
  });

  test.each([
    [['--older-than', '30'], 'Give a number with m, h, d or w, for example 30d.'],
    [['--older-than', '-1d'], 'Give a number with m, h, d or w, for example 30d.'],
    [['--max-size', 'big'], 'Give a number with B, KB, MB, GB or TB, for example 1GB.'],
    [['--max-size', '9999999999TB'], 'Give a number with B, KB, MB, GB or TB, for example 1GB.'],
  ])('refuses %s', async (options, words) => {
    const { code, stderr } = await runCli(['cache', 'prune', ...options], { cwd: emptyFolder() });
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});

test('a run says what the cache answered, and what was paid', async () => {
  const { strong } = simulatedProfiles;
  if (!strong) throw new Error('there is no strong profile');
  const model = createSimulatedModel({ name: 'gpt-4o-mini', profile: strong });
  const server = await startFaultServer(model);
  const cwd = emptyFolder();
  const evaluate = (...more: readonly string[]) =>
    runCli(
      [
        ...['eval', '--suite', household, '--limit', '1', '--display', 'none', '--run-id', more[0] ?? ''],
        ...['taskType=heat', 'model.provider=openai', 'model.name=gpt-4o-mini', 'limits.maxSteps=3'].flatMap(
          (one) => ['--set', one],
        ),
        ...['--set', `model.baseUrl=${server.url}`, '--set', 'cache.folder=cache', ...more.slice(1)],
      ],
      { cwd },
    );
  try {
    const cold = await evaluate('cold');
    expect(cold).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Cache:') });
    const warm = await evaluate('warm');
    expect(warm.stdout).toMatch(
      /\nCache: it answered \d+ of these calls, which would have cost US\$ 0\.00; paid: US\$ 0\.00\.\n/,
    );
    const json = JSON.parse((await evaluate('again', '--json')).stdout);
    expect(json.fromCache).toEqual({ calls: json.usage.calls, costUsd: json.costUsd });
    expect(json.costUsd).toBeGreaterThan(0);
    const results = ['cold', 'warm', 'again'].map((id) =>
      readFileSync(join(cwd, 'runs', id, 'results.json'), 'utf8'),
    );
    expect(new Set(results).size).toBe(1);
    const verified = await runCli(['log', 'verify', 'runs/warm'], { cwd });
    expect(verified.stdout).toMatch(
      /Answered calls: (\d+), with .* completion tokens; \1 came from the cache\.\n/,
    );
  } finally {
    await server.close();
  }
});
