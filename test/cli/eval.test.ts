import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, encyclopedia, household, runCli } from './run-cli.js';

const plan = [
  '1. Go to the places where it may be, and open what is closed.',
  '2. Take the object: take {object} from {receptacle}.',
  '3. Go to the microwave.',
  '4. Heat the object: heat {object} with the microwave.',
  '5. Move it: move {object} to {receptacle}.',
].join('\n');

function workFolder(): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'plan.md'), plan);
  writeFileSync(
    join(folder, 'c.yaml'),
    `suite: ${JSON.stringify(household)}\nplan: plan.md\ntaskType: heat\nheldOut: 4\n`,
  );
  return folder;
}

/** A plan that ships with the project. */
const heatPlan = resolve('plans/alfworld-heat.md');

const measure = (cwd: string, ...args: string[]) => runCli(['eval', '--display', 'none', ...args], { cwd });

describe('eval', () => {
  it('measures a plan, with intervals, and says what the model was', async () => {
    const args = ['--suite', household, '--plan', 'plan.md', '--task-type', 'heat', '--limit', '8'];
    const { code, stdout } = await measure(workFolder(), ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Plan plan\.md on held-out:\n\n {2}task type +games won +rate +95 % interval\n/);
    expect(stdout).toMatch(/\n {2}heat +\d\/8 +\d+ % +\[\d+, \d+\]\n/);
    expect(stdout).toContain('a simulated model, a program that stands in for a language model.');
    expect(stdout).toMatch(
      /\n\nCost: \d+ model calls, [\d,]+ prompt and [\d,]+ completion tokens; US\$ 0\.00\.\nPlaying: 1\.\d\d calls a step \(thought and action together\)\.\nFormalizer: .*\n\nRun /,
    );
  });

  it('gives the mean scores of a world that has them, with its options, and no others', async () => {
    const args = ['--limit', '3', '--json'];
    const options = ['--set', 'environment.options.backend=corpus'];
    const questions = await measure(emptyFolder(), '--suite', encyclopedia, ...args, ...options);
    const { heldOut, taskTypes, playing, results } = JSON.parse(questions.stdout);
    const steps = results.reduce(
      (sum: number, one: { steps: readonly number[] }) => sum + (one.steps[0] ?? 0),
      0,
    );
    expect(playing).toEqual({ steps, calls: steps, callsPerStep: 1 });
    expect(Object.keys(heldOut.meanScores)).toEqual(expect.arrayContaining(['em', 'f1']));
    expect(heldOut.meanScores.em).toBe(heldOut.rate);
    expect(taskTypes[0].meanScores).toEqual(heldOut.meanScores);
    const games = await measure(emptyFolder(), '--suite', household, '--task-type', 'heat', ...args);
    expect(games.stdout).not.toMatch(/scores/i);
  });

  it('measures no plan on every task type', async () => {
    const cwd = workFolder();
    const { stdout } = await measure(cwd, '--suite', household, '--limit', '2');
    expect(stdout).toMatch(/^No plan on held-out:/);
    for (const type of ['pick', 'light', 'clean', 'heat', 'cool', 'two'])
      expect(stdout).toMatch(new RegExp(`\\n {2}${type} +\\d/2 `));
    expect(stdout).toMatch(/\n {2}all +\d+\/12 /);
    expect(stdout).toMatch(
      /\n\nRun {2}runs\/\d{8}T\d{9}Z_eval_s0_[0-9a-f]{8}\nSee {2}planwright report runs\/\w+\n$/,
    );
    expect(readdirSync(cwd).sort()).toEqual(['c.yaml', 'plan.md', 'runs']);
  });

  it('prints one JSON document with rows per task type and per game, the same each time', async () => {
    const cwd = workFolder();
    const args = ['--config', 'c.yaml', '--repeats', '2', '--json'];
    const [first, second] = await Promise.all([
      measure(cwd, ...args, '--run-id', 'one'),
      measure(cwd, ...args, '--run-id', 'two'),
    ]);
    expect(second.stdout.replace('runs/two', 'runs/one')).toBe(first.stdout);
    const { run, ...result } = JSON.parse(first.stdout);
    expect(run).toBe('runs/one');
    expect(JSON.parse(readFileSync(join(cwd, 'runs/one/results.json'), 'utf8'))).toEqual(result);
    expect(result).toMatchObject({
      format: 'planwright-evaluation/1',
      outcome: 'finished',
      repeats: 2,
      split: 'held-out',
      heldOut: { n: 8, errors: 0 },
      taskTypes: [{ taskType: 'heat', n: 8 }],
      simulated: true,
      costUsd: 0,
    });
    expect(result.plan).toMatch(/^sha256:/);
    expect(result.results).toHaveLength(4);
    for (const row of result.results)
      expect(row).toMatchObject({
        taskType: 'heat',
        played: 2,
        outcomes: { length: 2 },
        steps: { length: 2 },
      });
  });

  it('says how many plays of how many games were counted', async () => {
    const { stdout } = await measure(workFolder(), '--config', 'c.yaml', '--repeats', '2');
    expect(stdout).toMatch(
      /\n {2}heat +\d\/8 .*\n\n {2}8 plays of 4 games; the interval counts each game once\.\n/,
    );
  });

  it('takes what the options do not say from the config', async () => {
    const cwd = workFolder();
    const heldOut = await measure(cwd, '--config', 'c.yaml');
    expect(heldOut.stdout).toMatch(/^Plan plan\.md on held-out:[\s\S]*heat +\d\/4 /);
    const other = await measure(cwd, '--config', 'c.yaml', '--split', 'validation', '--no-plan');
    expect(other.stdout).toMatch(/^No plan on validation:[\s\S]*heat +\d\/8 /);
  });

  it('plays a plan file on its own task type', async () => {
    const cwd = workFolder();
    const args = ['train', 'c.yaml', '--set', 'iterations=1', '--set', 'heldOut=2', '--run-id', 'r'];
    expect((await runCli([...args, '--display', 'none'], { cwd })).code).toBe(0);
    const { stdout } = await measure(
      cwd,
      '--suite',
      household,
      '--plan',
      'runs/r/plans/best.md',
      '--limit',
      '2',
    );
    expect(stdout).toMatch(/\n {2}heat +\d\/2 /);
    expect(stdout).not.toContain('pick');
    expect(readFileSync(join(cwd, 'runs/r/plans/best.md'), 'utf8')).toContain('heat');
  });

  it('names what it measures while it goes on', async () => {
    const { stderr } = await runCli(['eval', '--config', 'c.yaml', '--no-plan'], { cwd: workFolder() });
    expect(stderr).toMatch(/^ {2}heat, no plan: \d of 4 games won; \d+ % \[\d+, \d+\]\n/m);
  });

  it.each([
    [[], /^error: --suite: is not given/],
    [['--suite', 'nowhere'], /^error: --suite: nowhere\/suite\.json: does not exist/],
    [['--suite', household, '--plan', 'nope.md'], /^error: nope\.md: does not exist/],
    [['--suite', household, '--split', 'nosplit'], /^error: --split: .*nosplit/],
    [['--suite', household, '--task-type', 'bake'], /^error: --task-type: there is no "bake"/],
    [['--suite', household, '--agent', 'nobody'], /^error: --agent: there is no "nobody"/],
    [['--suite', household, '--limit', '0'], /^error: option '--limit <n>' argument '0' is invalid/],
    [['--suite', household, '--repeats', 'x'], /^error: option '--repeats <k>' argument 'x' is invalid/],
    [
      ['--suite', encyclopedia, '--plan', heatPlan],
      /^error: --plan: .*alfworld-heat\.md is for alfworld\/heat, and the suite is hotpotqa \(/,
    ],
    [['--config', 'nope.yaml'], /^error: nope\.yaml: does not exist/],
  ])('refuses %j', async (args, message) => {
    const { code, stdout, stderr } = await measure(workFolder(), ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('leaves no folder when it could not start, and says so when its name is taken', async () => {
    const cwd = workFolder();
    const gone = ['--set', 'model.provider=openai', '--set', 'model.baseUrl=http://127.0.0.1:9/v1'];
    const named = [...gone, '--set', 'model.name=m', '--set', 'model.attempts=1'];
    const { code, stderr } = await measure(cwd, '--config', 'c.yaml', ...named);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: m at 127\.0\.0\.1:9.*no connection/);
    expect(readdirSync(cwd).sort()).toEqual(['c.yaml', 'plan.md']);
    const again = ['--config', 'c.yaml', '--limit', '1', '--run-id', 'mine'];
    expect((await measure(cwd, ...again)).code).toBe(0);
    const taken = await measure(cwd, ...again);
    expect([taken.code, taken.stdout]).toEqual([2, '']);
    expect(taken.stderr).toMatch(/^error: runs\/mine: there is a run of that name/);
  });

  it('stops at the budget with exit code 4, and says what is left', async () => {
    const cwd = workFolder();
    const args = ['--config', 'c.yaml', '--set', 'budget.calls=20', '--run-id', 'short'];
    const { code, stdout, stderr } = await measure(cwd, ...args);
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toBe(
      'stopped: budget reached: 20 of 20 calls are used\nthe episodes so far are in runs/short/journal.jsonl\n' +
        'to go on: planwright resume runs/short --max-cost USD (or --set budget.calls=N, budget.tokens=N, budget.seconds=N)\n',
    );
    const results = JSON.parse(readFileSync(join(cwd, 'runs/short/results.json'), 'utf8'));
    expect(results).toMatchObject({ outcome: 'budget-reached', heldOut: { n: 0, rate: null }, results: [] });
  });
});
