/** Questions on the command line: how they are spoken of, their scores, and the judge. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, encyclopedia, runCli } from './run-cli.js';

const percent = '(?:\\d+ %|-)';
const interval = '(?:\\[\\d+, \\d+\\]|-)';

function workFolder(lines = ''): string {
  const folder = emptyFolder();
  const settings = [
    `suite: ${JSON.stringify(encyclopedia)}`,
    'environment: { options: { backend: corpus } }',
    'iterations: 1',
    'heldOut: 10',
    lines,
  ];
  writeFileSync(join(folder, 'c.yaml'), settings.join('\n'));
  return folder;
}

describe('train', () => {
  it('shows EM and F1 with intervals for the plan and for none, and speaks of questions', async () => {
    const { code, stdout, stderr } = await runCli(['train', 'c.yaml'], { cwd: workFolder() });
    expect(code).toBe(0);
    expect(stdout).toMatch(/Held-out questions, never seen in training:\n\n +questions right +rate/);
    expect(stdout).toMatch(
      /\n {2}The headline is success\. The other scores, as means with 95 % intervals:\n/,
    );
    for (const name of ['em', 'f1', 'spEm', 'spF1', 'jointEm', 'jointF1'])
      expect(stdout).toMatch(
        new RegExp(`\\n {2}${name} +${percent} +${interval} +${percent} +${interval}\\n`),
      );
    expect(stderr).toMatch(/^qa: from no plan, 1 iterations of 4 questions; 10 held-out questions\./m);
    expect(`${stdout}${stderr}`).not.toMatch(/\bgames?\b/);
  });

  it('compares by the headline', async () => {
    const cwd = workFolder('headline: f1\njudge: { votes: 1 }\n');
    const { code, stdout } = await runCli(['train', 'c.yaml', '--json', '--display', 'none'], { cwd });
    expect(code).toBe(0);
    const { headline, heldOut, baseline, comparison, usageByPurpose } = JSON.parse(stdout);
    expect(headline).toEqual({ name: 'f1', kind: 'graded' });
    expect(heldOut).toMatchObject({ n: 10, rate: heldOut.successes / 10, wilson95: { length: 2 } });
    expect(comparison.difference).toBeCloseTo(heldOut.scores.f1.mean - baseline.scores.f1.mean, 12);
    expect(heldOut.scores.judge).toMatchObject({ kind: 'binary', n: 10, errors: 0 });
    const asked = heldOut.scores.judge.n - heldOut.successes + baseline.scores.judge.n - baseline.successes;
    expect(usageByPurpose.judge?.calls ?? 0).toBeLessThanOrEqual(2 * asked);
  });

  it('says what it would do with questions', async () => {
    const { stdout } = await runCli(['train', 'c.yaml', '--dry-run'], { cwd: workFolder() });
    expect(stdout).toMatch(/\n {2}qa: \d+ questions to train on, 10 held out\n/);
    expect(stdout).toContain('1 iterations of 4 questions, then the held-out questions before and after.');
  });
});

describe('eval', () => {
  it('shows the headline and the other scores', async () => {
    const args = ['eval', '--config', 'c.yaml', '--display', 'none', '--set', 'headline=judge'];
    const { code, stdout } = await runCli(args, { cwd: workFolder() });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^No plan on held-out:\n\n {2}task type +judge +rate +95 % interval\n {2}qa +\d+\/10 /,
    );
    expect(stdout).toMatch(new RegExp(`\\n {2}success +${percent} +${interval}\\n`));
    expect(stdout).toMatch(new RegExp(`\\n {2}f1 +${percent} +${interval}\\n`));
  });

  it.each([
    [
      'headline=accuracy',
      /^error: --set headline: there is no "accuracy" in hotpotqa \(known: success, em, f1, /,
    ],
    ['judge.votes=2', /^error: --set judge\.votes: 2: give an odd number, so that there is a majority\n/],
  ])('refuses %s', async (setting, message) => {
    const args = ['eval', '--config', 'c.yaml', '--set', setting];
    const { code, stderr } = await runCli(args, { cwd: workFolder() });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
