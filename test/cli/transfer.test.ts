import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../config/small-config.js';
import { emptyFolder, household, runCli } from './run-cli.js';

const warnings = resolve('configs/plans/cool-warnings.md');
const forCool = resolve('plans/alfworld-cool.md');
const quiet = ['--display', 'none'];
const suite = ['--suite', household];
const both = ['--models', 'simulated:strong,simulated:weak'];

describe('transfer', () => {
  it('flags a plan that helps the strong simulated model and hurts the weak one', async () => {
    const cwd = emptyFolder();
    const settings = ['--task-types', 'cool', '--limit', '28', '--set', 'limits.maxSteps=30'];
    const { code, stdout, stderr } = await runCli(
      ['transfer', warnings, ...suite, ...both, ...settings, '--fail-on-hurt', '--run-id', 'r', ...quiet],
      { cwd },
    );
    expect([code, stderr]).toEqual([100, '']);
    const [about = '', heading, harm = ''] = stdout.split('\n\n');
    expect(about).toMatch(/^1 plan on 2 models and 1 task type: held-out games of household \(28 cool\)/);
    expect(heading).toBe('WHERE A PLAN HURTS');
    expect(harm).toMatch(
      /^ {2}cool-warnings on simulated:weak, cool: \d+ % instead of \d+ % without a plan, -\d/,
    );
    expect(harm).toMatch(/ of 28 games went worse with it, \d+ better; worse: cool-held-out-\d+,/);
    expect(stdout).toMatch(/\n {2}plan +task type +simulated:strong +simulated:weak\n/);
    expect(stdout).toMatch(
      /\n {2}cool-warnings +cool +\+\d.* p [\d.< ]+ +-\d.* p [\d.< ]+\n +helps +HURTS\n/,
    );
    expect(stdout).toContain('simulated-strong, simulated-weak: a simulated model, a program that stands in');

    const again = await runCli(['resume', 'runs/r', '--fail-on-hurt', '--json', ...quiet], { cwd });
    expect([again.code, again.stderr]).toEqual([100, '']);
    const { run, ...results } = JSON.parse(again.stdout);
    expect(run).toBe('runs/r');
    expect(results).toEqual(JSON.parse(readFileSync(join(cwd, 'runs/r/results.json'), 'utf8')));
    expect(results).toMatchObject({
      format: 'planwright-transfer/1',
      outcome: 'finished',
      models: [{ simulated: true }, { simulated: true }],
      comparisons: [
        { model: 'simulated:strong', verdict: 'helps', n: 28 },
        { model: 'simulated:weak', verdict: 'hurts', n: 28 },
      ],
    });
    const [helps, hurts] = results.comparisons;
    expect(hurts.lost.length - hurts.gained.length).toBe(Math.round(-28 * hurts.difference));
    expect(helps.gained.length).toBeGreaterThan(helps.lost.length);
    const report = readFileSync(join(cwd, 'runs/r/report.md'), 'utf8');
    expect(report).toMatch(/\n## Where a plan hurts\n\n- cool-warnings on simulated:weak, cool: /);
    for (const file of [
      'tables/transfer.md',
      'tables/transfer.csv',
      'tables/transfer.json',
      'figures/transfer.svg',
    ])
      expect(existsSync(join(cwd, 'runs/r', file)), file).toBe(true);
  });

  it('stops at a budget and is gone on with to the same result', async () => {
    const cwd = emptyFolder();
    const settings = [
      ...suite,
      ...both,
      '--task-types',
      'heat',
      '--limit',
      '2',
      '--set',
      'limits.maxSteps=15',
      ...quiet,
    ];
    const whole = await runCli(['transfer', forCool, ...settings, '--run-id', 'whole'], { cwd });
    expect(whole.code).toBe(0);
    expect(whole.stdout).toMatch(/\n {2}alfworld-cool +heat .*\n {17}made for cool +not enough tasks/);
    const few = ['--set', 'budget.calls=100', '--run-id', 'part'];
    const part = await runCli(['transfer', forCool, ...settings, ...few], { cwd });
    expect(part.code).toBe(4);
    expect(part.stderr).toContain('planwright resume runs/part --max-cost USD');
    expect(part.stdout).toContain('Not measured: budget reached.');
    const onward = await runCli(['resume', 'runs/part', '--set', 'budget.calls=99999', ...quiet], { cwd });
    expect(onward.code).toBe(0);
    const results = (run: string) => readFileSync(join(cwd, 'runs', run, 'results.json'), 'utf8');
    expect(results('part')).toBe(results('whole'));
    const replayed = await runCli(['log', 'replay', 'runs/whole'], { cwd });
    expect([replayed.code, replayed.stdout]).toEqual([
      0,
      'Played again without a model: all 7 files are the same.\n',
    ]);
  });

  it('measures the other models where one is missing, says why, and exits with 3', async () => {
    const cwd = folderWith({
      'more.yaml':
        'models:\n  - simulated:weak\n  - { label: gone, provider: openai, name: m, baseUrl: "http://127.0.0.1:1/v1" }\n',
    });
    const { code, stdout, stderr } = await runCli(
      [
        'transfer',
        warnings,
        ...suite,
        '--models',
        'more.yaml',
        '--task-types',
        'cool',
        '--limit',
        '1',
        ...quiet,
      ],
      { cwd },
    );
    expect(code).toBe(3);
    expect(stdout).toMatch(/\n1 of 2 comparisons not measured\.\n/);
    expect(stdout).toMatch(/\n {2}Not measured: .*127\.0\.0\.1:1/);
    expect(stderr).toContain('not all was measured; to try what is missing again: planwright resume');
  });

  it('says what it would do', async () => {
    const { code, stdout } = await runCli(
      [
        'transfer',
        warnings,
        forCool,
        ...suite,
        ...both,
        '--task-types',
        'cool,heat',
        '--repeats',
        '2',
        '--dry-run',
      ],
      { cwd: emptyFolder() },
    );
    expect(code).toBe(0);
    expect(stdout).toContain(
      'Plans       no plan, cool-warnings, alfworld-cool\nModels      simulated:strong, simulated:weak\n' +
        'Task types  40 cool, 40 heat, each 2 times\nThat is 960 episodes.\nIt would use about\n',
    );
    expect(stdout).toMatch(/\nRehearsed with simulated-strong and simulated-weak, .*\nNothing was run\.\n$/);
  });

  it.each<readonly [string, readonly string[], RegExp]>([
    ['no plan', [], /missing required argument 'plan'/],
    ['no suite', ['a.md'], /^error: --suite: is not given/],
    ['a missing file', ['none/x.md', ...suite], /none\/x\.md: does not exist/],
    ['the same plan twice', ['a.md', 'b.md', ...suite], /^error: b\.md: is the same plan as a\.md/],
    ['an empty plan', ['empty.md', ...suite], /^error: empty\.md: holds no plan/],
    [
      'a model that is none',
      ['a.md', ...suite, '--models', 'gpt-4o'],
      /"gpt-4o" is not of the form PROVIDER:NAME/,
    ],
    [
      'an unknown profile',
      ['a.md', ...suite, '--models', 'simulated:x'],
      /--models simulated:x: there is no profile/,
    ],
    ['a model twice', ['a.md', ...suite, '--models', 'simulated:weak,simulated:weak'], /stands there twice/],
    [
      'a key that no model has',
      ['a.md', ...suite, '--models', 'bad.yaml'],
      /bad\.yaml:2:5: models\.0\.nam: unknown key/,
    ],
    [
      'an unknown task type',
      ['a.md', ...suite, '--task-types', 'x'],
      /--task-types: there is no "x" in alfworld/,
    ],
    [
      'a plan in the settings',
      ['a.md', ...suite, '--set', 'plan=b.md'],
      /--set plan: the plans are given as arguments/,
    ],
    [
      'a model in the settings too',
      ['a.md', ...suite, ...both, '--set', 'model.profile=weak'],
      /--models says which/,
    ],
    [
      'a plan of another world',
      ['q.md', ...suite],
      /plan q: q\.md is for hotpotqa\/qa, and the suite is alfworld/,
    ],
  ])('answers %s in one line', async (_what, args, words) => {
    const plan = readFileSync(forCool, 'utf8');
    const cwd = folderWith({
      'a.md': 'Go.',
      'b.md': '\nGo. \n',
      'empty.md': '\n',
      'bad.yaml': 'models:\n  - nam: x\n',
      'q.md': plan
        .replace('task_type: alfworld/cool', 'task_type: hotpotqa/qa')
        .replace('name: alfworld', 'name: hotpotqa'),
    });
    const { code, stdout, stderr } = await runCli(['transfer', ...args], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
    expect(stderr.trim().split('\n').length).toBeLessThan(3);
    expect(existsSync(join(cwd, 'runs'))).toBe(false);
  });
});
