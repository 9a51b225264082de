import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compareRunFolders } from '../../src/config/index.js';
import { UsageError } from '../../src/core/errors.js';
import { smallAblation } from '../config/small-ablation.js';
import { emptyFolder, household, runCli } from './run-cli.js';

const quiet = ['--display', 'none'];
const small = ['--set', 'train=4', '--set', 'heldOut=8', '--set', 'iterations=1', '--set', 'batchSize=2'];

/** A folder with runs of every kind. */
let made = '';

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'planwright-compare-'));
  writeFileSync(join(made, 'small.yaml'), smallAblation);
  writeFileSync(join(made, 'base.yaml'), 'iterations: 1\nbatchSize: 2\ntrain: 2\nheldOut: 2\n');
  const run = async (...args: string[]) => {
    const { code, stderr } = await runCli([...args, ...quiet], { cwd: made });
    expect([code, stderr]).toEqual([0, '']);
  };
  writeFileSync(join(made, 'train.yaml'), `suite: ${JSON.stringify(household)}\n`);
  await run('train', 'train.yaml', ...small, '--set', 'taskType=[heat,cool]', '--run-id', 'trained');
  const measure = ['eval', '--suite', household, '--task-type', 'heat', '--limit', '8'];
  await run(
    ...measure,
    '--plan',
    'runs/trained/plans/heat/best.md',
    '--run-id',
    'with-plan',
    '--repeats',
    '2',
  );
  await run(...measure, '--run-id', 'without');
  for (const seed of ['1', '2'])
    await run(
      ...measure,
      '--set',
      `seed=${seed}`,
      '--run-id',
      `other-${seed}`,
      '--set',
      'model.profile=weak',
    );
  await run('ablate', 'small.yaml', '--run-id', 'ablated', '--set', 'seeds=2');
});

const home = process.cwd();
afterEach(() => process.chdir(home));
afterAll(() => rmSync(made, { recursive: true, force: true }));

const compare = (...args: string[]) => runCli(['compare', ...args], { cwd: made });

