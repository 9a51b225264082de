import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { loadAblation, parseOverride } from '../../src/config/index.js';
import { UsageError } from '../../src/core/errors.js';
import { folderWith } from './small-config.js';

const home = process.cwd();
afterEach(() => process.chdir(home));

const usual = `
set: { batchSize: 3, sampling: { optimize: { temperature: 0.5 } } }
experiments:
  one:
    config: sub/base.yaml
    set: { suite: ../games, iterations: 2 }
    arms:
      - name: A
      - name: B
        train: true
        set: { iterations: 5, prompts: { summarize: words.md } }
        paper: { success: { all: 50 }, trainingUsd: 1.8 }
  two:
    title: The second
    arms:
      - name: A
`;

/** Loads `a.yaml` of this content from the folder it is in, with a config \`sub/base.yaml\` beneath it. */
function load(content: string, settings: readonly string[] = [], only: readonly string[] = []) {
  process.chdir(
    folderWith({ 'configs/a.yaml': content, 'configs/sub/base.yaml': 'seed: 7\ntrain: 9\nplan: p.md\n' }),
  );
  return loadAblation('configs/a.yaml', settings.map(parseOverride), only);
}

/** What is wrong with an ablation, and what to do about it. */
function complaint(content: string, settings: readonly string[] = [], only: readonly string[] = []): string {
  try {
    load(content, settings, only);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.remedy === undefined ? error.message : `${error.message} (${error.remedy})`;
  }
  throw new Error('nothing was wrong');
}

/** Settings of an arm. */
function settingsOf({ experiments }: ReturnType<typeof load>, experiment: string, arm: string) {
  return experiments.find(({ name }) => name === experiment)?.arms.find(({ name }) => name === arm)?.config;
}

describe('an ablation file', () => {
  it('lays settings over each other: file beneath, all, experiment, arm', () => {
    const ablation = load(usual);
    expect(ablation).toMatchObject({ name: 'a', table: 'success', seeds: [0], priceAs: null, paper: null });
    expect(settingsOf(ablation, 'one', 'A')).toMatchObject({
      train: 9,
      batchSize: 3,
      iterations: 2,
      sampling: { optimize: { temperature: 0.5 }, evaluate: { temperature: 0 } },
    });
    expect(settingsOf(ablation, 'one', 'B')).toMatchObject({ train: 9, batchSize: 3, iterations: 5 });
    expect(settingsOf(ablation, 'two', 'A')).toMatchObject({ train: 24, batchSize: 3, iterations: 3 });
    expect(ablation.experiments.map(({ title }) => title)).toEqual(['one', 'The second']);
    expect(ablation.experiments[0]?.arms[1]).toMatchObject({
      folder: 'b',
      train: true,
      planFrom: null,
      paper: { success: { all: 50 }, trainingUsd: 1.8 },
    });
  });

  it('takes paths relative to itself, those of the file beneath relative to that one', () => {
    const { suite, plan, prompts } = settingsOf(load(usual), 'one', 'B') ?? {};
    expect([suite, plan, prompts]).toEqual(['games', 'configs/sub/p.md', { summarize: 'configs/words.md' }]);
  });

  it('takes settings for all, for one experiment, and its own from the command line', () => {
    const settings = ['batchSize=1', 'two.suite=here', 'seeds=2', 'table=cost', 'name=mine', 'priceAs=m'];
    const ablation = load(usual, settings);
    expect(ablation).toMatchObject({ name: 'mine', seeds: [0, 1], table: 'cost', priceAs: 'm' });
    expect(settingsOf(ablation, 'one', 'B')).toMatchObject({ batchSize: 1, suite: 'games' });
    expect(settingsOf(ablation, 'two', 'A')).toMatchObject({ batchSize: 1, suite: 'here' });
  });

  it('can be cut down to some experiments', () => {
    expect(load(usual, [], ['two']).experiments.map(({ name }) => name)).toEqual(['two']);
    expect(complaint(usual, [], ['three'])).toBe(
      '--only three: there is no such experiment (known: one, two)',
    );
  });

  it.each(['configs/table-3.yaml', 'configs/table-4.yaml'])(
    '%s holds, and is named in the README',
    (file) => {
      process.chdir(home);
      const { experiments, paper, priceAs } = loadAblation(file);
      expect(experiments.map(({ name }) => name)).toEqual(['alfworld', 'hotpotqa']);
      expect(paper?.model).toBe('GPT-4-0314');
      expect(priceAs).toBe('gpt-4-0314');
      expect(resolve(experiments[0]?.shared.config.suite ?? '')).toBe(join(home, 'tasks/household'));
    },
  );
});

