import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { configSchema, loadConfig, parseOverride, prepareTraining } from '../../src/config/index.js';
import type { Demonstration } from '../../src/core/demonstration.js';
import { UsageError } from '../../src/core/errors.js';
import { loadSuite, saveSuite } from '../../src/suites/index.js';
import { household } from '../cli/run-cli.js';
import { folderWith, smallConfig } from './small-config.js';

const suite = loadSuite(household);
const idIn = (split: string) =>
  suite.instances.find((one) => one.split === split && one.taskType === 'heat')?.id ?? '';
const demonstration: Demonstration = {
  instanceId: idIn('train'),
  taskType: 'heat',
  goal: 'heat some egg.',
  initialObservation: 'You see a fridge 1.',
  steps: [{ thought: 'An egg may be cold.', action: 'open fridge 1', observation: 'You see an egg 1.' }],
  program: { steps: [{ step: 1, why: 'look', do: [{ action: 'open fridge 1' }] }] },
};
const file = (world: string, ...demonstrations: readonly Demonstration[]) =>
  stringify(
    { format: 'planwright-demonstrations/1', world, demonstrations },
    { aliasDuplicateObjects: false },
  );

/** A folder with a file of demonstrations; what is prepared under these settings. */
async function prepare(content: string, ...settings: readonly string[]) {
  const folder = folderWith({ 'd.yaml': content });
  const config = smallConfig(folder, `agent.demonstrations=${join(folder, 'd.yaml')}`, ...settings);
  return { folder, prepared: await prepareTraining({ config }) };
}

