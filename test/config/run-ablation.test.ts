import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type AblationRun,
  loadAblation,
  loadConfig,
  parseOverride,
  prepareAblation,
  prepareEvaluation,
  prepareTraining,
  runAblation,
  runEvaluation,
  runTraining,
} from '../../src/config/index.js';
import { UsageError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { addUsage, noUsage } from '../../src/core/model.js';
import { serveModel } from '../../src/models/index.js';
import { createSimulatedModel, simulatedProfiles } from '../../src/models/simulated/index.js';
import { loadPlan } from '../../src/plans/index.js';
import { readJournal } from '../../src/runs/index.js';
import { household } from '../cli/run-cli.js';
import { send, startFaultServer } from '../models/fault-server.js';
import {
  ablationFolder,
  armOf,
  loadSmall,
  measured,
  outcomeOf,
  runSmall,
  smallAblation,
} from './small-ablation.js';

async function readEvents({ folder }: AblationRun): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of readJournal(join(folder, 'journal.jsonl'))) events.push(event);
  return events;
}

describe('the same ablation', () => {
  it('gives the same bytes with one call at a time as with eight, and from the config that it wrote', async () => {
    const folder = ablationFolder();
    const wide = await runSmall(folder, ['concurrency=8']);
    const narrow = await runSmall(folder, ['concurrency=1']);
    const ofTables = ['comparisons', 'costs', 'runs', 'task-types'].flatMap((table) =>
      ['csv', 'json', 'md'].map((ending) => `${table}.${ending}`),
    );
    expect(Object.keys(outcomeOf(wide))).toEqual([
      ...['house', 'quiz'].flatMap((name) =>
        ['svg', 'vl.json'].map((ending) => `figures/${name}-task-types.${ending}`),
      ),
      'plans/house/learner/cool.md',
      'plans/house/learner/heat.md',
      'plans/quiz/learner/qa.md',
      'report.md',
      'results.json',
      ...['house', 'quiz'].flatMap((name) => ofTables.map((file) => `tables/${name}-${file}`)),
    ]);
    expect(outcomeOf(narrow)).toEqual(outcomeOf(wide));
    const again = await runAblation(
      await prepareAblation({ ablation: loadAblation(join(wide.folder, 'config.yaml')) }),
    );
    expect(outcomeOf(again)).toEqual(outcomeOf(wide));
    expect(again.folder.replace(/.*\/\d+T\d+Z_/, '')).toBe(wide.folder.replace(/.*\/\d+T\d+Z_/, ''));
  });

  it('has a name that follows from what can change a result', async () => {
    const folder = ablationFolder();
    const nameOf = async (...settings: string[]) =>
      (await prepareAblation({ ablation: loadSmall(folder, settings) })).experiment;
    const usual = await nameOf();
    expect(usual).toMatch(/^small_s0_[0-9a-f]{8}$/);
    expect(await nameOf('concurrency=3', 'budget.calls=9', 'table=cost')).toBe(usual);
    for (const other of ['batchSize=1', 'house.iterations=2', 'seeds=[0,1]', 'model.profile=weak'])
      expect(await nameOf(other)).not.toBe(usual);
  });
});

