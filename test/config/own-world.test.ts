import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type LoadedConfig,
  loadConfig,
  parseOverride,
  prepareEvaluation,
  prepareTraining,
  replayRun,
  runEvaluation,
  runTraining,
  type TrainingRun,
} from '../../src/config/index.js';
import { messageOf, UsageError } from '../../src/core/errors.js';
import { badCommand } from '../external/processes.js';
import { needPython } from '../python.js';
import { folderWith } from './small-config.js';

const examples = resolve('configs/examples');

/** A copy of an example, and its config with some settings. */
function copyOf(example: string, ...settings: readonly string[]): { folder: string; loaded: LoadedConfig } {
  const folder = folderWith({});
  cpSync(join(examples, example), folder, { recursive: true });
  return { folder, loaded: load(folder, ...settings) };
}

function load(folder: string, ...settings: readonly string[]): LoadedConfig {
  const given = [`runs=${join(folder, 'runs')}`, ...settings].map(parseOverride);
  return loadConfig(join(folder, 'config.yaml'), given);
}

async function train(loaded: LoadedConfig): Promise<TrainingRun> {
  return runTraining(await prepareTraining(loaded));
}

/** What `results.json` says, without which agent and world it was. */
function resultsOf({ folder }: TrainingRun): Readonly<Record<string, unknown>> {
  const { experiment: _name, ...rest } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
  return rest;
}

/** Why a config can not be used. */
async function refusalOf(loaded: () => LoadedConfig): Promise<string> {
  try {
    await prepareTraining(loaded());
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return messageOf(error);
  }
  return 'taken';
}

describe('an own world and agent', () => {
  it('are trained and measured from modules, with the same bytes each time', async () => {
    const { folder, loaded } = copyOf('own-world-js', 'iterations=2', 'heldOut=6');
    const run = await train(loaded);
    const [result] = run.results;
    expect(result?.heldOut.successes).toBeGreaterThan((result?.baseline.successes ?? 6) + 2);
    expect(result?.plan.text).toContain('kiln');
    const again = await train(load(folder, 'iterations=2', 'heldOut=6', 'concurrency=2'));
    expect(resultsOf(again)).toEqual(resultsOf(run));
    expect(readFileSync(join(run.folder, 'results.json'), 'utf8')).not.toContain(folder);
    const manifest = JSON.parse(readFileSync(join(run.folder, 'manifest.json'), 'utf8'));
    expect(manifest.own).toMatchObject({
      world: { name: 'alchemist', version: '1.0.0', digest: expect.stringMatching(/^sha256:/) },
      agent: { name: 'one-line', digest: expect.stringMatching(/^sha256:/) },
    });
    expect((await replayRun(run.folder)).every(({ state }) => state === 'same')).toBe(true);
  });

  it.skipIf(!needPython())('give the same as processes in Python: plan, results, costs', async () => {
    const settings = ['iterations=1', 'heldOut=4'];
    const js = await train(copyOf('own-world-js', ...settings).loaded);
    const python = await train(copyOf('own-world-python', ...settings).loaded);
    expect(resultsOf(python)).toEqual(resultsOf(js));
    expect(python.results[0]?.plan).toEqual(js.results[0]?.plan);
    expect((await replayRun(python.folder)).every(({ state }) => state === 'same')).toBe(true);
    const measured = copyOf('own-world-python', `plan=${join(python.folder, 'plans/best.md')}`);
    const evaluation = await runEvaluation(
      await prepareEvaluation({ ...measured.loaded, repeats: 1, limit: 3 }),
    );
    expect(evaluation.heldOut.errors).toBe(0);
  });

  it('can not be changed within a run', async () => {
    const { folder, loaded } = copyOf('own-world-js', 'iterations=1', 'heldOut=2', 'budget.calls=20');
    const run = await train(loaded);
    expect(run.outcome).toBe('budget-reached');
    appendFileSync(join(folder, 'world.js'), '\n');
    // Of a process of its own, so that the module is imported anew.
    await expect(replayRun(run.folder)).rejects.toThrow(/has changed: own\.world\.digest: sha256:/);
  });

  it('have an experiment name that follows from what they are, and not from where', async () => {
    const digest8 = async (loaded: LoadedConfig) => (await prepareTraining(loaded)).digest8;
    const { folder, loaded } = copyOf('own-world-js');
    const before = await digest8(loaded);
    expect(await digest8(copyOf('own-world-js').loaded)).toBe(before);
    writeFileSync(join(folder, 'agent.js'), `${readFileSync(join(folder, 'agent.js'), 'utf8')}\n`);
    expect(await digest8(load(folder))).not.toBe(before);
  });

  it('that misbehave end episodes as errors, and the run goes on', async () => {
    const task = (id: string, split: string) =>
      JSON.stringify({
        ...{ id, environment: 'toy', taskType: 'seek', split, goal: 'find the prize.' },
        setup: { doors: 3, prize: 1 },
      });
    const splits = ['train', 'train', 'held-out', 'held-out', 'held-out'];
    const tasks = splits.map((split, i) => task(i === 3 ? 'bad' : `game-${i}`, split)).join('\n');
    const folder = folderWith({
      'tasks.jsonl': tasks,
      'config.yaml': [
        'suite: tasks.jsonl',
        `environment: { command: ${JSON.stringify(badCommand('dies', 'step'))} }`,
        `agent: { command: ${JSON.stringify(badCommand())} }`,
        'train: 2',
        'batchSize: 2',
        'iterations: 1',
      ].join('\n'),
    });
    const run = await train(load(folder));
    expect(run.outcome).toBe('finished');
    expect(run.results[0]?.heldOut).toMatchObject({ n: 2, successes: 2, errors: 1 });
    expect(run.errorShare).toBeCloseTo(2 / 6);
    expect(JSON.stringify(run.failures)).toContain('has ended with exit code 3 when asked for step');
  });
});

