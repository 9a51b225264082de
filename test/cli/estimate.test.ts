import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRunHistory } from '../../src/history/index.js';
import { emptyFolder, encyclopedia, household, runCli } from './run-cli.js';

const questions = ['eval', '--suite', encyclopedia, '--limit', '6'];

describe('an estimate before a run', () => {
  it('is kept in its folder, and report says how far off it was', async () => {
    const cwd = emptyFolder();
    const { code, stdout, stderr } = await runCli([...questions, '--estimate', '--run-id', 'r'], { cwd });
    expect(code).toBe(0);
    expect(stdout).not.toContain('stimate');
    expect(stderr).toMatch(/It would use about\n {2}[\d,]+ \(.*\) model calls,\n/);
    const words = /Estimated before: model calls (\d+), used \1 \(\+0 %\); prompt tokens .*%\)\.\n/;
    expect(stderr).toMatch(words);
    const { estimate, cost, problems } = await openRunHistory(join(cwd, 'runs/r'));
    expect(problems).toEqual([]);
    expect(estimate?.calls.expected).toBe(cost.total.calls);
    const report = await runCli(['report', 'r'], { cwd });
    expect(report.stdout).toMatch(words);
    const page = readFileSync(join(cwd, 'runs/r/report.html'), 'utf8');
    expect(page).toContain('<h3>Estimated before</h3>');
  });

  it('that is none is said, and the rest is shown', async () => {
    const cwd = emptyFolder();
    await runCli([...questions, '--run-id', 'r'], { cwd });
    const folder = join(cwd, 'runs/r');
    expect((await openRunHistory(folder)).estimate).toBeNull();
    for (const text of ['{}', '[]', '{"format":"planwright-estimate/1","calls":{"low":-1}}', '{"a":']) {
      writeFileSync(join(folder, 'estimate.json'), text);
      const { estimate, problems } = await openRunHistory(folder);
      expect(estimate).toBeNull();
      expect(problems.join()).toMatch(/^estimate\.json [^,]*\.$/);
    }
  });
});

describe('a dry run of a measurement', () => {
  it('says what is played and used, and which budget that would reach', async () => {
    const cwd = emptyFolder();
    const limits = ['--set', 'budget.calls=9', '--set', 'budget.tokens=90000000', '--repeats', '2'];
    const { code, stdout } = await runCli([...questions, ...limits, '--dry-run'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('\n  qa: 6 questions, each 2 times, no plan\nThat is 12 episodes of at most ');
    expect(stdout).toContain('\nIt is expected to reach budget.calls (9) before its end.\n');
    expect(stdout).not.toContain('budget.tokens');
    const { stdout: json } = await runCli([...questions, ...limits, '--dry-run', '--json'], { cwd });
    expect(JSON.parse(json)).toMatchObject({
      episodes: 12,
      repeats: 2,
      taskTypes: [{ taskType: 'qa', plan: null, heldOut: 6 }],
      estimate: { profiles: ['strong'], costUsd: { high: 0 }, costUsdCached: { high: 0 } },
      reaches: [{ limit: 'calls', value: 9, outlook: 'expected' }],
    });
    expect(existsSync(join(cwd, 'runs'))).toBe(false);
  });

  it('opens no split where it is one of certify', async () => {
    const cwd = emptyFolder();
    const plan = resolve('plans/alfworld-heat.md');
    const before = readFileSync(plan, 'utf8');
    const certify = ['certify', plan, '--suite', household, '--limit', '4', '--dry-run'];
    const { code, stdout } = await runCli(certify, { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\n {2}heat: 4 games with .*alfworld-heat\.md and with no plan; opening 1 of split/,
    );
    expect(stdout).toMatch(/\nThat is 8 episodes.*model calls.*\nNothing was run\.\n$/s);
    expect(readFileSync(plan, 'utf8')).toBe(before);
    expect(existsSync(join(cwd, 'runs'))).toBe(false);
  });
});

describe('a dry run', () => {
  const model = ['--set', 'model.provider=openai', '--set', 'model.name=gpt-4o-mini'];
  const env = { OPENAI_API_KEY: '' };

  it('needs no key, and says that the run will', async () => {
    const { code, stdout, stderr } = await runCli([...questions, ...model, '--dry-run'], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/and US\$ 0\.0\d .*\n.* if it caches all it can\.\n/);
    expect(stderr).toBe(
      'note: api.openai.com needs an API key, and the environment variable OPENAI_API_KEY is not set; the run will ask for it\n',
    );
    expect((await runCli([...questions, ...model], { env })).code).toBe(2);
  });

  it('of a transfer to a model with a price and a free one knows what both cost', async () => {
    const plan = join(household, '../../plans/alfworld-heat.md');
    const models = ['--models', 'openai:gpt-4o-mini,simulated:strong'];
    const { code, stdout, stderr } = await runCli(
      [
        'transfer',
        plan,
        '--suite',
        household,
        '--task-types',
        'heat',
        ...models,
        '--limit',
        '1',
        '--dry-run',
      ],
      { env },
    );
    expect(code).toBe(0);
    expect(stdout).toContain('if it caches all it can.');
    expect(stderr).toContain('needs an API key');
  });

  it('of models that are free speaks of no money', async () => {
    const { stdout } = await runCli([...questions, '--dry-run']);
    expect(stdout).toMatch(/completion tokens,\n {2}and no money\.\n/);
  });
});