describe('an arm', () => {
  it('gets what train and eval would have given', async () => {
    const folder = ablationFolder();
    const { results } = await runSmall(folder, [], { only: ['house'] });
    const settings = [`suite=${household}`, `runs=${join(folder, 'runs')}`];
    const overrides = [...settings, 'taskType=heat'].map(parseOverride);
    const loaded = loadConfig(join(folder, 'base.yaml'), overrides);
    const training = (await runTraining(await prepareTraining(loaded))).results[0];
    const learner = measured(armOf(results, 'house', 'Learner').cells[0]);
    expect(learner.heldOut).toEqual(training?.heldOut);
    expect(learner.plan).toEqual(training?.plan);
    expect(learner.training?.iterations).toEqual(training?.iterations);
    expect(measured(armOf(results, 'house', 'No plan').cells[0]).heldOut).toEqual(training?.baseline);
  });

  it('follows the plans that another one learned, as eval would', async () => {
    const folder = ablationFolder();
    const run = await runSmall(folder, [], { only: ['house'] });
    const learner = armOf(run.results, 'house', 'Learner');
    const follower = armOf(run.results, 'house', 'Follower');
    expect(follower).toMatchObject({ agent: 'react', train: false, planFrom: 'Learner', training: null });
    for (const [i, taskType] of ['heat', 'cool'].entries()) {
      const followed = measured(follower.cells[i]);
      expect(followed).toMatchObject({ taskType, seed: 0, training: null });
      expect(followed.plan).toEqual(measured(learner.cells[i]).plan);
      expect(followed.plan.text).toContain('1. ');
      const plan = join(run.folder, 'plans/house/learner', `${taskType}.md`);
      expect(loadPlan(plan).plan).toMatchObject({ id: followed.plan.id, taskType });
      const settings = [`suite=${household}`, 'heldOut=2', 'agent.name=react', `plan=${plan}`];
      const overrides = [...settings, `taskType=${taskType}`, `runs=${folder}/runs`].map(parseOverride);
      const evaluated = await runEvaluation(
        await prepareEvaluation({ ...loadConfig(undefined, overrides), repeats: 1 }),
      );
      expect(evaluated.heldOut).toEqual(follower.taskTypes[taskType]);
    }
  });

  it('is told apart from others in the journal, down to each call', async () => {
    const run = await runSmall(ablationFolder(), [], { only: ['quiz'] });
    const events = await readEvents(run);
    const ids = (type: 'episode-end' | 'model-call') =>
      events.flatMap((event) =>
        event.type !== type ? [] : [event.type === 'model-call' ? event.callId : event.episode.id],
      );
    expect(new Set(ids('model-call')).size).toBe(run.results.spend.usage.calls);
    expect(new Set(ids('episode-end')).size).toBe(ids('episode-end').length);
    expect(ids('model-call')[0]).toMatch(/^quiz\/react-0-shot\/s0\/qa\/held-out\/.*\/act\/0$/);
    expect(events[0]).toEqual({
      type: 'cell-start',
      cell: 'quiz/react-0-shot/s0/qa',
      experiment: 'quiz',
      arm: 'ReAct (0 shot)',
      taskType: 'qa',
      seed: 0,
      instancesAre: 'questions',
    });
    expect(events.filter(({ type }) => type === 'cell-end')).toHaveLength(3);
    expect(events.at(-1)).toEqual({ type: 'run-end', outcome: 'finished' });
  });

  it('plays with each seed what the seed alone would', async () => {
    const folder = ablationFolder();
    const both = await runSmall(folder, ['seeds=[0,3]'], { only: ['house'] });
    const alone = await runSmall(folder, ['seeds=[3]'], { only: ['house'] });
    for (const name of ['No plan', 'Follower', 'Learner']) {
      const cells = armOf(both.results, 'house', name).cells;
      expect(cells.map(({ seed, taskType }) => `${seed} ${taskType}`)).toEqual([
        '0 heat',
        '0 cool',
        '3 heat',
        '3 cool',
      ]);
      expect(cells.slice(2)).toEqual(armOf(alone.results, 'house', name).cells);
    }
    expect(existsSync(join(both.folder, 'plans/house/learner/heat_s3.md'))).toBe(true);
  });
});

describe('costs', () => {
  it('are those of training per training episode, of held-out episodes per instance, and add up', async () => {
    const { results } = await runSmall(ablationFolder());
    const learner = armOf(results, 'house', 'Learner');
    const cells = learner.cells.map(measured);
    const usages = cells.map(({ training }) => training?.spend.usage ?? noUsage);
    const { promptTokens, completionTokens } = usages.reduce(addUsage, noUsage);
    expect(learner.training).toMatchObject({ instances: 4, usd: 0 });
    expect(learner.training?.tokens).toBe((promptTokens + completionTokens) / 4);
    expect(learner.training?.usdAs).toBeCloseTo((promptTokens * 30 + completionTokens * 60) / 4e6, 10);
    expect(cells[0]?.training?.episodes).toBe(2);
    expect(Object.keys(cells[0]?.training?.spend.byPurpose ?? {})).toContain('update-plan');
    expect(Object.keys(cells[0]?.inference.byPurpose ?? {})).not.toContain('update-plan');
    expect(learner.inference?.instances).toBe(4);
    const reflexion = armOf(results, 'quiz', 'Reflexion (1 shot)');
    expect(Object.keys(measured(reflexion.cells[0]).inference.byPurpose)).toEqual([
      'act',
      'reflect-on-trial',
    ]);
    expect(reflexion.inference?.instances).toBe(2);
    const all = results.experiments.flatMap(({ arms }) => arms.flatMap((arm) => arm.cells.map(measured)));
    const calls = all.map(
      ({ training, inference, judging }) =>
        (training?.spend.usage.calls ?? 0) + inference.usage.calls + judging.usage.calls,
    );
    expect(calls.reduce((sum, count) => sum + count, 0)).toBe(results.spend.usage.calls);
  });

  it('keep what judging answers costs apart', async () => {
    const { results } = await runSmall(ablationFolder(), ['quiz.headline=judge'], { only: ['quiz'] });
    const arm = armOf(results, 'quiz', 'Learner');
    const cell = measured(arm.cells[0]);
    expect(results.experiments[0]?.headline.name).toBe('judge');
    expect(Object.keys(cell.inference.byPurpose)).not.toContain('judge');
    expect(Object.keys(cell.judging.byPurpose)).toEqual(cell.judging.usage.calls > 0 ? ['judge'] : []);
    expect(arm.judging === null).toBe(cell.judging.usage.calls === 0);
  });
});

