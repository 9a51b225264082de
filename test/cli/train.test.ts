import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFaultServer } from '../models/fault-server.js';
import { emptyFolder, household, runCli, startCli, waitForExit } from './run-cli.js';

const content = [
  `suite: ${JSON.stringify(household)}`,
  'taskType: heat',
  'iterations: 2',
  'train: 8',
  'heldOut: 8',
].join('\n');

/** A folder with `small.yaml`: a training that takes a fraction of a second. */
function workFolder(): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'small.yaml'), content);
  return folder;
}

const train = (cwd: string, ...args: string[]) => runCli(['train', 'small.yaml', ...args], { cwd });

describe('train', () => {
  it('prints the plan, what it is worth and where it lies', async () => {
    const cwd = workFolder();
    const { code, stdout, stderr } = await train(cwd, '--run-id', 'r');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The plan for heat, after 2 updates:\n\n {2}1\. /);
    expect(stdout).toMatch(/Did it help\? .*\. Held-out games, never seen in training:/);
    expect(stdout).toMatch(/before \(no plan\) +\d\/8 +\d+ % +\[\d+, \d+\]\n/);
    expect(stdout).toMatch(/after \(this plan\) +\d\/8 +\d+ % +\[\d+, \d+\]\n/);
    expect(stdout).toContain('Made with simulated-strong: a simulated model, a program that stands in');
    expect(stdout).toMatch(
      /Cost: [\d,]+ model calls, [\d,]+ prompt and [\d,]+ completion tokens; US\$ 0\.00\.\nPlaying: 1\.\d\d calls a step \(thought and action together\)\.\nFormalizer: /,
    );
    expect(stdout).toMatch(
      /\nRun {3}runs\/r\nPlan {2}runs\/r\/plans\/best\.md\nSee {3}planwright report runs\/r\n$/,
    );
    expect(readdirSync(join(cwd, 'runs/r')).sort()).toEqual([
      'config.yaml',
      'index.jsonl',
      'journal.jsonl',
      'manifest.json',
      'plans',
      'results.json',
    ]);
    expect(stderr).toMatch(
      /^heat: from no plan, 2 iterations of 4 games; 8 held-out games\. Simulated model: /m,
    );
    expect(stderr).toMatch(
      /\n {2}iteration 1: \d of 4 games won; plan: \d+ lines? added, 0 removed; from reflections on [^\n]+\n {4}\+ /,
    );
    expect(stderr).toMatch(/\n {2}heat, with the plan: \d of 8 games won; \d+ % \[\d+, \d+\]\n/);
    expect(stderr).toMatch(/\n {2}heat, no plan: \d of 8 games won; \d+ % \[\d+, \d+\]\n/);
    expect(stderr).not.toContain('\u001b');
  });

  it('prints one JSON document, and nothing else, on stdout', async () => {
    const { code, stdout } = await train(workFolder(), '--json', '--run-id', 'r', '--set', 'iterations=1');
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result).toMatchObject({
      run: 'runs/r',
      outcome: 'finished',
      plan: 'runs/r/plans/best.md',
      simulated: true,
      iterations: [{ taskType: 'heat', iteration: 0, errors: 0 }],
      heldOut: { n: 8, errors: 0, successes: expect.any(Number), rate: expect.any(Number) },
      baseline: { n: 8, wilson95: [expect.any(Number), expect.any(Number)] },
      comparison: { n: 8 },
      playing: { steps: expect.any(Number), calls: expect.any(Number), callsPerStep: expect.any(Number) },
      usage: { calls: expect.any(Number), promptTokens: expect.any(Number) },
      costUsd: 0,
      taskTypes: [{ taskType: 'heat', plan: { path: 'runs/r/plans/best.md' } }],
    });
    const { playing, usageByPurpose } = result;
    expect(playing.calls).toBe(usageByPurpose.act.calls + (usageByPurpose.formalize?.calls ?? 0));
    expect(playing.callsPerStep).toBe(playing.calls / playing.steps);
    expect(result.heldOut.rate).toBe(result.heldOut.successes / 8);
    expect(result.iterations[0].instances).toHaveLength(4);
  });

  it('prints a table for several task types', async () => {
    const { stdout } = await train(workFolder(), '--set', 'taskType=[heat, pick]', '--set', 'iterations=1');
    const rows = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
    const row = (name: string) => rows.find(([first]) => first === name);
    expect(row('success in %')?.slice(1).sort()).toEqual(['all', 'heat', 'pick']);
    for (const name of ['no plan', 'learned plan', 'difference', 'p']) expect(row(name)).toHaveLength(4);
    expect(row('games')).toEqual(['games', '8', '8', '16']);
    expect(stdout.match(/ 95 % interval +\d+-\d+ +\d+-\d+ +\d+-\d+\n/g)).toHaveLength(2);
    expect(stdout.match(/^Plan /gm)).toHaveLength(2);
  });

  it('shows progress as asked', async () => {
    const cwd = workFolder();
    const one = ['--set', 'iterations=1', '--display'];
    const [none, json, rich] = await Promise.all(
      ['none', 'json', 'rich'].map((mode) => train(cwd, ...one, mode)),
    );
    expect(none?.stderr).toBe('');
    const events =
      json?.stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)) ?? [];
    expect(events[0]).toMatchObject({ type: 'run-start' });
    expect(events.at(-1)).toEqual({ type: 'run-end', outcome: 'finished' });
    expect(rich?.stderr).toContain('\u001b[32m    + ');
    expect(rich?.stderr).toMatch(/learn: iteration 1 of 1, playing \d\/4.*In play: \d/s);
    expect(new Set([none, json, rich].map((run) => run?.stdout.split('\nRun ')[0])).size).toBe(1);
  });

  it('says what it would do, and does nothing', async () => {
    const cwd = workFolder();
    const { code, stdout } = await train(cwd, '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('heat: 8 games to train on, 8 held out');
    expect(stdout).toContain('24 episodes of at most 35 actions.');
    expect(stdout).toMatch(
      /would use about\n {2}[\d,]+ \([\d,]+ to [\d,]+\) model calls,.*Rehearsed with simulated-strong/s,
    );
    const { stdout: json } = await train(cwd, '--dry-run', '--json');
    expect(JSON.parse(json)).toMatchObject({
      suite: 'household',
      episodes: 24,
      maxSteps: 35,
      estimate: { profiles: ['strong'] },
    });
    expect(readdirSync(cwd)).toEqual(['small.yaml']);
  });

  it('stops at the budget with exit code 4 and keeps its plans', async () => {
    const cwd = workFolder();
    const { code, stdout, stderr } = await train(cwd, '--run-id', 'r', '--set', 'budget.calls=500', '--json');
    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'budget-reached', usage: { calls: 500 } });
    expect(stderr).toContain('stopped: budget reached: 500 of 500 calls are used\n');
    expect(stderr).toContain('to train on from it: --set plan=runs/r/plans/best.md');
    const onward = await train(cwd, '--set', 'plan=runs/r/plans/best.md', '--set', 'iterations=1');
    expect(onward.code).toBe(0);
    expect(onward.stderr).toMatch(/^heat: from the given plan, /m);
    expect(onward.stdout).toContain('before (the given plan)');
  });

  it('stops before it costs more than --max-cost', async () => {
    const cwd = workFolder();
    writeFileSync(join(cwd, 'prices.yaml'), 'simulated-*: { input: 1, output: 4 }\n');
    const prices = ['--set', 'prices=prices.yaml', '--display', 'none'];
    const { code, stderr } = await train(cwd, ...prices, '--max-cost', '0.5');
    expect(code).toBe(4);
    expect(stderr).toMatch(/^stopped: budget reached: US\$ 0\.4\d* of 0\.50 are spent/m);
  });

  it('stops with exit code 130 soon after Ctrl+C and keeps its plans', async () => {
    const cwd = workFolder();
    const args = ['train', 'small.yaml', '--set', 'iterations=500', '--run-id', 'r'];
    const child = startCli(args, { cwd });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = waitForExit(child);
    const plan = join(cwd, 'runs/r/plans/002.md');
    while (!existsSync(plan)) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).toContain('stopping; press Ctrl+C again to end at once\n');
    expect(stderr).toContain('interrupted\nthe plans so far are in runs/r/plans\n');
    expect(readFileSync(join(cwd, 'runs/r/plans/best.md'), 'utf8')).toContain('1. ');
    const { outcome } = JSON.parse(readFileSync(join(cwd, 'runs/r/results.json'), 'utf8'));
    expect(outcome).toBe('interrupted');
  });

  it('does not wait for a server that does not answer when it is interrupted', async () => {
    const cwd = workFolder();
    const server = await startFaultServer(() => {});
    onTestFinished(() => server.close());
    const settings = ['model.provider=openai', `model.baseUrl=${server.url}`, 'model.name=m'];
    const child = startCli(['train', 'small.yaml', ...settings.flatMap((setting) => ['--set', setting])], {
      cwd,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = waitForExit(child);
    while (server.bodies.length < 4) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
  });

  it('speaks of no formalizer where the agent has none', async () => {
    const args = ['--set', 'agent.name=react', '--set', 'agent.shots=0', '--set', 'iterations=1'];
    const { code, stdout } = await train(workFolder(), ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nCost: .*\nPlaying: 1\.\d\d calls a step\.\n\nRun /);
  });

  it('ends with exit code 3 when too many episodes ended in an error', async () => {
    const cwd = workFolder();
    const answered = { choices: [{ message: { content: 'look' }, finish_reason: 'stop' }] };
    let served = 0;
    const server = await startFaultServer((response) => {
      const refused = served++ % 30 === 29;
      response.writeHead(refused ? 400 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refused ? { error: { message: 'no' } } : answered));
    });
    onTestFinished(() => server.close());
    const settings = [
      'model.provider=openai',
      `model.baseUrl=${server.url}`,
      'model.name=m',
      'limits.maxSteps=3',
      'iterations=1',
    ];
    const args = settings.flatMap((setting) => ['--set', setting]);
    const { code, stdout, stderr } = await train(cwd, ...args);
    expect(code, stderr).toBe(3);
    expect(stderr).toMatch(
      /% of the episodes ended in an infrastructure error \(allowed: 0\.0 %, set by errorsAllowed\)/,
    );
    expect(stderr).toMatch(/\nwhy: m at 127\.0\.0\.1.*400.*no.* \(\d+ times\)\n/);
    expect(stdout).toMatch(
      /\d+ episodes? ended in an infrastructure error and (is|are) left out, not counted as failures\.\n {2}Why: m at .*400.*\((once|\d+ times)\)\n/,
    );
    expect(stdout).toContain('no price known for');
    expect(stdout).not.toContain('simulated');
    // What is refused before any call was answered would be a wrong setting.
    served = 0;
    expect((await train(cwd, ...args, '--set', 'errorsAllowed=1')).code).toBe(0);
  });
});

