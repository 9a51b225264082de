import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, household, runCli } from './run-cli.js';

function folderWithPlan(): string {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'heat.md'), readFileSync('plans/alfworld-heat.md'));
  return cwd;
}

const certify = (cwd: string, ...more: readonly string[]) =>
  runCli(['certify', 'heat.md', '--suite', household, '--display', 'none', ...more], { cwd });

describe('certify', () => {
  it('ends with 0 and shows the certificate, here and in plan show and plan list', async () => {
    const cwd = folderWithPlan();
    const { code, stdout } = await certify(cwd, '--limit', '16', '--run-id', 'c');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^CERTIFIED: /);
    expect(stdout).toMatch(/\nPlan {2}heat\.md\n$/);
    expect((await runCli(['plan', 'show', 'heat.md'], { cwd })).stdout).toMatch(
      /certificate +certified: better/,
    );
    expect((await runCli(['plan', 'list', '.'], { cwd })).stdout).toMatch(/ certified +simulated-strong/);
    const again = await certify(cwd, '--limit', '16', '--json');
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({
      format: 'planwright-certificate/1',
      repeats: 1,
      plansTried: 1,
      written: true,
      certificate: { verdict: 'certified' },
    });
  });

  it('ends with 100 where it is not certified', async () => {
    const { code, stdout } = await certify(folderWithPlan(), '--limit', '1');
    expect(code).toBe(100);
    expect(stdout).toMatch(/^NOT ENOUGH RUNS: with 1 paired task p can not be below 0\.05; 6 can\./);
  });

  it.each([
    [['--set', 'heldOut=train'], /heat\.md: was learned on split train/],
    [['--set', 'heldOut=nowhere'], /heldOut: suite "household" has no split "nowhere"/],
    [['--baseline', 'gone.md'], /gone\.md: does not exist/],
    [['--alpha', '1'], /Give a number above 0 and below 1/],
  ])('ends with 2 and one line for %s', async (more, message) => {
    const cwd = folderWithPlan();
    const before = readFileSync(join(cwd, 'heat.md'), 'utf8');
    const { code, stdout, stderr } = await certify(cwd, ...more);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(readFileSync(join(cwd, 'heat.md'), 'utf8')).toBe(before);
  });
});

describe('power and aa', () => {
  const config = resolve('configs/quickstart.yaml');

  it('print text, or one document', async () => {
    const cwd = emptyFolder();
    const power = await runCli(['power', config, '--rate', '0.4', '--effect', '0.2'], { cwd });
    expect(power.code).toBe(0);
    expect(power.stdout).toMatch(/^To find a true difference of 20 points with 80 % chance/);
    const set = ['--set', `runs=${cwd}/runs`, '--display', 'none', '--json'];
    const pilot = await runCli(['power', config, '--pilot', '2', ...set], { cwd });
    expect(JSON.parse(pilot.stdout)).toMatchObject({
      effect: 0.1,
      correctedFor: 1,
      taskTypes: [{ heldOut: 40, noise: { instances: 2 } }],
    });
    const aa = await runCli(['aa', config, '--limit', '2', '--repeats', '2', ...set], { cwd });
    expect(JSON.parse(aa.stdout)).toMatchObject({
      noise: { instances: 2, repeats: 2 },
      verdicts: { pairs: 1 },
    });
  });

  it('refuse what can not be', async () => {
    const { code, stderr } = await runCli(['power', config, '--flips', '0.2']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/--flips needs the success rate/);
    expect((await runCli(['aa', config, '--repeats', '1'])).code).toBe(2);
  });
});
