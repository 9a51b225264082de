import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
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
    expect(stdout).toMatch(/\nPlan {2}heat\.md\nSee {3}planwright report runs\/c\n$/);
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

describe('a certification that was cut off', () => {
  it('is resumed to the same certificate, and replayed without a look at anything', async () => {
    const cwd = folderWithPlan();
    const before = readFileSync(join(cwd, 'heat.md'), 'utf8');
    expect((await certify(cwd, '--limit', '12', '--run-id', 'c')).code).toBe(0);
    const read = () =>
      [join(cwd, 'heat.md'), join(cwd, 'runs/c/results.json')].map((file) => readFileSync(file, 'utf8'));
    const whole = read();
    const openings = join(cwd, 'runs/openings.jsonl');
    const opened = readFileSync(openings, 'utf8');
    const journal = join(cwd, 'runs/c/journal.jsonl');
    for (const share of [0.05, 0.6]) {
      writeFileSync(join(cwd, 'heat.md'), before);
      rmSync(openings);
      truncateSync(journal, Math.round(readFileSync(journal).length * share));
      const { code, stdout } = await runCli(['resume', 'runs/c', '--display', 'none'], { cwd });
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^CERTIFIED: /)]);
      expect(read()).toEqual(whole);
      expect(readFileSync(openings, 'utf8')).toBe(opened);
    }
    const replayed = await runCli(['log', 'replay', 'runs/c'], { cwd });
    expect([replayed.code, replayed.stdout]).toEqual([
      0,
      expect.stringContaining('Played again without a model: its file is the same.'),
    ]);
    expect(readFileSync(openings, 'utf8')).toBe(opened);
  });

  it('gives no second chance to what was a repeat', async () => {
    const cwd = folderWithPlan();
    await certify(cwd, '--limit', '12', '--run-id', 'first');
    const openings = join(cwd, 'runs/openings.jsonl');
    writeFileSync(
      openings,
      readFileSync(openings, 'utf8').replace('"verdict":"certified"', '"verdict":"not certified"'),
    );
    expect((await certify(cwd, '--limit', '12', '--run-id', 'second')).code).toBe(100);
    const { code, stdout } = await runCli(['resume', 'runs/second', '--display', 'none'], { cwd });
    expect([code, stdout]).toEqual([100, expect.stringContaining('the first result stands')]);
  });

  it('says in a line that its manifest does not say what is certified', async () => {
    const cwd = folderWithPlan();
    await certify(cwd, '--limit', '6', '--run-id', 'c');
    const manifest = join(cwd, 'runs/c/manifest.json');
    const { certification: _, ...older } = JSON.parse(readFileSync(manifest, 'utf8'));
    writeFileSync(manifest, JSON.stringify(older));
    const { code, stderr } = await runCli(['resume', 'runs/c'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('does not say what is certified')]);
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
