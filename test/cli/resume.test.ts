import { appendFileSync, cpSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyFolder, encyclopedia, household, runCli, startCli, waitForExit } from './run-cli.js';

const settings = [
  ...['--set', `suite=${household}`, '--set', 'taskType=heat', '--set', 'train=4', '--set', 'heldOut=4'],
  ...['--set', 'batchSize=2', '--set', 'iterations=2'],
];

/** A folder with a finished run `mine`, and a file of settings. */
async function trained() {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, 'a.yaml'), '{}\n');
  const { code, stderr } = await runCli(
    ['train', 'a.yaml', ...settings, '--run-id', 'mine', '--display', 'none'],
    { cwd },
  );
  expect(code, stderr).toBe(0);
  const read = (path: string) => readFileSync(join(cwd, 'runs/mine', path), 'utf8');
  return { cwd, read, journal: join(cwd, 'runs/mine/journal.jsonl') };
}

/** Cuts a journal off somewhere in its middle. */
function cut(journal: string, share: number): void {
  truncateSync(journal, Math.round(readFileSync(journal).length * share));
}

describe('resume', () => {
  test('goes on from a journal that was cut anywhere, to the same results and plans', async () => {
    const { cwd, read, journal } = await trained();
    const [results, plan] = [read('results.json'), read('plans/best.md')];
    for (const share of [0.02, 0.4, 0.9, 0.999]) {
      cut(journal, share);
      const { code, stdout } = await runCli(['resume', 'runs/mine', '--display', 'none', '--json'], { cwd });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ run: 'runs/mine', outcome: 'finished' });
      expect([read('results.json'), read('plans/best.md')]).toEqual([results, plan]);
    }
  });

  test('says where it can not, and why', async () => {
    const { cwd, read, journal } = await trained();
    const resume = (...more: string[]) => runCli(['resume', 'runs/mine', ...more], { cwd });
    const none = await runCli(['resume', 'runs/nothing'], { cwd });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('there is no such run')]);

    const config = join(cwd, 'runs/mine/config.yaml');
    const before = read('config.yaml');
    writeFileSync(config, before.replace('batchSize: 2', 'batchSize: 3').replace('seed: 0', 'seed: 4'));
    const changed = await resume();
    expect(changed.code).toBe(2);
    expect(changed.stderr).toContain('settings.batchSize: 2 before, 3 now; settings.seed: 0 before, 4 now');
    expect(changed.stderr).toContain('--allow-changed');
    writeFileSync(config, before);

    const whole = readFileSync(journal);
    const damaged = Buffer.from(whole);
    damaged[Math.round(whole.length / 2)] = 0x7e;
    writeFileSync(journal, damaged);
    const refused = await resume();
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/journal\.jsonl:\d+: damaged at byte \d+: .*log recover/);
  });

  test('goes on with what has changed where that is allowed, and notes it', async () => {
    const { cwd, read } = await trained();
    const { code } = await runCli(
      ['resume', 'runs/mine', '--set', 'iterations=3', '--allow-changed', '--display', 'none'],
      { cwd },
    );
    expect(code).toBe(0);
    expect(JSON.parse(read('results.json'))).toMatchObject({ iterations: 3 });
    expect(read('journal.jsonl')).toContain('"changes":["settings.iterations: 2 before, 3 now"]');
    expect(existsSync(join(cwd, 'runs/mine/plans/003.md'))).toBe(true);
  });

  test('continues after a reached budget with a larger one', async () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'a.yaml'), '{}\n');
    const whole = await runCli(['train', 'a.yaml', ...settings, '--run-id', 'whole', '--display', 'none'], {
      cwd,
    });
    expect(whole.code).toBe(0);
    const stopped = await runCli(
      ['train', 'a.yaml', ...settings, '--set', 'budget.calls=60', '--run-id', 'mine', '--display', 'none'],
      { cwd },
    );
    expect(stopped.code).toBe(4);
    expect(stopped.stderr).toContain('planwright resume runs/mine');
    const again = await runCli(['resume', 'runs/mine', '--display', 'none'], { cwd });
    expect(again.code).toBe(4);
    const more = await runCli(['resume', 'runs/mine', '--set', 'budget.calls=5000', '--display', 'none'], {
      cwd,
    });
    expect(more.code, more.stderr).toBe(0);
    const read = (run: string) => readFileSync(join(cwd, 'runs', run, 'results.json'), 'utf8');
    expect(JSON.parse(read('mine'))).toMatchObject({ outcome: 'finished' });
    expect({ ...JSON.parse(read('mine')), experiment: '' }).toEqual({
      ...JSON.parse(read('whole')),
      experiment: '',
    });
  });

  test('is refused while another process works on the run', async () => {
    const { cwd, journal } = await trained();
    cut(journal, 0.1);
    const slow = startCli(['play', household], { cwd });
    writeFileSync(join(cwd, 'runs/mine/lock'), lockOf(slow.pid ?? 0));
    const { code, stderr } = await runCli(['resume', 'runs/mine'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/process \d+ on .* is working on this run/)]);
    slow.kill();
    await waitForExit(slow);
    expect((await runCli(['resume', 'runs/mine', '--display', 'none'], { cwd })).code).toBe(0);
  });

  test('goes on with an evaluation and with an ablation', async () => {
    const cwd = emptyFolder();
    const evaluated = await runCli(
      [
        'eval',
        '--suite',
        encyclopedia,
        '--limit',
        '6',
        '--repeats',
        '2',
        '--run-id',
        'e',
        '--display',
        'none',
      ],
      { cwd },
    );
    expect(evaluated.code, evaluated.stderr).toBe(0);
    writeFileSync(
      join(cwd, 'b.yaml'),
      `{table: success, seeds: [0, 1], experiments: {home: {set: {suite: ${household}, taskType: [heat, cool], heldOut: 2, train: 2, batchSize: 2, iterations: 1}, arms: [{name: AutoPlan, train: true}, {name: Bare, train: false}]}}}\n`,
    );
    const ablated = await runCli(['ablate', 'b.yaml', '--run-id', 'b', '--display', 'none'], { cwd });
    expect(ablated.code, ablated.stderr).toBe(0);
    for (const run of ['e', 'b']) {
      const read = () => readFileSync(join(cwd, 'runs', run, 'results.json'), 'utf8');
      const before = read();
      cut(join(cwd, 'runs', run, 'journal.jsonl'), 0.5);
      const resumed = await runCli(['resume', `runs/${run}`, '--display', 'none'], { cwd });
      expect(resumed.code, resumed.stderr).toBe(0);
      expect(read()).toBe(before);
      const replayed = await runCli(['log', 'replay', `runs/${run}`], { cwd });
      expect([replayed.code, replayed.stderr]).toEqual([0, '']);
    }
  });
});