async function complaint(content: string, ...settings: readonly string[]): Promise<string> {
  try {
    await prepare(content, ...settings);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('nothing was wrong');
}

describe('the settings of an agent', () => {
  it.each([
    ['autoplan', { calls: 'together', formalizer: 'hybrid', thoughtTokens: 100, actionTokens: 50 }],
    ['react', { shots: 0, thoughtTokens: 100 }],
    ['reflexion', { shots: 0, thoughtTokens: 100, trials: 5, memoryTokens: 256 }],
    ['adaplanner', { shots: 0, thoughtTokens: 100, programTokens: 1500 }],
  ])('of %s have these defaults and no others', (name, settings) => {
    expect(configSchema.parse({ agent: { name } }).agent).toEqual({ name, ...settings });
  });

  it('are not overwritten by defaults', () => {
    const { agent } = configSchema.parse({ agent: { name: 'reflexion', trials: 2 } });
    expect(agent).toMatchObject({ trials: 2, memoryTokens: 256 });
  });

  it.each(['react', 'reflexion', 'adaplanner'])('choose %s', async (name) => {
    const { prepared } = await prepare(
      file('alfworld', demonstration),
      `agent.name=${name}`,
      'agent.shots=1',
    );
    expect(prepared.method.agent.name).toBe(name);
  });

  it('name a file beside the config', () => {
    const folder = folderWith({ 'c.yaml': 'agent: { name: react, demonstrations: d.yaml }\n' });
    expect(loadConfig(join(folder, 'c.yaml')).config.agent.demonstrations).toBe(join(folder, 'd.yaml'));
    const own = loadConfig(undefined, [parseOverride('agent.demonstrations=d.yaml')]);
    expect(own.config.agent.demonstrations).toBe('d.yaml');
  });
});

describe('demonstrations', () => {
  const { program: _program, ...bare } = demonstration;
  const react = ['agent.name=react', 'agent.shots=1'];

  it.each<[string, string, readonly string[], RegExp]>([
    [
      'of another world',
      file('hotpotqa', demonstration),
      react,
      /agent\.demonstrations: .*d\.yaml is for hotpotqa, not/,
    ],
    [
      'that are too few',
      file('alfworld', demonstration),
      ['agent.name=react', 'agent.shots=2'],
      /^agent\.shots: 2 demonstrations of task type "heat" are to be shown, but there are 1$/,
    ],
    [
      'of the split that is measured on',
      file('alfworld', { ...demonstration, instanceId: idIn('held-out') }),
      react,
      /agent\.demonstrations: ".*" is shown as an example, but is in the split "held-out"/,
    ],
    [
      'without a program',
      file('alfworld', bare),
      ['agent.name=adaplanner', 'agent.shots=1'],
      /agent\.demonstrations: .*d\.yaml: ".*" has no program/,
    ],
    [
      'with a malformed program',
      file('alfworld', { ...demonstration, program: { steps: [{ step: 1, why: '', do: [{ go: 1 }] }] } }),
      ['agent.name=adaplanner', 'agent.shots=1'],
      /agent\.demonstrations: .*d\.yaml: ".*": program: steps\[0\]\.do\[0\]: is no command/,
    ],
  ])('%s are refused', async (_name, content, settings, pattern) => {
    expect(await complaint(content, ...settings)).toMatch(pattern);
  });

  it('of the split that is measured on are refused where the split is named as in the official data', async () => {
    const instances = suite.instances.map((one) => ({
      ...one,
      setup: one.setup,
      sourceSplit: `valid_${one.split}`,
    }));
    const own = join(folderWith({}), 'suite');
    saveSuite(own, { name: 'own', environment: 'alfworld' }, instances);
    const shown = file('alfworld', { ...demonstration, instanceId: idIn('held-out') });
    const settings = [...react, `suite=${own}`];
    expect(await complaint(shown, ...settings, 'heldOut=valid_held-out')).toMatch(
      /^agent\.demonstrations: ".*" is shown as an example, but is in the split "valid_held-out"/,
    );
    await expect(prepare(shown, ...settings, 'heldOut=valid_validation')).resolves.toBeDefined();
  });

  it('belong to the experiment by what is shown of them, not by their place', async () => {
    const digest = async (content: string, ...settings: readonly string[]) =>
      (await prepare(content, 'agent.name=react', ...settings)).prepared.digest8;
    const shown = await digest(file('alfworld', demonstration), 'agent.shots=1');
    const unseen = { ...demonstration, instanceId: 'x-1', goal: 'heat some other egg.' };
    expect(await digest(file('alfworld', demonstration, unseen), 'agent.shots=1')).toBe(shown);
    expect(await digest(file('alfworld', unseen, demonstration), 'agent.shots=1')).not.toBe(shown);
    expect(await digest(file('alfworld', demonstration))).not.toBe(shown);
  });

  it('are those of the world where the config names none', async () => {
    const config = smallConfig(folderWith({}), 'agent.name=adaplanner', 'agent.shots=2');
    const { method } = await prepareTraining({ config });
    const context = {
      manual: { introduction: '', actions: [], task: '' },
      taskType: 'heat',
      goal: '',
      plan: '',
      initialObservation: '',
      memory: [],
    };
    const model = { id: 'none', complete: () => Promise.reject(new Error('asked')) };
    await expect(method.agent.begin(context, model).act([])).rejects.toThrow('asked');
  });
});

it('prompts of other agents are checked, and make no other experiment', async () => {
  const digest = async (...settings: readonly string[]) => {
    const folder = folderWith({ 'p.txt': 'Go on: {{lessons}}' });
    const own = settings.map((setting) => setting.replace('FOLDER', folder));
    return (await prepareTraining({ config: smallConfig(folder, ...own) })).digest8;
  };
  const own = 'prompts.memory=FOLDER/p.txt';
  expect(await digest(own)).toBe(await digest());
  const reflexion = 'agent.name=reflexion';
  expect(await digest(reflexion, own)).not.toBe(await digest(reflexion));
  await expect(digest('prompts.reflectOnTrial=FOLDER/p.txt')).rejects.toThrow('no variable {{lessons}}');
});

it('every agent is in the help of eval', () => {
  expect(readFileSync('src/cli/eval.ts', 'utf8')).toContain('autoplan, react, reflexion, adaplanner');
});
