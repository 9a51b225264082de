import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  estimateAblation,
  estimateCertification,
  estimateEvaluation,
  estimateTraining,
  loadConfig,
  loadTransfer,
  parseOverride,
  prepareAblation,
  prepareCertification,
  prepareEvaluation,
  prepareTraining,
  runAblation,
  runCertification,
  runEvaluation,
  runTraining,
  runTransfer,
} from '../../src/config/index.js';
import { createPrefixCache, serveModel } from '../../src/models/index.js';
import { createSimulatedModel, simulatedProfiles } from '../../src/models/simulated/index.js';
import { type EstimatedSpend, summarizeSpend } from '../../src/training/index.js';
import { emptyFolder, encyclopedia, household } from '../cli/run-cli.js';
import { ablationFolder, loadSmall, measured } from './small-ablation.js';

function load(place: string, settings: readonly string[]) {
  return loadConfig(undefined, [`runs=${place}/runs`, 'name=small', ...settings].map(parseOverride));
}

const prepare = (place: string, ...settings: readonly string[]) => prepareTraining(load(place, settings));

interface Used {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

const keys = ['calls', 'promptTokens', 'completionTokens'] as const;

/** Each number is at most a quarter off, in a range around it. */
function expectNear(estimate: EstimatedSpend | null | undefined, used: Used, about = ''): void {
  for (const key of keys) {
    const { low, expected, high } = estimate?.[key] ?? { low: 0, expected: 0, high: 0 };
    expect(Math.abs(expected / used[key] - 1), `${about} ${key}: ${expected} of ${used[key]}`).toBeLessThan(
      0.25,
    );
    expect(low).toBeLessThan(expected);
    expect(high).toBeGreaterThan(expected);
  }
}

/** A simulated model behind a server that caches prompts, by two names, and a price for both. */
async function pricedServer(profile: 'strong' | 'weak', names: readonly string[]) {
  const models = names.map((name) => {
    const model = createSimulatedModel({ name: `simulated-${profile}`, profile: simulatedProfiles[profile] });
    return [name, createPrefixCache()(model)] as const;
  });
  const server = await serveModel(new Map(models), { port: 0 });
  onTestFinished(() => server.close());
  const prices = join(emptyFolder(), 'prices.yaml');
  writeFileSync(
    prices,
    names.map((name) => `${name}: { input: 10, output: 40, cachedInput: 2.5 }\n`).join(''),
  );
  return ['model.provider=openai', `model.baseUrl=${server.url}`, `prices=${prices}`];
}

describe('what a training would use', () => {
  it.each([
    ['a household', [`suite=${household}`, 'taskType=heat', 'iterations=2', 'train=8', 'heldOut=12']],
    ['questions', [`suite=${encyclopedia}`, 'iterations=1', 'train=8']],
    [
      'three task types, of which it plays some games',
      [`suite=${household}`, 'taskType=[pick,light,two]', 'seed=7', 'limits.maxSteps=6', 'batchSize=2'],
    ],
    [
      'questions by the other profile',
      [`suite=${encyclopedia}`, 'seed=3', 'model.profile=weak', 'batchSize=6'],
    ],
    [
      'plans that are validated',
      [`suite=${household}`, 'taskType=cool', 'seed=2', 'optimizer.name=ledger', 'heldOut=8', 'iterations=2'],
    ],
  ])('is near what it then uses: %s', async (_name, settings) => {
    const place = emptyFolder();
    const estimate = await estimateTraining(await prepare(place, ...settings));
    expect(existsSync(join(place, 'runs'))).toBe(false);
    const { usage } = (await runTraining(await prepare(place, ...settings))).spend;
    expectNear(estimate, usage);
    expect(estimate).toMatchObject({ costUsd: { expected: 0 } });
  });

  it.each([
    ['a household', [`suite=${household}`, 'taskType=heat', 'iterations=1', 'heldOut=6'], 'strong'],
    ['questions', [`suite=${encyclopedia}`, 'iterations=1', 'heldOut=30', 'seed=5'], 'weak'],
  ] as const)(
    'is that in US$ as well, over a server that caches prompts: %s',
    async (_name, small, profile) => {
      const name = `simulated-${profile}`;
      const settings = [...small, ...(await pricedServer(profile, [name])), `model.name=${name}`];
      const estimate = await estimateTraining(await prepare(emptyFolder(), ...settings));
      const { spend } = await runTraining(await prepare(emptyFolder(), ...settings));
      expect(estimate?.profiles).toEqual([profile]);
      expectNear(estimate, spend.usage);
      expect(spend.usage.cachedTokens).toBeGreaterThan(0);
      expect(Math.abs((estimate?.costUsdCached?.expected ?? 0) / (spend.costUsd ?? 0) - 1)).toBeLessThan(
        0.25,
      );
      expect(estimate?.costUsd?.expected).toBeGreaterThan(spend.costUsd ?? Infinity);
    },
  );

  it('is a range that holds what a model of which nothing is known then uses', async () => {
    for (const profile of ['strong', 'weak'] as const) {
      const small = [`suite=${household}`, 'taskType=cool', 'iterations=1', 'heldOut=6', 'seed=4'];
      const settings = [...small, ...(await pricedServer(profile, ['some-model'])), 'model.name=some-model'];
      const estimate = await estimateTraining(await prepare(emptyFolder(), ...settings));
      const { spend } = await runTraining(await prepare(emptyFolder(), ...settings));
      expect(estimate?.profiles).toEqual(['strong', 'weak']);
      for (const key of keys) {
        expect(estimate?.[key].low).toBeLessThan(spend.usage[key]);
        expect(estimate?.[key].high).toBeGreaterThan(spend.usage[key]);
      }
      expect(estimate?.costUsdCached?.low).toBeLessThan(spend.costUsd ?? 0);
      expect(estimate?.costUsd?.high).toBeGreaterThan(spend.costUsd ?? Infinity);
    }
  });

  it('has a price where there is one, without a call to the server', async () => {
    const served = ['model.provider=openai', 'model.baseUrl=http://127.0.0.1:9/v1'];
    const small = [`suite=${household}`, 'taskType=heat', 'iterations=1', 'heldOut=2', ...served];
    const priced = await estimateTraining(await prepare(emptyFolder(), ...small, 'model.name=gpt-4o-mini'));
    expect(priced?.profiles).toEqual(['strong', 'weak']);
    expect(priced?.costUsd?.expected).toBeGreaterThan(0);
    expect(priced?.costUsd?.high).toBeGreaterThan(priced?.costUsd?.expected ?? Infinity);
    expect(priced?.costUsdCached?.high).toBeLessThan(priced?.costUsd?.high ?? 0);
    const unknown = await estimateTraining(await prepare(emptyFolder(), ...small, 'model.name=unheard-of'));
    expect(unknown).toMatchObject({ costUsd: null, costUsdCached: null });
  });

  it('is not worked out by playing what is on a network', async () => {
    const online = [`suite=${encyclopedia}`, 'environment.options.backend=mediawiki'];
    online.push('environment.options.userAgent=someone@example.org');
    expect(await estimateTraining(await prepare(emptyFolder(), ...online))).toBeNull();
  });

  it('ends when it is interrupted', async () => {
    const stop = new AbortController();
    const given = { ...load(emptyFolder(), [`suite=${household}`, 'taskType=heat']), signal: stop.signal };
    const estimating = estimateTraining(await prepareTraining(given), { onProgress: () => {} });
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(estimating).rejects.toThrow('stopped');
  });
});

describe('what an ablation would use', () => {
  const worlds = `
seeds: [5]
experiments:
  house:
    title: House
    config: base.yaml
    set: { suite: ${JSON.stringify(household)}, taskType: [pick, heat], train: 8, heldOut: 40, batchSize: 3, limits: { maxSteps: 12 } }
    arms:
      - name: No plan
      - name: Follower
        planFrom: Learner
        set: { agent: { name: react } }
      - name: Learner
        train: true
      - name: Again and again
        set: { agent: { name: reflexion, trials: 2 } }
  quiz:
    title: Quiz
    config: base.yaml
    set: { suite: ${JSON.stringify(encyclopedia)}, heldOut: 40, train: 12, model: { profile: weak } }
    arms:
      - name: ReAct
        set: { agent: { name: react } }
      - name: Learner
        train: true
`;
  const muchToLearn = `
seeds: [5]
experiments:
  house:
    title: House
    config: base.yaml
    set:
      suite: ${JSON.stringify(household)}
      taskType: [pick, clean, heat]
      heldOut: 16
      train: 20
      batchSize: 20
      iterations: 7
      limits: { maxSteps: 4 }
    arms:
      - name: Follower
        planFrom: Learner
        set: { agent: { name: react } }
      - name: Learner
        train: true
      - name: No plan
`;
  const eachIteration = `
seeds: [3, 4]
measure: each-iteration
analysis: { baseline: No plan }
experiments:
  house:
    title: House
    config: base.yaml
    set: { suite: ${JSON.stringify(household)}, taskType: cool, train: 8, heldOut: 8 }
    arms:
      - name: No plan
      - name: Learner
        train: true
`;

  it.each([
    ['two worlds', worlds],
    ['more to learn than is rehearsed', muchToLearn],
    ['plans after each iteration', eachIteration],
  ])('is near what it then uses, in all and arm by arm: %s', async (_name, content) => {
    const folder = ablationFolder(content);
    const estimate = await estimateAblation(await prepareAblation({ ablation: loadSmall(folder) }));
    expect(existsSync(join(folder, 'runs'))).toBe(false);
    const prepared = await prepareAblation({ ablation: loadSmall(folder) });
    const { results } = await runAblation(prepared);
    expectNear(estimate?.total, summarizeSpend(prepared.spend.byPurpose()).usage, 'all');
    if (content === eachIteration) return;
    for (const { name, arms } of results.experiments)
      for (const arm of arms) {
        const spends = arm.cells
          .map(measured)
          .flatMap((cell) => [
            ...(cell.training ? [cell.training.spend.usage] : []),
            cell.inference.usage,
            cell.judging.usage,
          ]);
        const sum = (key: (typeof keys)[number]) => spends.reduce((all, usage) => all + usage[key], 0);
        const used = Object.fromEntries(keys.map((key) => [key, sum(key)])) as unknown as Used;
        expectNear(estimate?.armOf(name, arm.name), used, `${name} ${arm.name}`);
      }
    expect(estimate?.armOf('house', 'Nobody')).toBeNull();
  });

  it('is the same of a transfer', async () => {
    const folder = emptyFolder();
    const plan = join(folder, 'plan.md');
    writeFileSync(plan, 'Look in the fridge first.');
    const settings = [`suite=${household}`, 'taskType=clean', `runs=${join(folder, 'runs')}`];
    const ablation = loadTransfer({
      plans: [plan],
      models: ['simulated:strong', 'simulated:weak'],
      overrides: settings.map(parseOverride),
      repeats: 2,
      tolerance: 0.05,
      limit: 6,
    });
    const estimate = await estimateAblation(await prepareAblation({ ablation }));
    const prepared = await prepareAblation({ ablation });
    await runTransfer(prepared);
    expectNear(estimate?.total, summarizeSpend(prepared.spend.byPurpose()).usage);
    expect(estimate?.total.profiles).toEqual(['strong', 'weak']);
  });
});

describe('what measuring would use', () => {
  it.each([
    ['a household', [`suite=${household}`, 'taskType=[two,pick]', 'heldOut=12', 'seed=9']],
    ['questions', [`suite=${encyclopedia}`, 'seed=8', 'model.profile=weak']],
  ])('is near what eval then uses: %s', async (_name, settings) => {
    const place = emptyFolder();
    const options = { ...load(place, settings), repeats: 2 };
    const estimate = await estimateEvaluation(await prepareEvaluation(options));
    expect(existsSync(join(place, 'runs'))).toBe(false);
    const { spend } = await runEvaluation(await prepareEvaluation(options));
    expectNear(estimate, spend.usage);
  });

  it('is that of certify as well', async () => {
    const place = emptyFolder();
    const settings = [`suite=${household}`, 'taskType=heat', 'iterations=1', 'heldOut=4', 'seed=6'];
    const [planFile = ''] = (await runTraining(await prepare(place, ...settings))).planPaths;
    const certified = load(place, [`suite=${household}`, 'taskType=heat', 'seed=1']);
    const options = { ...certified, planFile, alpha: 0.05, limit: 10 };
    const estimate = await estimateCertification(await prepareCertification(options));
    const { spend } = await runCertification(await prepareCertification(options));
    expectNear(estimate, spend.usage);
  });
});