/** A lock as a process of this machine would leave it. */
function lockOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const host = readFileSync('/proc/sys/kernel/hostname', 'utf8').trim();
  return JSON.stringify({ pid, host, boot, started });
}

describe('log', () => {
  test('verify says what a journal holds, and where it is damaged', async () => {
    const { cwd, journal } = await trained();
    const whole = await runCli(['log', 'verify', 'runs/mine'], { cwd });
    expect(whole.code).toBe(0);
    expect(whole.stdout).toMatch(/^The journal is whole: [\d,]+ records\.\nThe run: finished\.\n/);
    appendFileSync(journal, '{"n":');
    const torn = await runCli(['log', 'verify', 'runs/mine', '--json'], { cwd });
    expect(torn.code).toBe(100);
    expect(JSON.parse(torn.stdout)).toMatchObject({ damage: { last: true }, ending: 'finished' });
  });

  test('recover keeps what is whole, and the damaged journal beside it', async () => {
    const { cwd, read, journal } = await trained();
    const results = read('results.json');
    const bytes = readFileSync(journal);
    bytes[Math.round(bytes.length / 2)] = 0x7e;
    writeFileSync(journal, bytes);
    cpSync(journal, join(cwd, 'copy'));
    const { code, stdout } = await runCli(['log', 'recover', 'runs/mine'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Kept \d+ whole records; .*damaged-1\.\n/)]);
    expect(readFileSync(`${journal}.damaged-1`)).toEqual(readFileSync(join(cwd, 'copy')));
    expect((await runCli(['resume', 'runs/mine', '--display', 'none'], { cwd })).code).toBe(0);
    expect(read('results.json')).toBe(results);
  });

  test('replay needs no model, and sees what was changed afterwards', async () => {
    const { cwd, read } = await trained();
    const same = await runCli(['log', 'replay', 'runs/mine'], { cwd });
    expect([same.code, same.stdout]).toEqual([0, expect.stringMatching(/all \d+ files are the same/)]);
    const results = read('results.json');
    writeFileSync(join(cwd, 'runs/mine/results.json'), results.replace('"seed": 0', '"seed": 1'));
    const differs = await runCli(['log', 'replay', 'runs/mine'], { cwd });
    expect([differs.code, differs.stdout]).toEqual([100, 'results.json: differs\n']);
    expect((await runCli(['log', 'replay', 'runs/mine', '--write'], { cwd })).code).toBe(0);
    expect(read('results.json')).toBe(results);
  });

  test('replay shows an episode with what the world answers now', async () => {
    const { cwd } = await trained();
    const { stdout } = await runCli(['log', 'verify', 'runs/mine', '--json'], { cwd });
    const [id] = (JSON.parse(stdout) as { episodeIds: string[] }).episodeIds;
    const shown = await runCli(['log', 'replay', 'runs/mine', '--episode', id ?? ''], { cwd });
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(shown.stdout).toMatch(/\n> go to /);
    const none = await runCli(['log', 'replay', 'runs/mine', '--episode', 'x'], { cwd });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('has no episode "x"')]);
  });
});
