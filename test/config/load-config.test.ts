import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { configSchema, loadConfig, parseOverride } from '../../src/config/index.js';
import { UsageError } from '../../src/core/errors.js';
import { folderWith } from './small-config.js';

const home = process.cwd();
afterEach(() => process.chdir(home));

/** Loads a config file of this content, named `c.yaml`, from the folder it is in. */
function load(content: string | Buffer, ...settings: readonly string[]) {
  process.chdir(folderWith({ 'c.yaml': content }));
  return loadConfig('c.yaml', settings.map(parseOverride));
}

/** What is wrong with a config, and what to do about it. */
function complaint(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.remedy === undefined ? error.message : `${error.message} (${error.remedy})`;
  }
  throw new Error('nothing was wrong');
}

const inFile = (content: string | Buffer) => complaint(() => load(content));
const inSet = (...settings: readonly string[]) =>
  complaint(() => loadConfig(undefined, settings.map(parseOverride)));

describe('a config file', () => {
  it('has the defaults of the paper where it says nothing', () => {
    const { config } = load('suite: s\n');
    expect(config).toMatchObject({ batchSize: 4, iterations: 3, train: 24, heldOut: 'held-out', seed: 0 });
    expect(config.sampling).toEqual({
      optimize: { temperature: 1, topP: 0.9 },
      reflect: { temperature: 1, topP: 0.9 },
      update: { temperature: 1, topP: 0.9 },
      judge: { temperature: 1, topP: 0.9 },
      evaluate: { temperature: 0 },
    });
    expect(config.model).toMatchObject({ provider: 'simulated', profile: 'strong', attempts: 16 });
  });

  it('is read with a byte order mark and any line ends', () => {
    expect(load('\ufeffseed: 3\r\nbatchSize: 2\r\n').config).toMatchObject({ seed: 3, batchSize: 2 });
  });

  it('gives the run its name', () => {
    expect(load('seed: 1').config.name).toBe('c');
    expect(load('name: my-study').config.name).toBe('my-study');
    const folder = folderWith({ 'Küche & Co (2).yaml': 'seed: 1', '___.yaml': 'seed: 1' });
    expect(loadConfig(join(folder, 'Küche & Co (2).yaml')).config.name).toBe('k-che-co-2');
    expect(loadConfig(join(folder, '___.yaml')).config.name).toBe('config');
  });

  it('takes a task type or several, a split or a count, a rule or a list', () => {
    const { config } = load('taskType: [heat, cool]\ntrain: seen\nheldOut: 8\n');
    expect(config).toMatchObject({ taskType: ['heat', 'cool'], train: 'seen', heldOut: 8 });
    expect(
      load('environment: { rules: { heat: toaster, cool: [fridge, safe] } }').config.environment,
    ).toEqual({ rules: { heat: 'toaster', cool: ['fridge', 'safe'] } });
  });

  it.each([
    [
      'batchsize: 3',
      /^c\.yaml:1:1: batchsize: unknown key, did you mean batchSize\? \(known here: name, suite, taskType, .*, runs\)$/,
    ],
    [
      'seed: 1\nmodel:\n  agent:\n    nam: x\n',
      /^c\.yaml:4:5: model\.agent\.nam: unknown key, did you mean name\? \(known here: provider, /,
    ],
    ['seed: 1\nseed: 2\n', /^c\.yaml:2:1: Map keys must be unique/],
    ['model: {provider: openai, provider: openai}', /^c\.yaml:1:27: Map keys must be unique/],
    ['', /^c\.yaml:1:1: a config is a map of settings, and this holds none/],
    ['# nothing\n', /^c\.yaml:1:1: a config is a map of settings/],
    ['- a\n- b\n', /^c\.yaml:1:1: a config is a map of settings/],
    ['hello\n', /^c\.yaml:1:1: a config is a map of settings/],
    ['suite:\n\tx: 1\n', /^c\.yaml:2:1: Tabs are not allowed/],
    ['suite: [a\n', /^c\.yaml:2:1: /],
    ['suite: !!js/function x\n', /^c\.yaml:1:8: Unresolved tag/],
    ['seed: 1\n---\nseed: 2\n', /^c\.yaml:2:1: a second document begins here \(keep one per file\)$/],
    ['__proto__: {provider: openai}', /^c\.yaml:1:1: __proto__: unknown key/],
    ['model: {__proto__: {provider: openai}}', /^c\.yaml:1:9: model\.__proto__: unknown key/],
    ['1: 2', /^c\.yaml:1:1: 1: unknown key/],
  ])('%j is refused with its place', (content, message) => {
    expect(inFile(content)).toMatch(message);
  });

  it.each([
    ['seed: .nan', 'c.yaml:1:1: seed: NaN is not a number'],
    ['iterations: .inf', 'c.yaml:1:1: iterations: Infinity is not a number'],
    ['batchSize: 2.5', 'c.yaml:1:1: batchSize: 2.5 is not a whole number'],
    ['batchSize: four', 'c.yaml:1:1: batchSize: "four" is not a number'],
    ['judge: { votes: 4 }', 'c.yaml:1:10: judge.votes: 4: give an odd number, so that there is a majority'],
    ['judge: { votes: 0 }', 'c.yaml:1:10: judge.votes: 0 is too small: give 1 or more'],
    ['headline: ""', 'c.yaml:1:1: headline: has no value: give one, or take the key out'],
    ['seed: 1\ntrain: 0', 'c.yaml:2:1: train: 0 is too small: give 1 or more'],
    ['heldOut: [8]', 'c.yaml:1:1: heldOut: [8]: give the name of a split or a number of instances'],
    ['taskType: 3', 'c.yaml:1:1: taskType: 3: give a name or a list of names'],
    ['taskType: []', 'c.yaml:1:1: taskType: the list is empty'],
    [
      'environment: { options: { backend: [corpus] } }',
      'c.yaml:1:27: environment.options.backend: ["corpus"]: give a text, a number, true or false',
    ],
    ['suite: ""', 'c.yaml:1:1: suite: has no value: give one, or take the key out'],
    ['model:', 'c.yaml:1:1: model: has no value: give one, or take the key out'],
    ['model: openai', 'c.yaml:1:1: model: "openai" is not a group of settings'],
    ['environment: { rules: [a] }', 'c.yaml:1:16: environment.rules: ["a"] is not a group of settings'],
    ['reflection: short', 'c.yaml:1:1: reflection: "short" is none of: full, summary'],
    [
      'sampling: {optimize: {temperature: 9}}',
      'c.yaml:1:23: sampling.optimize.temperature: 9 is too large: give 2 or less',
    ],
    [
      'sampling:\n  optimize:\n    topP: 0',
      'c.yaml:3:5: sampling.optimize.topP: 0 is too small: give more than 0',
    ],
    ['name: My Study', 'c.yaml:1:1: name: use only a-z, 0-9 and hyphens'],
    [`prompts: { summarize: [${'1, '.repeat(40)}] }`, /summarize: \[1,1,.*… is not a text$/],
  ])('%j is refused with the value', (content, message) => {
    expect(inFile(content)).toMatch(message);
  });

  it('never repeats what may be a key', () => {
    const message = inFile('model: { apiKeyEnv: sk-secret-123 }');
    expect(message).toContain('give the name of the environment variable');
    expect(message).not.toContain('secret');
  });

  it('is refused when aliases blow it up', () => {
    const lines = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (const [before, name] of ['ab', 'bc', 'cd', 'de'].map((pair) => [...pair]))
      lines.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(',')}]`);
    expect(inFile(lines.join('\n'))).toMatch(/^c\.yaml: .*alias/i);
  });

  it('is refused when it is no text, a folder, or nowhere', () => {
    expect(inFile(Buffer.from('suite: \0x'))).toMatch(/^c\.yaml: is not a text file in UTF-8/);
    expect(inFile(Buffer.from([0x73, 0x3a, 0x20, 0xff, 0xfe]))).toMatch(/^c\.yaml: is not a text file/);
    expect(complaint(() => loadConfig(folderWith({})))).toMatch(/: is a folder, not a file/);
    expect(complaint(() => loadConfig('nowhere.yaml'))).toMatch(/^nowhere\.yaml: does not exist/);
  });

  it('is loaded or refused, whatever is in it', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('simulated', 'held-out', 4, 0, null));
    const key = fc.constantFrom('suite', 'model', 'sampling', 'taskType', 'limits', 'prompts', 'x', 'name');
    fc.assert(
      fc.property(fc.dictionary(key, value), fc.dictionary(key, value), (tree, nested) => {
        const overrides = [
          ...Object.entries(tree),
          ...Object.entries(nested).map(([k, v]) => [`model.${k}`, v]),
        ];
        try {
          loadConfig(
            undefined,
            overrides.map(([path, v]) => ({ path: String(path).split('.'), value: v })),
          );
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
          expect((error as Error).message).toMatch(/^--set .+: ./s);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('--set', () => {
  it('wins over the file, in any depth, the last one most', () => {
    const { config } = load(
      'batchSize: 2\nmodel: { profile: weak }\n',
      'batchSize=8',
      'model.provider=openai',
      'limits.maxSteps=5',
      'batchSize=3',
    );
    expect(config.batchSize).toBe(3);
    expect(config.model).toMatchObject({ profile: 'weak', provider: 'openai' });
    expect(config.limits.maxSteps).toBe(5);
  });

  it('takes values as YAML has them', () => {
    const { config } = loadConfig(
      undefined,
      [
        'taskType=[heat, cool]',
        'model.baseUrl=http://127.0.0.1:8399/v1',
        'environment.rules={heat: toaster}',
      ].map(parseOverride),
    );
    expect(config.taskType).toEqual(['heat', 'cool']);
    expect(config.model.baseUrl).toBe('http://127.0.0.1:8399/v1');
    expect(config.environment.rules).toEqual({ heat: 'toaster' });
  });

  it.each([
    ['foo', /^--set foo: not of the form key=value \(for example: --set batchSize=8\)$/],
    ['=3', /^--set =3: not of the form key=value/],
    ['suite=[a', /^--set suite=\[a: /],
    ['suite=*x', /^--set suite=\*x: .*alias/],
    [
      'profile=weak',
      /^--set profile: unknown key, did you mean model\.profile\? \(known here: name, suite, /,
    ],
    ['modle.name=x', /^--set modle: unknown key, did you mean model\? /],
    ['foo=1', /^--set foo: unknown key \(known here: name, suite, /],
    ['model.foo=1', /^--set model\.foo: unknown key \(known here: provider, /],
    ['model..a=1', /^--set model\.\.a: not a key/],
    ['__proto__.x=1', /^--set __proto__\.x: not a key/],
    ['model.constructor=1', /^--set model\.constructor: not a key/],
    ['model=openai', /^--set model: "openai" is not a group of settings$/],
    ['model={foo: 1}', /^--set model\.foo: unknown key/],
    ['batchSize=abc', /^--set batchSize: "abc" is not a number$/],
    ['suite=', /^--set suite: has no value/],
    ['model.provider=azure', /^--set model\.provider: "azure" is none of: simulated, openai$/],
  ])('%s is refused', (setting, message) => {
    expect(inSet(setting)).toMatch(message);
  });

  it('does not put settings into a value', () => {
    expect(complaint(() => load('seed: 1', 'seed.x=3'))).toMatch(
      /^--set seed\.x: seed is one value, not a group of settings/,
    );
    expect(load('model:', 'model.profile=weak').config.model.profile).toBe('weak');
  });

  it('leaves no trace outside the config', () => {
    inSet('__proto__.polluted=1');
    inSet('model.__proto__.polluted=1');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('paths', () => {
  const content = [
    'suite: ../tasks/mine',
    'plan: plan.md',
    'prices: prices.yaml',
    'runs: ../out',
    'cache: { folder: ../kept }',
    'prompts: { summarize: words/s.md }',
    'model: { profile: ./p.yaml, agent: { profile: q.yaml }, update: { profile: weak } }',
  ].join('\n');

  it('are relative to the file in the file, and to the working folder in --set', () => {
    const folder = folderWith({ 'configs/c.yaml': content });
    process.chdir(folder);
    const { config } = loadConfig('configs/c.yaml', ['plan=here.md'].map(parseOverride));
    expect(config).toMatchObject({
      suite: 'tasks/mine',
      plan: 'here.md',
      prices: 'configs/prices.yaml',
      runs: 'out',
      cache: { folder: 'kept', repeats: false },
      prompts: { summarize: 'configs/words/s.md' },
      model: {
        profile: 'configs/p.yaml',
        agent: { profile: 'configs/q.yaml' },
        update: { profile: 'weak' },
      },
    });
  });

  it('lead to the same files from any working folder', () => {
    const folder = folderWith({ 'configs/c.yaml': content });
    process.chdir(folder);
    const near = loadConfig('configs/c.yaml').config.suite ?? '';
    process.chdir(home);
    const far = loadConfig(join(folder, 'configs/c.yaml')).config.suite ?? '';
    expect(resolve(far)).toBe(resolve(folder, near));
    expect(relative(folder, far)).toBe('tasks/mine');
  });
});

describe('the configs that come with planwright', () => {
  it.each(['configs/quickstart.yaml', 'configs/alfworld.yaml', 'configs/hotpotqa.yaml'])(
    '%s holds',
    (file) => {
      expect(loadConfig(file).config.batchSize).toBe(4);
    },
  );

  it('are named in the README, and so is every setting', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(readme).toContain('configs/quickstart.yaml');
    expect(readme).toContain('configs/alfworld.yaml');
    expect(readme).toContain('configs/hotpotqa.yaml');
    const missing = settingNames(configSchema).filter((name) => !readme.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });
});

/** The dotted names of all settings; those of a role's own model are like those of `model`. */
function settingNames(schema: unknown, prefix = ''): string[] {
  const node = schema as { shape?: Record<string, unknown>; def?: { innerType?: unknown } };
  if (node.shape)
    return Object.entries(node.shape).flatMap(([key, inner]) =>
      /^model\.(agent|reflection|update|formalizer|judge)$/.test(prefix + key)
        ? [prefix + key]
        : settingNames(inner, `${prefix}${key}.`),
    );
  return node.def?.innerType ? settingNames(node.def.innerType, prefix) : [prefix.slice(0, -1)];
}

it('says where each setting was given', () => {
  const { placeOf } = load('suite: s\nmodel: { profile: weak }\n', 'environment.rules.heat=toaster');
  expect(placeOf('suite')).toBe('c.yaml:1:1: suite');
  expect(placeOf('model.profile')).toBe('c.yaml:2:10: model.profile');
  expect(placeOf('model.name')).toBe('c.yaml:2:1: model.name');
  expect(placeOf('batchSize')).toBe('c.yaml: batchSize');
  expect(placeOf('environment.rules')).toBe('c.yaml: environment.rules');
  expect(placeOf('environment.rules.heat')).toBe('--set environment.rules.heat');
});
