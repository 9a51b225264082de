import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig, parseOverride, prepareTraining } from '../../src/config/index.js';
import { UsageError } from '../../src/core/errors.js';
import { encyclopedia, household } from '../cli/run-cli.js';
import { folderWith, smallConfig } from './small-config.js';

/** What is wrong with a config that has the household suite and these lines and files. */
async function complaint(lines: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = folderWith({ ...files, 'c.yaml': `suite: ${JSON.stringify(household)}\n${lines}\n` });
  try {
    await prepareTraining(loadConfig(join(folder, 'c.yaml')));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const text = error.remedy === undefined ? error.message : `${error.message} (${error.remedy})`;
    return text.replaceAll(`${folder}/`, '');
  }
  throw new Error('nothing was wrong');
}

describe('what a config names', () => {
  it.each([
    ['taskType: bake', /^c\.yaml:2:1: taskType: there is no "bake" in alfworld \(known: pick, .*, all\)$/],
    ['taskType: [heat, bake]', /^c\.yaml:2:1: taskType: there is no "bake"/],
    ['heldOut: nosplit', /^c\.yaml:2:1: heldOut: .*nosplit.*held-out/],
    ['train: nosplit', /^c\.yaml:2:1: train: .*nosplit/],
    [
      'batchSize: 30',
      /^c\.yaml:2:1: batchSize: is 30, but there are 24 pick instances to train on \(lower batchSize/,
    ],
    [
      'agent: { name: toString }',
      /^c\.yaml:2:10: agent\.name: there is no "toString" \(known: autoplan, react, reflexion, adaplanner, own\)$/,
    ],
    [
      'agent: { name: react, trials: 3 }',
      /^c\.yaml:2:23: agent\.trials: the agent "react" has no such setting \(it has: name, shots, demonstrations, /,
    ],
    ['agent: { shots: 1 }', /^c\.yaml:2:10: agent\.shots: the agent "autoplan" has no such setting/],
    [
      'agent: { name: reflexion, demonstrations: nope.yaml }',
      /^c\.yaml:2:27: agent\.demonstrations: nope\.yaml: does not exist/,
    ],
    ['optimizer: { name: toString }', /^c\.yaml:2:14: optimizer\.name: there is no "toString"/],
    ['environment:\n  rules: { heat: toster }', /^c\.yaml:3:3: environment\.rules: .*'toster'.*toaster/],
    [
      'environment:\n  rules: { hot: toaster }',
      /^c\.yaml:3:3: environment\.rules: .*'hot'.*heat, cool, clean/,
    ],
    [
      'model: { profile: super }',
      /^c\.yaml:2:10: model\.profile: there is no profile "super" \(known: strong, weak,/,
    ],
    ['model: { profile: toString }', /there is no profile "toString"/],
    ['model: { profile: ./nope.yaml }', /^c\.yaml:2:10: model\.profile: nope\.yaml: does not exist/],
    ['model: { provider: openai, baseUrl: "localhost:99" }', /^c\.yaml:2:28: model\.baseUrl: .*not http/],
    [
      'model: { provider: openai, baseUrl: "http://u:p@h/v1" }',
      /^c\.yaml:2:28: model\.baseUrl: .*holds a user name or a password/,
    ],
    [
      'model: { provider: openai, apiKeyEnv: PLANWRIGHT_NO_SUCH_KEY }',
      /^c\.yaml:2:10: model\.provider: .*PLANWRIGHT_NO_SUCH_KEY is not set/,
    ],
    ['plan: nope.md', /^c\.yaml:2:1: plan: nope\.md: does not exist/],
    ['prices: nope.yaml', /^c\.yaml:2:1: prices: nope\.yaml: no such price file/],
    [
      'prompts: { foo: x.md }',
      /^c\.yaml:2:12: prompts\.foo: there is no such prompt \(known: rules, .*updatePlan, .*editPlan\)$/,
    ],
    [
      'prompts: { thought: x.md }',
      /^c\.yaml:2:12: prompts\.thought: is not said: thought and action are asked for in one call \(give prompts\.decide, or set agent\.calls to apart\)$/,
    ],
    ['prompts: { summarize: x.md }', /^c\.yaml:2:12: prompts\.summarize: x\.md: does not exist/],
    ['runs: c.yaml', /^c\.yaml:2:1: runs: c\.yaml is a file, not a folder/],
  ])('%j is refused where it is set', async (lines, message) => {
    expect(await complaint(lines)).toMatch(message);
  });

  it.each([
    ['plan: p.md', { 'p.md': '---\nformat: [\n---\nx' }, /^c\.yaml:2:1: plan: p\.md/],
    [
      'prices: p.yaml',
      { 'p.yaml': 'gpt: { input: -1, output: 2 }' },
      /^c\.yaml:2:1: prices: p\.yaml:1:15: "gpt": input/,
    ],
    [
      'model: { profile: ./p.yaml }',
      { 'p.yaml': 'faithfulness: 2' },
      /model\.profile: p\.yaml: faithfulness: /,
    ],
    [
      'prompts: { summarize: s.md }',
      { 's.md': 'Sum up {{goal}}.' },
      /^c\.yaml:2:12: prompts\.summarize: s\.md: prompt "summarize" has no variable \{\{goal\}\} \(it offers: none\)$/,
    ],
    ['prompts: { job: j.md }', { 'j.md': 'Job {{nr}}' }, /it offers: \{\{number\}\}, \{\{goal\}\}/],
  ] as const)('%j is refused for what the file holds', async (lines, files, message) => {
    expect(await complaint(lines, files)).toMatch(message);
  });

  it.each([
    ['environment.feedback=augmented', /^--set environment\.feedback: HotpotQA has no augmented feedback/],
    ['environment.rules.heat=toaster', /^environment\.rules: HotpotQA has no rule 'heat'/],
    ['environment.options.backend=x', /^--set environment\.options\.backend: hotpotqa: option 'backend': /],
    ['environment.options={x: 1}', /^--set environment\.options\.x: hotpotqa has no option 'x'/],
    ['environment.options.backend=mediawiki', /^environment\.options: .* needs the option 'userAgent'/],
  ])('%s is refused for questions, where it is set', async (setting, message) => {
    const given = [`suite=${encyclopedia}`, setting].map(parseOverride);
    await expect(prepareTraining(loadConfig(undefined, given))).rejects.toThrow(message);
  });

  it('is a suite that is whole', async () => {
    expect(await complaint('# no other suite').catch(String)).toMatch(/nothing was wrong/);
    const folder = folderWith({});
    const prepare = () => prepareTraining({ config: smallConfig(folder, `suite=${join(folder, 'suite')}`) });
    await expect(prepare()).rejects.toThrow(/^suite: .*suite\.json: does not exist/);
    cpSync(household, join(folder, 'suite'), { recursive: true });
    const instances = join(folder, 'suite/instances.jsonl');
    const text = readFileSync(instances, 'utf8');
    writeFileSync(instances, text.slice(0, text.length / 2));
    await expect(prepare()).rejects.toThrow(/^suite: .*suite.instances\.jsonl/);
    writeFileSync(join(folder, 'suite/suite.json'), '{"format":');
    await expect(prepare()).rejects.toThrow(/^suite: .*suite\.json/);
  });

  it('has options that reach the world, with all questions of the suite, and count in the digest', async () => {
    const prepare = (...settings: readonly string[]) =>
      prepareTraining({
        config: smallConfig(folderWith({}), `suite=${encyclopedia}`, 'taskType=qa', ...settings),
      });
    const plain = await prepare();
    const corpus = await prepare(
      'environment.options.backend=corpus',
      'environment.options.behaviour=autoplan',
    );
    expect(corpus.digest8).not.toBe(plain.digest8);
    expect((await prepare('environment.options={}')).digest8).not.toBe(corpus.digest8);
    const { environment, suite } = corpus.tasks;
    const [first, last] = [suite.instances[0], suite.instances.at(-1)];
    if (first === undefined || last === undefined) throw new Error('an empty suite');
    const [title] = (last.setup.context as [string][])[0] as [string];
    const { observation } = await (await environment.start(first)).step(`search[${title}]`);
    expect(observation).not.toContain('Could not find');
  });

  it('must be there: a suite has no default', async () => {
    await expect(prepareTraining(loadConfig(undefined))).rejects.toThrow(/^suite: is not set/);
  });
});

describe('what is prepared', () => {
  const folder = () => folderWith({ 'words.md': 'Say it in short.' });

  it('has the games of each task type that is asked for', async () => {
    const { tasks, episodes } = await prepareTraining({
      config: smallConfig(folder(), 'taskType=[two, heat]'),
    });
    expect(
      tasks.taskTypes.map(({ taskType, train, heldOut }) => [taskType, train.length, heldOut.length]),
    ).toEqual([
      ['two', 8, 8],
      ['heat', 8, 8],
    ]);
    expect(episodes).toBe(2 * (2 * 4 + 2 * 8));
    const all = await prepareTraining({ config: smallConfig(folder(), 'taskType=all') });
    expect(all.tasks.taskTypes.map(({ taskType }) => taskType)).toEqual([
      'pick',
      'light',
      'clean',
      'heat',
      'cool',
      'two',
    ]);
  });

  it('takes held-out games of a split by our name, by the official one, or by count', async () => {
    const heldOutOf = async (setting: string) => {
      const { tasks } = await prepareTraining({ config: smallConfig(folder(), setting) });
      return tasks.taskTypes[0]?.heldOut.map(({ split, id }) => `${split} ${id}`) ?? [];
    };
    expect((await heldOutOf('heldOut=validation')).every((id) => id.startsWith('validation '))).toBe(true);
    expect(await heldOutOf('heldOut=held-out')).toHaveLength(40);
    expect(await heldOutOf('heldOut=3')).toHaveLength(3);
  });

  it('has a digest that follows what can change a result, and nothing else', async () => {
    const place = folder();
    const digest = async (...settings: string[]) =>
      (await prepareTraining({ config: smallConfig(place, ...settings) })).digest8;
    const usual = await digest();
    expect(usual).toMatch(/^[0-9a-f]{8}$/);
    const harmless = [
      'concurrency=1',
      'budget.calls=9',
      'cache.folder=c',
      'errorsAllowed=1',
      'runs=elsewhere',
    ];
    for (const same of [...harmless, 'name=other']) expect(await digest(same)).toBe(usual);
    const others = await Promise.all(
      [
        'seed=1',
        'batchSize=2',
        'iterations=3',
        'heldOut=7',
        'reflection=summary',
        'environment.feedback=plain',
        'environment.rules.heat=toaster',
        'model.profile=weak',
        'sampling.optimize.temperature=0.5',
        'limits.maxSteps=9',
        'agent.formalizer=model',
        `prompts.summarize=${join(place, 'words.md')}`,
      ].map((setting) => digest(setting)),
    );
    expect(new Set([usual, ...others]).size).toBe(others.length + 1);
  });

  it('plays with the prompts of the user', async () => {
    const config = smallConfig(folder());
    const mine = smallConfig(folder(), `prompts.summarize=${join(folder(), 'words.md')}`);
    const { method } = await prepareTraining({ config: mine });
    expect(method.prompts.optimizers.autoplan.summarize.render({})).toBe('Say it in short.');
    expect((await prepareTraining({ config })).method.prompts.digest).not.toBe(method.prompts.digest);
  });

  it.each([
    ['decide', '{ name: autoplan }'],
    ['thought', '{ name: autoplan, calls: apart }'],
    ['thought', '{ name: react }'],
  ])('takes the prompt %s for agent %s', async (stage, agent) => {
    const file = join(folder(), 'words.md');
    const mine = smallConfig(folder(), `prompts.${stage}=${file}`, `agent=${agent}`);
    const { method } = await prepareTraining({ config: mine });
    expect(method.prompts.agents.autoplan[stage as 'decide' | 'thought'].render({})).toBe('Say it in short.');
  });

  it('tells apart prompts that place the lesson of an episode differently', async () => {
    const texts = ['The job is over: {{result}}', 'The job is over: {{result}}{{lesson}}', '{{lesson}}'];
    const digests = texts.map(async (text) => {
      const file = join(folderWith({ 'o.md': text }), 'o.md');
      const { method } = await prepareTraining({ config: smallConfig(folder(), `prompts.outcome=${file}`) });
      return method.prompts.digest;
    });
    const usual = (await prepareTraining({ config: smallConfig(folder()) })).method.prompts.digest;
    expect(new Set([usual, ...(await Promise.all(digests))]).size).toBe(4);
  });

  it('never names a simulated model after a real one', async () => {
    const { models, simulated } = await prepareTraining({
      config: smallConfig(folder(), 'model.name=gpt-4o', 'model.agent.name=o3', 'model.agent.profile=weak'),
    });
    expect(models.names).toEqual({
      agent: 'simulated-weak',
      reflection: 'simulated-strong',
      update: 'simulated-strong',
      formalizer: 'simulated-strong',
      judge: 'simulated-strong',
    });
    expect(simulated).toBe(true);
  });
});