describe('a grid', () => {
  const grid = (lines: string, arms = '') => `experiments:\n  one:\n${arms}    grid:\n${lines}`;
  const armsOf = (content: string) => load(content).experiments[0]?.arms ?? [];

  it('makes an arm that learns for each combination, named by its values, after those that are written', () => {
    const arms = armsOf(
      grid('      batchSize: [2, 4]\n      reflection: [full, summary]\n', '    arms: [{ name: A }]\n'),
    );
    expect(arms.map(({ name, folder, train }) => [name, folder, train])).toEqual([
      ['A', 'a', false],
      ['batchSize 2, reflection full', 'batchsize-2-reflection-full', true],
      ['batchSize 2, reflection summary', 'batchsize-2-reflection-summary', true],
      ['batchSize 4, reflection full', 'batchsize-4-reflection-full', true],
      ['batchSize 4, reflection summary', 'batchsize-4-reflection-summary', true],
    ]);
    expect(arms.map(({ config: { batchSize, reflection } }) => `${batchSize} ${reflection}`)).toEqual([
      '4 full',
      '2 full',
      '2 summary',
      '4 full',
      '4 summary',
    ]);
  });

  it('takes settings of groups, with a dot or within the group, and names them in full where that is needed', () => {
    const arms = armsOf(
      grid(
        '      sampling: { optimize: { temperature: [0.5, 1] } }\n      sampling.evaluate.temperature: [0]\n      model.profile: [weak]\n',
      ),
    );
    expect(arms.map(({ name }) => name)).toEqual([
      'sampling.optimize.temperature 0.5, sampling.evaluate.temperature 0, profile weak',
      'sampling.optimize.temperature 1, sampling.evaluate.temperature 0, profile weak',
    ]);
    expect(arms[1]?.config).toMatchObject({
      sampling: { optimize: { temperature: 1 }, evaluate: { temperature: 0 } },
      model: { profile: 'weak' },
    });
    // Names too long for a folder are told apart by a number.
    expect(arms.map(({ folder }) => folder)).toEqual([
      'sampling-optimize-temperature-0-5-sampli',
      'sampling-optimize-temperature-1-sampling',
    ]);
    const long = 'x'.repeat(45);
    const twins = armsOf(grid(`      name: [${long}-a, ${long}-b]\n`));
    expect(new Set(twins.map(({ folder }) => folder)).size).toBe(2);
  });

  it('takes paths relative to the file', () => {
    expect(armsOf(grid('      plan: [p.md, sub/q.md]\n')).map(({ config }) => config.plan)).toEqual([
      'configs/p.md',
      'configs/sub/q.md',
    ]);
  });

  it.each([
    ['      batchSize: 2\n', /^configs\/a\.yaml:4:7: batchSize: is not a list of values \(give a list of/],
    ['      batchSize: []\n', /^configs\/a\.yaml:4:7: batchSize: is not a list/],
    ['      batchSize: [2, 2]\n', /^configs\/a\.yaml:4:7: batchSize: 2 stands there twice/],
    [
      '      taskType: [[heat]]\n',
      /^configs\/a\.yaml:4:7: taskType: \["heat"\] can not be one of the values/,
    ],
    ['      batchSize: [2, 0]\n', 'configs/a.yaml:4:7: batchSize: 0 is too small: give 1 or more'],
    ['      batchsize: [2]\n', /^configs\/a\.yaml:4:7: batchsize: unknown key/],
    ['      seed: [1, 2]\n', /^configs\/a\.yaml:4:7: seed: an ablation has seeds/],
    ['      a.__proto__.b: [1]\n', /a\.__proto__\.b: not a key/],
  ])('%j', (lines, message) => {
    if (typeof message === 'string') expect(complaint(grid(lines))).toBe(message);
    else expect(complaint(grid(lines))).toMatch(message);
    expect(({} as { b?: unknown }).b).toBeUndefined();
  });

  it('can not be overridden from the command line where an arm sets it', () => {
    expect(complaint(grid('      batchSize: [2, 4]\n'), ['batchSize=8'])).toBe(
      '--set batchSize: the arm "batchSize 2" sets this itself (change it in the file of the ablation)',
    );
  });
});

describe('how arms are compared', () => {
  const content = (lines: string) => `${lines}experiments:\n  one:\n    arms: [{ name: A }]\n`;

  it('is declared in the file, or as usual, and can be set from the command line', () => {
    expect(load(content(''))).toMatchObject({
      measure: 'last',
      analysis: {
        unit: 'run',
        primary: 'paired-t',
        baseline: 'first',
        family: ['arms', 'iterations'],
        tolerance: 0.05,
      },
    });
    const declared = content('measure: each-iteration\nanalysis: { primary: welch, family: [iterations] }\n');
    expect(load(declared, ['analysis.tolerance=0.1', 'seeds=2'])).toMatchObject({
      measure: 'each-iteration',
      seeds: [0, 1],
      analysis: { primary: 'welch', family: ['iterations'], tolerance: 0.1 },
    });
  });

  it.each([
    ['analysis: { unit: episode }\n', /^configs\/a\.yaml:1:13: analysis\.unit: /],
    ['analysis: { primary: z }\n', /analysis\.primary: .*paired-t.*welch/],
    ['analysis: { family: [seeds] }\n', /analysis\.family/],
    ['analysis: { tolerance: 5 }\n', /analysis\.tolerance: 5 is too large/],
    ['measure: always\n', /measure: .*last.*each-iteration/],
  ])('%j', (lines, message) => {
    expect(complaint(content(lines))).toMatch(message);
  });

  it.each([
    ['configs/ablation-batch-size.yaml', ['batchSize 2', 'batchSize 4', 'batchSize 8']],
    ['configs/ablation-reflection.yaml', ['reflection summary', 'reflection full']],
  ])('%s holds: five runs of each arm, measured after each iteration', (file, arms) => {
    process.chdir(home);
    const { seeds, measure, analysis, experiments } = loadAblation(file);
    expect([seeds.length, measure, analysis.unit, analysis.primary]).toEqual([
      5,
      'each-iteration',
      'run',
      'paired-t',
    ]);
    expect(experiments[0]?.arms.map(({ name }) => name)).toEqual(arms);
    expect(analysis.baseline).toBe(arms[0]);
    for (const arm of experiments[0]?.arms ?? [])
      expect(resolve(arm.config.suite ?? '')).toBe(join(home, 'tasks/household'));
    expect(loadAblation(file, [parseOverride('suite=elsewhere')]).experiments[0]?.arms[0]?.config.suite).toBe(
      'elsewhere',
    );
  });
});

describe('what is wrong is named with file, line and column, or the --set that it came from', () => {
  const two = (second: string) =>
    `experiments:\n  one:\n    arms:\n      - name: A\n        train: true\n${second}`;

  it.each([
    [
      'sed: 1\n',
      'configs/a.yaml:1:1: sed: unknown key, did you mean set? (known here: name, table, seeds, priceAs, measure, analysis, paper, set, experiments)',
    ],
    [
      'experiments:\n  one:\n    arm: []\n',
      'configs/a.yaml:3:5: experiments.one.arm: unknown key, did you mean arms? (known here: title, config, set, arms, grid, paperOnly)',
    ],
    [
      two('        trian: 1\n'),
      'configs/a.yaml:6:9: experiments.one.arms.1.trian: unknown key, did you mean train? (known here: name, train, planFrom, set, paper)',
    ],
    [
      two('        paper: { succes: {} }\n'),
      'configs/a.yaml:6:18: experiments.one.arms.1.paper.succes: unknown key, did you mean success? (known here: success, trainingUsd, inferenceUsd)',
    ],
    [
      two('        paper: { success: { all: 101 } }\n'),
      'configs/a.yaml:6:29: experiments.one.arms.1.paper.success.all: 101 is too large: give 100 or less',
    ],
    ['table: three\nexperiments: {}\n', 'configs/a.yaml:1:1: table: "three" is none of: success, cost, both'],
    ['experiments: {}\n', 'configs/a.yaml:1:1: experiments: there is none (name one, with its arms)'],
    [
      'experiments:\n  one:\n    arms: []\n',
      'configs/a.yaml:2:3: experiments.one: has no arms (name some in arms, or make them by a grid)',
    ],
    [
      'experiments:\n  agent:\n    arms: [{ name: A }]\n',
      'configs/a.yaml:2:3: experiments.agent: is the name of a setting as well (choose another name for the experiment)',
    ],
    ['experiments:\n  One:\n    arms: [{ name: A }]\n', /^configs\/a\.yaml:2:3: experiments\.One: /],
    [
      'seeds: [1, 2, 1]\nexperiments:\n  one:\n    arms: [{ name: A }]\n',
      'configs/a.yaml:1:1: seeds: 1 stands there twice (give each seed once)',
    ],
    ['seeds: 0\nexperiments: {}\n', 'configs/a.yaml:1:1: seeds: 0 is too small: give 1 or more'],
    [
      two('        set: { sed: 1 }\n'),
      /^configs\/a\.yaml:6:16: sed: unknown key, did you mean seed\? \(known here: name, suite,/,
    ],
    [two('        set: { agent: { nme: x } }\n'), /^configs\/a\.yaml:6:25: agent\.nme: unknown key/],
    [
      two('        set: { batchSize: 0 }\n'),
      'configs/a.yaml:6:16: batchSize: 0 is too small: give 1 or more',
    ],
    [
      two('        set: { train: { x: 1 } }\n'),
      /^configs\/a\.yaml:6:\d+: train: \{"x":1\}: give the name of a split or a number/,
    ],
    [
      two('        set: { seed: 1 }\n'),
      'configs/a.yaml:6:16: seed: an ablation has seeds (give seeds: [0, 1] at the top of the file, or --set seeds=[0,1])',
    ],
    [
      'set: { seed: 1 }\nexperiments:\n  one:\n    arms: [{ name: A }]\n',
      /^configs\/a\.yaml:1:8: seed: an ablation has seeds/,
    ],
    [
      two('      - name: A\n'),
      'configs/a.yaml:6:9: experiments.one.arms.2.name: there is an arm "A" already (rename one)',
    ],
    [two('      - name: a.\n'), /arms\.2\.name: there is an arm "A" already/],
    [
      two('      - name: "…"\n'),
      'configs/a.yaml:6:9: experiments.one.arms.2.name: "…" has no letter or digit',
    ],
    [
      two('      - { name: B, planFrom: C }\n'),
      'configs/a.yaml:6:20: experiments.one.arms.2.planFrom: "C" is no arm (arms that do: "A")',
    ],
    [
      two('      - { name: B, planFrom: B }\n'),
      'configs/a.yaml:6:20: experiments.one.arms.2.planFrom: "B" does not learn plans (arms that do: "A")',
    ],
    [
      two('        planFrom: A\n'),
      'configs/a.yaml:6:9: experiments.one.arms.1.planFrom: "A" learns plans of its own (leave out planFrom or train)',
    ],
    [two('      - { name: B, planFrom: A, set: { plan: p.md } }\n'), /planFrom: "B" has a plan already/],
    ['experiments:\n  one:\n    config: none.yaml\n    arms: [{ name: A }]\n', /^configs\/none\.yaml: /],
    ['- 1\n', /^configs\/a\.yaml:1:1: a config is a map of settings/],
    ['experiments: 3\n', 'configs/a.yaml:1:1: experiments: 3 is not a group of settings'],
  ])('%j', (content, message) => {
    if (typeof message === 'string') expect(complaint(content)).toBe(message);
    else expect(complaint(content)).toMatch(message);
  });

  it.each([
    [
      'two=3',
      '--set two: is an experiment, not a setting (name one of its settings, for example: --set two.suite=FOLDER)',
    ],
    ['two.batchSize=0', '--set two.batchSize: 0 is too small: give 1 or more'],
    ['two.sed=0', /^--set two\.sed: unknown key/],
    ['sed=0', /^--set sed: unknown key/],
    ['seed=1', /^--set seed: an ablation has seeds/],
    ['two.seed=1', /^--set two\.seed: an ablation has seeds/],
    ['seeds=x', '--set seeds: "x": give a list of seeds, or how many'],
    [
      'iterations=1',
      '--set iterations: the arm "B" sets this itself (change it in the file of the ablation)',
    ],
    ['one.prompts.summarize=x', /^--set one\.prompts\.summarize: the arm "B" sets this itself/],
    ['prompts={}', /^--set prompts: the arm "B" sets this itself/],
    ['agent.name.x=1', '--set agent.name: {"x":1} is not a text'],
  ])('--set %s', (setting, message) => {
    if (typeof message === 'string') expect(complaint(usual, [setting])).toBe(message);
    else expect(complaint(usual, [setting])).toMatch(message);
  });

  it('a missing file', () => {
    expect(() => loadAblation('configs/none.yaml')).toThrow(/^configs\/none\.yaml: /);
  });
});