describe('compare', () => {
  it('says whether a trained plan did better than the start, over all and by task type', async () => {
    const { code, stdout } = await compare('runs/trained', 'runs/trained#baseline');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^A {2}runs\/trained: 16 games of household, held-out; seed 0; simulated-strong\nB {2}runs\/trained#baseline: /,
    );
    expect(stdout).toMatch(/\n {8}pairs +A +B +difference +p +adjusted +detectable +verdict\n {2}all +16 /);
    expect(stdout).toMatch(/\n {2}heat +8 .*\n {2}cool +8 /);
    expect(stdout).toContain('exact McNemar test on the same games, paired. Adjusted: by Holm');
    expect(stdout).toContain('simulated-strong: a simulated model, a program that stands in');
    const { heldOut, baseline } = JSON.parse(readFileSync(join(made, 'runs/trained/results.json'), 'utf8'));
    const { stdout: json } = await compare('runs/trained', 'runs/trained#baseline', '--json');
    expect(JSON.parse(json)).toMatchObject({
      format: 'planwright-comparison/1',
      unit: 'instance',
      all: { nA: 16, meanA: heldOut.rate, meanB: baseline.rate, test: 'mcnemar' },
      taskTypes: [{ taskType: 'heat' }, { taskType: 'cool' }],
    });
  });

  it('takes evaluations, repeats averaged, and a results.json as well as a folder', async () => {
    const { code, stdout } = await compare('runs/with-plan', 'runs/without/results.json');
    expect(code).toBe(0);
    expect(stdout).toContain('A  runs/with-plan: 8 games of household, held-out; seed 0; simulated-strong');
    expect(stdout).toContain('t test of the means of the same games, paired; exact p: sign-flip test');
    const { stdout: self } = await compare('runs/without', 'runs/without');
    expect(self).toMatch(/\n {2}all +8 +\d+ +\d+ +\+0\.0 \[/);
  });

  it('takes arms of an ablation, by name or folder, paired by seed', async () => {
    const { code, stdout } = await compare('runs/ablated#Learner', 'runs/ablated#house/no-plan', '--json');
    expect(stdout).toBe('');
    expect(code).toBe(2);
    const named = await compare('runs/ablated#house/Learner', 'runs/ablated#house/no-plan', '--json');
    expect(named.code).toBe(0);
    expect(JSON.parse(named.stdout)).toMatchObject({
      unit: 'run',
      a: { runs: [{ seed: 0, instances: 4 }, { seed: 1 }] },
      all: { test: 'paired-t', nA: 2, verdict: 'not-enough-runs' },
    });
  });

  it('takes several runs for a side, also by a pattern', async () => {
    const shell = ['--a', 'runs/other-1', 'runs/other-2', '--b', 'runs/other-*'];
    const { code, stdout } = await compare(...shell);
    expect(code).toBe(0);
    expect(stdout).toContain('B  runs/other-*: 8 games of household, held-out; 2 runs, seeds 1, 2;');
    expect(stdout).toContain('2 against 2 runs; a verdict needs 5 of each.');
  });

  it.each([
    [['runs/without'], /^error: two sides are compared/],
    [['runs/without', 'runs/without', '--a', 'runs/without'], /^error: two sides are compared/],
    [['runs/none', 'runs/without'], /^error: runs\/none: does not exist \(give the folder of a run/],
    [['runs/without', 'runs/without', '--tolerance', '5'], /tolerance/],
  ])('refuses %j with exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await compare(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it.each([
    ['runs/ablated#Learner', /^runs\/ablated#Learner: "Learner" is not one arm of it$/],
    ['runs/ablated', /^runs\/ablated: is an ablation of several arms$/],
    ['runs/trained#x', /^runs\/trained#x: a training has no "x"$/],
    ['runs/without#x', /^runs\/without#x: an evaluation has no parts$/],
    ['runs', /^runs\/results\.json: does not exist$/],
    ['runs/zz*', /^runs\/zz\*: there is no such run$/],
    [
      'runs/ablated#quiz/learner',
      /^the suites differ: runs\/ablated#quiz\/learner has encyclopedia \(sha256:[0-9a-f]{8}\), runs\/without has household/,
    ],
    ['runs/without/manifest.json', /^runs\/without\/manifest\.json: is not what a run writes at format$/],
    ['runs/without/journal.jsonl', /^runs\/without\/journal\.jsonl: is not JSON$/],
  ])('does not take %s', (side, message) => {
    process.chdir(made);
    expect(() => compareRunFolders([side], ['runs/without'], 0.05)).toThrow(message);
    expect(() => compareRunFolders([side], ['runs/without'], 0.05)).toThrow(UsageError);
  });

  it('refuses other headlines and says what did not finish', async () => {
    const cwd = emptyFolder();
    cpSync(join(made, 'runs/without'), join(cwd, 'runs/without'), { recursive: true });
    const change = (name: string, edit: (results: { [key: string]: unknown }) => void) => {
      const results = JSON.parse(readFileSync(join(cwd, 'runs/without/results.json'), 'utf8'));
      edit(results);
      mkdirSync(join(cwd, name));
      writeFileSync(join(cwd, name, 'results.json'), JSON.stringify(results));
    };
    change('graded', (results) => {
      results.headline = { name: 'f1', kind: 'graded' };
    });
    change('stopped', (results) => {
      results.outcome = 'budget-reached';
    });
    const refused = await runCli(['compare', 'graded', 'runs/without'], { cwd });
    expect(refused.stderr).toBe(
      'error: the headlines differ: graded has f1 (graded), runs/without has success (binary) (measure both by the same one)\n',
    );
    const { stdout } = await runCli(['compare', 'stopped', 'runs/without'], { cwd });
    expect(stdout).toContain('Note: stopped did not finish: budget-reached.');
  });
});