describe('wrong input to train', () => {
  /** Each ends with exit code 2 and one line on stderr, and leaves nothing behind. */
  it.each([
    [['nowhere.yaml'], /^error: nowhere\.yaml: does not exist \(give a config file such as /],
    [
      ['small.yaml', '--set', 'batchsize=3'],
      /^error: --set batchsize: unknown key, did you mean batchSize\? \(known here: /,
    ],
    [['small.yaml', '--set', 'suite=nowhere'], /^error: --set suite: nowhere\/suite\.json: does not exist/],
    [['small.yaml', '--set', 'plan=small.yaml/x'], /^error: --set plan: .*a part of the path is a file/],
    [
      ['small.yaml', '--set', 'prices=small.yaml'],
      /^error: --set prices: small\.yaml:1:8: "suite" has no price/,
    ],
    [['small.yaml', '--set', 'runs=small.yaml'], /^error: --set runs: small\.yaml is a file, not a folder/],
    [['small.yaml', '--run-id', '../x'], /^error: run id "\.\.\/x": not a plain name/],
    [['small.yaml', '--max-cost', '-3'], /^error: option '--max-cost <usd>' argument '-3' is invalid/],
    [[], /^error: missing required argument 'config'/],
    [['small.yaml', '--set', 'suite=a\u001b[31mb'], /^error: --set suite: a<U\+001B>\[31mb\/suite\.json/],
    [
      ['small.yaml', '--set', 'model={provider: openai, baseUrl: "http://127.0.0.1:9/v1"}'],
      /^error: http:\/\/127\.0\.0\.1:9\/v1: can not be reached/,
    ],
    [
      ['small.yaml', '--set', 'model={provider: openai, apiKeyEnv: PLANWRIGHT_NO_SUCH_KEY}'],
      /^error: --set model\.provider: .*PLANWRIGHT_NO_SUCH_KEY is not set/,
    ],
  ])('%j', async (args, message) => {
    const cwd = workFolder();
    const { code, stdout, stderr } = await runCli(['train', ...args], { cwd });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
    expect(readdirSync(cwd)).toEqual(['small.yaml']);
  });
});
