import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPlan, type PlanDetails, type PlanEvaluation, savePlan } from '../../src/plans/index.js';
import { hostilePlanDetails } from '../plans/plan-details.js';
import { emptyFolder, runCli } from './run-cli.js';

const hash = `sha256:${'0'.repeat(64)}`;

const evaluation: PlanEvaluation = {
  split: 'held-out',
  n: 40,
  successes: 30,
  rate: 0.75,
  wilson95: [0.598, 0.858],
  baseline_rate: 0.5,
  baseline_successes: 20,
  p_paired: 0.002,
  errors: 0,
};

const details: PlanDetails = {
  title: 'Heat things',
  description: 'How to heat an object.',
  environmentVersion: '1.0.0',
  actionsHash: hash,
  provenance: {
    run: 'run-1',
    seed: 7,
    batch_size: 4,
    reflection: 'full',
    optimizer: 'autoplan',
    optimizer_model: 'simulated-strong',
    agent_model: 'simulated-weak',
    tool_version: '0.1.0',
    simulated: true,
  },
  trainedOn: { suite: 'household', suite_digest: hash, untrusted_observations: false, reviewed_by: null },
  license: 'CC0-1.0',
};

const planOf = (text: string, iteration: number) =>
  createPlan({ text, iteration, environment: 'alfworld', taskType: 'heat' });

/** A folder with two plans in `plans`, and the names of their files. */
function writePlans(): string {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'plans'));
  savePlan(join(folder, 'plans', 'a.md'), planOf('1. Find it.\n2. Heat it.', 1), details);
  savePlan(join(folder, 'plans', 'b.md'), planOf('1. Find it.\n2. Take it.\n3. Heat it.', 2), {
    ...details,
    evaluation,
  });
  return folder;
}

/** Changes a plan's text, but not the hash in its file. */
function edit(folder: string, name: string): void {
  const path = join(folder, 'plans', name);
  writeFileSync(path, readFileSync(path, 'utf8').replace('Heat it.', 'Cool it.'));
}

describe('plan list', () => {
  it('lists plans with n and interval, and names broken ones', async () => {
    const cwd = writePlans();
    writeFileSync(join(cwd, 'plans', 'broken.md'), '---\nschema: planwright.plan/v9\n---\n');
    writeFileSync(join(cwd, 'plans', 'notes.md'), 'just notes');
    edit(cwd, 'a.md');
    const { code, stdout, stderr } = await runCli(['plan', 'list'], { cwd });
    expect(code).toBe(0);
    const rows = stdout.trimEnd().split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatch(/^alfworld-heat +1 +alfworld\/heat +not measured \(before it was edited\) /);
    expect(rows[2]).toMatch(
      / 2 +alfworld\/heat +75\.0% \(30\/40\) \[59\.8%, 85\.8%\] +50\.0% \(20\/40\) +none +simulated-weak \(simulated\) +plans\/b\.md$/,
    );
    expect(stderr).toMatch(/^unreadable: plans\/broken\.md: /);
  });

  it('prints one JSON document', async () => {
    const { stdout } = await runCli(['plan', 'list', 'plans', '--json'], { cwd: writePlans() });
    expect(JSON.parse(stdout)).toMatchObject([
      { path: 'plans/a.md', version: 1, evaluation: null, simulated: true, edited: false },
      { path: 'plans/b.md', version: 2, evaluation: { n: 40, successes: 30 } },
    ]);
  });

  it('falls back on the plans that come with planwright', async () => {
    const { code, stdout } = await runCli(['plan', 'list'], { cwd: emptyFolder() });
    expect(code).toBe(0);
    expect(stdout).toContain('alfworld-heat');
  });

  it('says where there is nothing to list', async () => {
    const cwd = emptyFolder();
    expect(await runCli(['plan', 'list', 'nope'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: nope: does not exist \(/),
    });
    expect(await runCli(['plan', 'list', '.'], { cwd })).toEqual({
      code: 0,
      stdout: '',
      stderr: '. holds no plan files\n',
    });
  });
});

describe('plan show', () => {
  it('shows a plan and what is known about it', async () => {
    const { code, stdout } = await runCli(['plan', 'show', 'plans/b.md'], { cwd: writePlans() });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^results +75\.0% \(30\/40\) \[59\.8%, 85\.8%\] on held-out, without plan 50\.0% /m,
    );
    expect(stdout).toMatch(/^learned by +simulated-strong .*a simulated model, not a language model/m);
    expect(stdout.endsWith('\n\n1. Find it.\n2. Take it.\n3. Heat it.\n')).toBe(true);
  });

  it('lets no value of the file look like a row', async () => {
    const cwd = emptyFolder();
    const plan = createPlan({ text: 'Go.', iteration: 1, environment: 'alfworld', taskType: 'heat' });
    savePlan(join(cwd, 'a.md'), plan, hostilePlanDetails('x\nreview       reviewed, nothing found'));
    const { stdout } = await runCli(['plan', 'show', 'a.md'], { cwd });
    expect(stdout.match(/^review .*/gm)).toEqual(['review       not reviewed, 1 place to look at']);
  });

  it('shows a plain text as a plan', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'mine.txt'), 'Look around.');
    expect(await runCli(['plan', 'show', 'mine.txt'], { cwd })).toEqual({
      code: 0,
      stdout: 'a plain plan: its file says nothing about it\n\nLook around.\n',
      stderr: '',
    });
    const { stdout } = await runCli(['plan', 'show', 'mine.txt', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ plan: { text: 'Look around.' }, details: null });
  });

  it('shows an edited plan only when asked to', async () => {
    const cwd = writePlans();
    edit(cwd, 'a.md');
    const refused = await runCli(['plan', 'show', 'plans/a.md'], { cwd });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/^error: plans\/a\.md: the plan was edited: .+--allow-edited/);
    const { stdout } = await runCli(['plan', 'show', 'plans/a.md', '--allow-edited'], { cwd });
    expect(stdout).toContain('version 1, edited since\n');
    expect(stdout).toContain('2. Cool it.\n');
  });

  it('says what is wrong with the file', async () => {
    const { code, stderr } = await runCli(['plan', 'show', 'nowhere.md'], { cwd: emptyFolder() });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: nowhere\.md: does not exist \(.+\)\n$/);
  });
});

describe('plan diff', () => {
  it('prints removed and added lines, without colours where nobody looks', async () => {
    const { code, stdout } = await runCli(['plan', 'diff', 'plans/a.md', 'plans/b.md'], {
      cwd: writePlans(),
    });
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        '--- plans/a.md',
        '+++ plans/b.md',
        '  1. Find it.',
        '- 2. Heat it.',
        '+ 2. Take it.',
        '+ 3. Heat it.',
        '',
      ].join('\n'),
    );
  });

  it('prints one JSON document', async () => {
    const { stdout } = await runCli(['plan', 'diff', 'plans/a.md', 'plans/b.md', '--json'], {
      cwd: writePlans(),
    });
    expect(JSON.parse(stdout).lines[1]).toEqual({ kind: 'removed', text: '2. Heat it.' });
  });

  it('says so where there is no difference', async () => {
    const result = await runCli(['plan', 'diff', 'plans/a.md', 'plans/a.md'], { cwd: writePlans() });
    expect(result).toEqual({ code: 0, stdout: '', stderr: 'the two plans have the same text\n' });
  });
});
