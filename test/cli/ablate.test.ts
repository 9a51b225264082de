import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EstimatedSpend } from '../../src/training/index.js';
import { ablationFolder, smallAblation } from '../config/small-ablation.js';
import { send, startFaultServer } from '../models/fault-server.js';
import { household, runCli, startCli, waitForExit } from './run-cli.js';

const ablate = (cwd: string, ...args: string[]) => runCli(['ablate', 'small.yaml', ...args], { cwd });

describe('ablate', () => {
  it('prints a table for each experiment, the numbers of the paper below ours, and where the report lies', async () => {
    const cwd = ablationFolder();
    const { code, stdout, stderr } = await ablate(cwd, '--run-id', 'r');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^House, held-out games of household \(our own, not the paper's\), simulated-strong; success in % \[95 % interval\]:\n\n {2} +heat +cool +all +games\n/,
    );
    expect(stdout).toMatch(
      /\n {2}No plan +\d+ +\d+ +\d+ \[\d+, \d+\] +4\n {4}paper \(GPT-4-0314\) +35 +71 +- +-\n/,
    );
    expect(stdout).toMatch(/\n {2}Teacher \(paper only\) +74 +100 +- +-\n/);
    expect(stdout).toMatch(/\nquiz, held-out questions of encyclopedia/);
    expect(stdout).toMatch(/\n {2}Reflexion \(1 shot\) +\d+ \[\d+, \d+\] +2\n/);
    expect(stdout).toMatch(/\n {2} +em +f1 /);
    expect(stdout).toContain('simulated-strong: a simulated model, a program that stands in');
    expect(stdout).toMatch(
      /\nSpent: [\d,]+ model calls, .*; US\$ 0\.00\.\n\nRun {5}runs\/r\nReport {2}runs\/r\/report\.md\nSee {5}planwright report runs\/r\n$/,
    );
    expect(stderr).toMatch(/(?:^|\n)house, No plan, seed 0:\n {2}(?:heat|cool), no plan: \d of 2 games won/);
    expect(stderr).toMatch(
      /\nhouse, Learner, seed 0:\n(?:heat|cool): from no plan, 1 iterations of 2 games;.*\n {2}iteration 1: /,
    );
    expect(stderr).toMatch(/\nhouse, Follower, seed 0:\n {2}(?:heat|cool), with the plan: /);
    expect(readdirSync(join(cwd, 'runs/r')).sort()).toEqual([
      'config.yaml',
      'figures',
      'index.jsonl',
      'journal.jsonl',
      'manifest.json',
      'plans',
      'report.md',
      'results.json',
      'tables',
    ]);
  });

  it('prints one JSON document: the results as they are written', async () => {
    const cwd = ablationFolder();
    const { code, stdout } = await ablate(
      cwd,
      '--json',
      '--run-id',
      'r',
      '--only',
      'quiz',
      '--display',
      'none',
    );
    expect(code).toBe(0);
    const { run, ...results } = JSON.parse(stdout);
    expect(run).toBe('runs/r');
    expect(results).toEqual(JSON.parse(readFileSync(join(cwd, 'runs/r/results.json'), 'utf8')));
    expect(results).toMatchObject({
      format: 'planwright-ablation/1',
      outcome: 'finished',
      experiments: [
        { name: 'quiz', simulated: true, arms: [{ name: 'ReAct (0 shot)', all: { n: 2 } }, {}, {}] },
      ],
    });
  });

  it('makes a grid of settings with several seeds, and compares its arms by run', async () => {
    const content = smallAblation
      .replace('priceAs: gpt-4-0314', 'seeds: 2\nmeasure: each-iteration')
      .replace('    paperOnly:', '    grid: { batchSize: [1, 2] }\n    paperOnly:');
    const cwd = ablationFolder(content);
    const { code, stdout, stderr } = await ablate(cwd, '--only', 'house', '--run-id', 'r');
    expect(code).toBe(0);
    expect(stdout).toMatch(/\n {2}Mean success over runs in %, ± standard deviation \[95 % t interval\]:\n/);
    expect(stdout).toMatch(/\n +before +iteration 1\n {2}No plan .*\n/);
    expect(stdout).toMatch(
      /\n {2}Against No plan, in points of the mean success \[95 % interval\]:\n\n +after +difference +p +adjusted/,
    );
    expect(stdout).toMatch(/\n {2}batchSize 2 +1 +[+-][\d.]+.* not enough runs\n/);
    expect(stdout).toContain('Pairs of runs: 2; a verdict needs 5.');
    expect(stderr).toMatch(/house, batchSize 1, seed 1:\n/);
    expect(readdirSync(join(cwd, 'runs/r/figures'))).toContain('house-learning-curve.svg');
    expect(readFileSync(join(cwd, 'runs/r/report.md'), 'utf8')).toContain('](figures/house-effects.svg)');
    const { stdout: plan } = await ablate(cwd, '--only', 'house', '--dry-run');
    expect(plan).toContain('  batchSize 1: 4 training episodes, 16 held out; about ');
  });

  it('prints costs where that is asked for', async () => {
    const { stdout } = await ablate(ablationFolder(), '--set', 'table=cost', '--only', 'house');
    expect(stdout).toMatch(
      /; cost:\n\n {2} +training US\$ +training tokens +inference US\$ +inference tokens/,
    );
    expect(stdout).toMatch(
      /\n {2}Learner +\d\.\d+ +[\d,]+ +\d\.\d+ +[\d,]+ +\d+\.\d +1\.\d\d\n {4}paper \(GPT-4-0314\) +1\.8 +- /,
    );
    expect(stdout).toContain('at the list price of gpt-4-0314, which was not used here');
  });

  it('says what it would do, and does nothing', async () => {
    const cwd = ablationFolder();
    const { code, stdout } = await ablate(cwd, '--dry-run', '--set', 'seeds=2');
    expect(code).toBe(0);
    const about = 'about [\\d,]+ calls, [\\d,]+ \\+ [\\d,]+ tokens\n';
    for (const line of [
      'house: suite household; models simulated-strong\n  No plan: 8 held out; ',
      '  Learner: 8 training episodes, 8 held out; ',
      '  Reflexion \\(1 shot\\): 4 held out, up to 2 trials each; ',
    ])
      expect(stdout).toMatch(new RegExp(line + about));
    expect(stdout).toMatch(
      /\nSeeds 0, 1\. That is 48 episodes\.\nIt would use about\n.* model calls,\n.*\nNothing was run\.\n$/s,
    );
    const { stdout: json } = await ablate(cwd, '--dry-run', '--json');
    const { experiments, ...all } = JSON.parse(json);
    expect(all).toMatchObject({ seeds: [0], episodes: 24, estimate: { profiles: ['strong'] }, reaches: [] });
    const calls = experiments.flatMap((one: { arms: { estimate: EstimatedSpend }[] }) =>
      one.arms.map(({ estimate }) => estimate.calls.expected),
    );
    expect(calls).toHaveLength(6);
    expect(calls.reduce((a: number, b: number) => a + b)).toBeCloseTo(all.estimate.calls.expected);
    expect(existsSync(join(cwd, 'runs'))).toBe(false);
  });

  it('stops before it costs more than --max-cost, keeps what was finished and says so', async () => {
    const cwd = ablationFolder();
    writeFileSync(
      join(cwd, 'prices.yaml'),
      'simulated-*: { input: 1, output: 4 }\ngpt-4-0314: { input: 30, output: 60 }\n',
    );
    const settings = [
      '--set',
      'prices=prices.yaml',
      '--max-cost',
      '0.2',
      '--display',
      'none',
      '--set',
      'concurrency=1',
    ];
    const { code, stdout, stderr } = await ablate(cwd, ...settings, '--run-id', 'r');
    expect(stderr).toMatch(
      /^stopped: budget reached: US\$ 0\.1\d* of 0\.20 are spent.*\nwhat was finished is in runs\/r\nto go on: planwright resume runs\/r --max-cost USD \(or [^\n]+\)\n$/,
    );
    expect(code).toBe(4);
    expect(stdout).toMatch(/not measured on cool: (budget reached|not begun)/);
  });

  it('stops with exit code 130 soon after Ctrl+C and keeps what was finished', async () => {
    const cwd = ablationFolder();
    const args = ['--set', 'heldOut=40', '--set', 'seeds=50', '--run-id', 'r', '--display', 'json'];
    const child = startCli(['ablate', 'small.yaml', ...args], { cwd });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stderr?.on('data', (data) => {
      if (String(data).includes('"cell-end"')) child.kill('SIGINT');
    });
    const { code, stderr } = await waitForExit(child);
    expect(code).toBe(130);
    expect(stderr).toContain('interrupted\nwhat was finished is in runs/r\n');
    const { outcome, experiments } = JSON.parse(readFileSync(join(cwd, 'runs/r/results.json'), 'utf8'));
    expect(outcome).toBe('interrupted');
    const cells = experiments.flatMap(({ arms }: { arms: { cells: { state: string }[] }[] }) =>
      arms.flatMap((arm) => arm.cells),
    );
    expect(cells.some(({ state }: { state: string }) => state === 'measured')).toBe(true);
    expect(cells.some(({ state }: { state: string }) => state === 'not-measured')).toBe(true);
  });

  it('ends with exit code 3 where an arm could not be measured', async () => {
    const server = await startFaultServer(send(401, { error: { message: 'no' } }));
    onTestFinished(() => server.close());
    const model = `{ provider: openai, name: m, attempts: 1, baseUrl: ${JSON.stringify(server.url)} }`;
    const content = smallAblation.replace(
      '- name: No plan',
      `- name: No plan\n        set: { model: ${model} }`,
    );
    const { code, stdout, stderr } = await ablate(ablationFolder(content), '--only', 'house');
    expect(code).toBe(3);
    expect(stdout).toMatch(/\n {2}No plan +- +- +- +not measured\n/);
    expect(stdout).toMatch(/\n {2}No plan: not measured: m at 127\.0\.0\.1.*HTTP 401/);
    expect(stderr).toContain('  not measured: m at 127.0.0.1');
  });

  it('says why episodes ended in errors where too many did', async () => {
    const answered = { choices: [{ message: { content: 'look' }, finish_reason: 'stop' }] };
    const server = await startFaultServer((response, n, body) => {
      const fault = n % 12 === 11 ? send(400, { error: { message: 'no' } }) : send(200, answered);
      fault(response, n, body);
    });
    onTestFinished(() => server.close());
    const content = `
experiments:
  house:
    config: base.yaml
    set:
      suite: ${JSON.stringify(household)}
      taskType: heat
      heldOut: 4
      limits: { maxSteps: 3 }
      model: { provider: openai, name: m, baseUrl: ${JSON.stringify(server.url)} }
    arms: [{ name: No plan }]
`;
    const { code, stderr } = await ablate(ablationFolder(content), '--display', 'none');
    expect(code).toBe(3);
    expect(stderr).toMatch(/^\d+\.\d % of the episodes ended in an infrastructure error \(allowed: 0\.0 %/);
    expect(stderr).toMatch(/\nwhy: m at 127\.0\.0\.1.*400.*no.* \((?:once|\d+ times)\)\n/);
  });

  it.each([
    [
      ['small.yaml', '--only', 'no'],
      /^error: --only no: there is no such experiment \(known: house, quiz\)\n$/,
    ],
    [['none.yaml'], /^error: none\.yaml: /],
    [['base.yaml'], /^error: base\.yaml:1:1: iterations: unknown key \(known here: name, table, seeds,/],
    [['small.yaml', '--set', 'house.sed=1'], /^error: --set house\.sed: unknown key/],
    [['small.yaml', '--max-cost', '0'], /--max-cost/],
    [['small.yaml', '--set', 'priceAs=no'], /^error: --set priceAs: "no" has no price \(add it to /],
  ])('refuses %j with exit code 2, leaving nothing behind', async (args, message) => {
    const cwd = ablationFolder();
    const { code, stdout, stderr } = await runCli(['ablate', ...args], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(existsSync(join(cwd, 'runs'))).toBe(false);
  });
});