/** The small ablation with one arm whose model is behind a server of its own. */
function withServer(url: string): string {
  const model = `{ provider: openai, name: m, attempts: 1, baseUrl: ${JSON.stringify(url)} }`;
  return smallAblation.replace('- name: No plan', `- name: No plan\n        set: { model: ${model} }`);
}

describe('what goes wrong', () => {
  it('an arm that fails is not measured, and all others are', async () => {
    const server = await startFaultServer(send(401, { error: { message: 'no' } }));
    onTestFinished(() => server.close());
    const { results, folder, outcome } = await runSmall(ablationFolder(withServer(server.url)));
    expect(outcome).toBe('finished');
    const failed = armOf(results, 'house', 'No plan');
    expect(failed).toMatchObject({ all: null, inference: null, taskTypes: { heat: null, cool: null } });
    expect(failed.cells[0]).toMatchObject({
      state: 'not-measured',
      reason: expect.stringMatching(/HTTP 401/),
    });
    expect(armOf(results, 'house', 'Learner').all?.n).toBe(4);
    expect(armOf(results, 'quiz', 'Learner').all?.n).toBe(2);
    const report = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(report).toMatch(/\| No plan \| - \| - \| - \| not measured \|/);
    expect(report).toMatch(/- No plan: not measured: .*HTTP 401/);
  });

  it('who follows an arm that failed is not measured either', async () => {
    const server = await startFaultServer(send(401, { error: { message: 'no' } }));
    onTestFinished(() => server.close());
    const model = `{ provider: openai, name: m, attempts: 1, baseUrl: ${JSON.stringify(server.url)} }`;
    const content = smallAblation.replace('train: true', `train: true\n        set: { model: ${model} }`);
    const { results } = await runSmall(ablationFolder(content), [], { only: ['house'] });
    expect(armOf(results, 'house', 'Follower').cells[0]).toMatchObject({
      state: 'not-measured',
      reason: '"Learner" has no plan for it',
    });
    expect(armOf(results, 'house', 'No plan').all?.n).toBe(4);
  });

  it('nothing is left behind when nothing can be measured', async () => {
    const server = await startFaultServer(send(401, { error: { message: 'no' } }));
    onTestFinished(() => server.close());
    const folder = ablationFolder();
    const settings = ['model.provider=openai', 'model.name=m', `model.baseUrl=${server.url}`];
    const failed = runSmall(folder, [...settings, 'model.attempts=1']);
    await expect(failed).rejects.toThrow(UsageError);
    await expect(failed).rejects.toThrow(/HTTP 401/);
    expect(existsSync(join(folder, 'runs'))).toBe(false);
  });

  it('one budget holds for all arms, and what was finished is kept', async () => {
    const settings = ['budget.calls=200', 'concurrency=1'];
    const { results, outcome, message, folder } = await runSmall(ablationFolder(), settings);
    expect(outcome).toBe('budget-reached');
    expect(message).toBe('budget reached: 200 of 200 calls are used');
    expect(results.spend.usage.calls).toBe(200);
    expect(measured(armOf(results, 'house', 'No plan').cells[0]).heldOut.n).toBe(2);
    const cells = results.experiments.flatMap(({ arms }) => arms.flatMap((arm) => arm.cells));
    const reasons = cells.flatMap((cell) => (cell.state === 'not-measured' ? [cell.reason] : []));
    expect(reasons.filter((reason) => reason === 'budget reached')).toHaveLength(1);
    expect(reasons).toContain('not begun');
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('did not finish: budget-reached');
    expect(JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')).outcome).toBe('budget-reached');
  });

  it('one budget holds for arms with models of their own, too', async () => {
    const profile = simulatedProfiles.strong;
    if (!profile) throw new Error('no profile');
    const model = createSimulatedModel({ name: 'simulated-strong', profile });
    const server = await serveModel(new Map([['simulated-strong', model]]), { port: 0 });
    onTestFinished(() => server.close());
    const content = withServer(server.url).replace('name: m,', 'name: simulated-strong,');
    const { results } = await runSmall(ablationFolder(content), ['budget.calls=200']);
    expect(results.spend.usage.calls).toBe(200);
  });

  it('an interrupt keeps what was finished', async () => {
    const controller = new AbortController();
    const run = await runSmall(ablationFolder(), ['concurrency=1'], {
      signal: controller.signal,
      emit: (event) => {
        if (event.type === 'cell-end') controller.abort(new Error('enough'));
      },
    });
    expect(run.outcome).toBe('interrupted');
    const [first, second] = armOf(run.results, 'house', 'No plan').cells;
    expect(measured(first).heldOut.n).toBe(2);
    expect(second).toMatchObject({
      state: 'not-measured',
      reason: expect.stringMatching(/interrupted|not begun/),
    });
    expect(existsSync(join(run.folder, 'figures'))).toBe(false);
    expect(existsSync(join(run.folder, 'tables/house-runs.csv'))).toBe(true);
  });
});

describe('what can not be compared is refused', () => {
  const complaint = async (content: string, ...settings: string[]) => {
    const failed = prepareAblation({ ablation: loadSmall(ablationFolder(content), settings) });
    await expect(failed).rejects.toThrow(UsageError);
    return failed.catch((error: UsageError) => `${error.message} (${error.remedy})`);
  };

  it.each([
    ['{ heldOut: 1 }', /"Learner" is not measured on the same instances by the same headline as "No plan"/],
    ['{ taskType: heat }', /"Learner" is not measured on the same instances/],
    [
      '{ concurrency: 2 }',
      /small\.yaml:\d+:16: concurrency: differs between house, "No plan" and house, "Learner"/,
    ],
    ['{ budget: { calls: 5 } }', /budget: differs between .* \(it holds for all arms: set it once/],
    ['{ batchSize: 9 }', /small\.yaml:\d+:16: batchSize: is 9, but there are 2 heat instances to train on/],
    ['{ agent: { name: nobody } }', /small\.yaml:\d+:25: agent\.name: there is no "nobody"/],
    ['{ agent: { name: react, shots: 9 } }', /small\.yaml:\d+:38: agent\.shots: /],
    ['{ headline: em }', /headline: there is no "em" in alfworld/],
  ])('an arm that sets %s', async (set, message) => {
    const content = smallAblation.replace('train: true', `train: true\n        set: ${set}`);
    expect(await complaint(content)).toMatch(message);
  });

  it('a baseline that is no arm', async () => {
    expect(await complaint(smallAblation, 'analysis.baseline=Nobody')).toBe(
      '--set analysis.baseline: "Nobody" is no arm of house (arms: "No plan", "Follower", "Learner")',
    );
  });

  it('a grid over what all arms must share', async () => {
    const grid = (setting: string) =>
      smallAblation.replace('    paperOnly:', `    grid: { ${setting} }\n    paperOnly:`);
    expect(await complaint(grid('heldOut: [1, 2]'))).toMatch(
      /"heldOut 1" is not measured on the same instances by the same headline as "No plan"/,
    );
    expect(await complaint(grid('concurrency: [8, 2]'))).toMatch(/small\.yaml:\d+:\d+: concurrency: differs/);
  });

  it('a column of the paper that is no task type', async () => {
    expect(await complaint(smallAblation.replace('heat: 35', 'heating: 35'))).toMatch(
      /^house, "No plan": paper\.success has "heating", which is no task type of the world \(known: all, pick,/,
    );
  });

  it('a model to price as that has no price', async () => {
    expect(await complaint(smallAblation, 'priceAs=gpt-9')).toBe(
      '--set priceAs: "gpt-9" has no price (add it to configs/prices.yaml)',
    );
  });
});
