import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  loadTransfer,
  parseOverride,
  prepareAblation,
  readOpenings,
  runTransfer,
  type TransferOptions,
} from '../../src/config/index.js';
import { loadAblationOfRun, loadRecord } from '../../src/config/load-run.js';
import { household } from '../cli/run-cli.js';
import { ablationFolder, runSmall } from './small-ablation.js';
import { folderWith } from './small-config.js';

const plans = {
  'a.md': 'Look in the fridge.',
  'sub/a.md': 'Look in the drawer.',
  'no plan.md': 'Look around.',
};

function load(folder: string, options: Partial<TransferOptions> = {}, settings: readonly string[] = []) {
  const usual = [
    `suite=${household}`,
    'taskType=[heat, cool]',
    `runs=${join(folder, 'runs')}`,
    'limits.maxSteps=9',
  ];
  return loadTransfer({
    plans: [join(folder, 'a.md')],
    models: [],
    overrides: [...usual, ...settings].map(parseOverride),
    repeats: 1,
    tolerance: 0.05,
    ...options,
  });
}

describe('a transfer', () => {
  it('has an experiment for each model, and in it an arm for no plan and for each plan by a name of its own', () => {
    const folder = folderWith(plans);
    const files = ['a.md', 'sub/a.md', 'no plan.md'].map((name) => join(folder, name));
    const { experiments, seeds } = load(
      folder,
      { plans: files, models: ['simulated:weak', 'openai:gpt-4o'], repeats: 2 },
      ['seed=5', 'model.baseUrl=http://127.0.0.1:1/v1', 'model.agent={ profile: strong }'],
    );
    expect(seeds).toEqual([5, 6]);
    expect(experiments.map(({ name, title }) => [name, title])).toEqual([
      ['simulated-weak', 'simulated:weak'],
      ['openai-gpt-4o', 'openai:gpt-4o'],
    ]);
    const [first] = experiments;
    expect(first?.arms.map(({ name }) => name)).toEqual(['no plan', 'a', files[1], files[2]]);
    expect(first?.arms.map(({ config }) => config.plan)).toEqual([undefined, ...files]);
    expect(new Set(first?.arms.map((arm) => arm.folder)).size).toBe(4);
    for (const { shared } of experiments) {
      expect(shared.config.model.agent).toBeUndefined();
      expect(shared.config.model.baseUrl).toBe('http://127.0.0.1:1/v1');
    }
    expect(experiments[1]?.shared.config.model).toMatchObject({ provider: 'openai', name: 'gpt-4o' });
  });

  it('keeps the judge of the config for all models', () => {
    const folder = folderWith(plans);
    const { experiments } = load(folder, { models: ['simulated:weak'] }, [
      'model={ provider: openai, name: big, baseUrl: "http://127.0.0.1:1/v1", judge: { name: judge } }',
    ]);
    expect(experiments[0]?.shared.config.model).toMatchObject({
      provider: 'simulated',
      profile: 'weak',
      judge: { provider: 'openai', name: 'judge', baseUrl: 'http://127.0.0.1:1/v1' },
    });
  });

  it('plays the same instances in every cell and every repeat, no plan once for each model', async () => {
    const folder = folderWith(plans);
    const files = [join(folder, 'a.md'), join(folder, 'sub/a.md')];
    const ablation = load(folder, { plans: files, repeats: 2, limit: 3 });
    const prepared = await prepareAblation({ ablation });
    expect(prepared.episodes).toBe(2 * 3 * 2 * 3);
    const played = prepared.experiments[0]?.arms
      .flat()
      .map(({ tasks }) => tasks.taskTypes.map(({ heldOut }) => heldOut.map(({ id }) => id)));
    expect(new Set(played?.map((ids) => JSON.stringify(ids))).size).toBe(1);
    const { results } = await runTransfer(prepared);
    expect(results.seeds).toEqual([0, 1]);
    expect(results.baselines.map(({ measured }) => measured?.n)).toEqual([6, 6]);
    expect(results.comparisons.map(({ n, test }) => [n, test])).toEqual(Array(4).fill([3, 'paired-t']));
  });

  it('is remembered as looks at held-out tasks, and not again', async () => {
    const folder = folderWith(plans);
    const run = async () => runTransfer(await prepareAblation({ ablation: load(folder, { limit: 1 }) }));
    const { results } = await run();
    const openings = readOpenings(join(folder, 'runs'));
    expect(openings.map(({ kind, taskType, plans: of }) => [kind, taskType, of])).toEqual([
      ['transfer', 'heat', [results.plans[0]?.id]],
      ['transfer', 'cool', [results.plans[0]?.id]],
    ]);
    await run();
    expect(readOpenings(join(folder, 'runs'))).toEqual(openings);
  });
});

it('counts once what an ablation of several models had spent before it was gone on with', async () => {
  const folder = ablationFolder(`
experiments:
  house:
    config: base.yaml
    set: { suite: ${JSON.stringify(household)}, taskType: heat }
    arms:
      - { name: strong, set: { model: { profile: strong } } }
      - { name: weak, set: { model: { profile: weak } } }
`);
  const first = await runSmall(folder);
  const record = await loadRecord(first.folder, 'replay');
  const ablation = loadAblationOfRun(first.folder);
  const { runAblation } = await import('../../src/config/index.js');
  const resume = { folder: first.folder, record, allowChanged: false };
  const again = await runAblation(await prepareAblation({ ablation, resume }));
  record.close();
  expect(again.results.spend).toEqual(first.results.spend);
});