describe('what is refused', () => {
  const js = join(examples, 'own-world-js');
  it.each([
    [
      ['environment.module=./absent.js'],
      /^--set environment\.module: \.\/absent\.js: there is no such file in/,
    ],
    [['environment.export=world'], /environment\.module: \.\/world\.js: exports no "world"$/],
    [['agent.export=constructor'], /agent\.module: \.\/agent\.js: exports no "constructor"$/],
    [
      ['environment.options.a=1'],
      /environment\.module: \.\/world\.js, export "environment": has no option 'a'/,
    ],
    [['environment.feedback=plain'], /environment\.feedback: is not for worlds of your own$/],
    [['environment.timeoutSeconds=3'], /environment\.timeoutSeconds: does not go with environment\.module$/],
    [['environment.command=[]'], /environment\.command: /],
    [['environment.command=[""]'], /environment\.command: \[""\]: give the program first$/],
    [['environment.command=[no-such-program]'], /environment\.command: no-such-program: can not be started/],
    [['environment.command=[node]', 'environment.folder=absent'], /there is no folder absent$/],
    [['agent.command=[node]', 'agent.timeoutSeconds=0'], /agent\.timeoutSeconds: /],
    [['agent.thoughtTokens=3'], /agent\.thoughtTokens: the agent "own" has no such setting$/],
    [['agent.name=own'], /taken/],
    [
      [`suite=${resolve('tasks/household')}`],
      /suite: household is of the world alfworld, and environment\.module gives alchemist$/,
    ],
    [['taskType=cool'], /taskType: there is no "cool" in alchemist$/],
  ])('%j', async (settings, message) => {
    const given = [`runs=${folderWith({})}/runs`, ...settings];
    expect(await refusalOf(() => loadConfig(join(js, 'config.yaml'), given.map(parseOverride)))).toMatch(
      message,
    );
  });

  it('an agent of which nothing says where it is', async () => {
    const given = [`suite=${resolve('tasks/household')}`, 'agent.name=own'].map(parseOverride);
    expect(await refusalOf(() => loadConfig(undefined, given))).toMatch(
      /^--set agent\.name: is own, and nothing says/,
    );
  });

  it('a setting of an own world without one', async () => {
    const given = [`suite=${resolve('tasks/household')}`, 'environment.export=a'].map(parseOverride);
    expect(await refusalOf(() => loadConfig(undefined, given))).toMatch(
      /^--set environment\.export: belongs to module/,
    );
  });

  it('one that is laid over another takes its place', () => {
    const { config } = loadConfig(join(js, 'config.yaml'), [
      parseOverride('environment.command=[python3, world.py]'),
      parseOverride('agent.name=react'),
    ]);
    expect(config.environment).toEqual({ command: ['python3', 'world.py'] });
    expect(config.agent).toMatchObject({ name: 'react' });
    expect(config.agent).not.toHaveProperty('module');
  });
});
