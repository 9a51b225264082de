import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/util/clock.js';
import { areGone, badCommand } from '../external/processes.js';
import { emptyFolder, runCli, startCli, waitForExit } from './run-cli.js';

const js = resolve('configs/examples/own-world-js/config.yaml');

/** A folder with a config of a process that leaves its pid in a file, and misbehaves. */
function folderOf(world: readonly string[], agent: readonly string[] = badCommand()): string {
  const folder = emptyFolder();
  const tasks = ['train', 'train', 'held-out', 'held-out'].map((split, i) =>
    JSON.stringify({
      ...{ id: `game-${i}`, environment: 'toy', taskType: 'seek', split, goal: 'find the prize.' },
      setup: { doors: 3, prize: 2 },
    }),
  );
  writeFileSync(join(folder, 'tasks.jsonl'), tasks.join('\n'));
  writeFileSync(
    join(folder, 'config.yaml'),
    `suite: tasks.jsonl
environment: { command: ${JSON.stringify(world)} }
agent: { command: ${JSON.stringify(agent)} }
train: 2
batchSize: 2
`,
  );
  return folder;
}

describe('worlds check and agents check', () => {
  it('say that the contract is kept', async () => {
    const world = await runCli(['worlds', 'check', js, '--per-type', '2']);
    expect(world).toMatchObject({
      code: 0,
      stdout: 'world alchemist@1.0.0: keeps the contract, 2 instances played\n',
    });
    const agent = await runCli(['agents', 'check', js, '--json']);
    expect(agent.code).toBe(0);
    expect(JSON.parse(agent.stdout)).toEqual({ agent: 'one-line', instances: 0, kept: true, problems: [] });
  });

  it('say what breaks it', async () => {
    const folder = emptyFolder();
    cpSync(resolve(js, '..'), folder, { recursive: true });
    const file = join(folder, 'world.js');
    writeFileSync(file, readFileSync(file, 'utf8').replace("'look',\n  ];", "'look',\n    'dance',\n  ];"));
    const { code, stdout } = await runCli(['worlds', 'check', join(folder, 'config.yaml')]);
    expect(code).toBe(100);
    expect(stdout).toMatch(/^world alchemist@1\.0\.0: \d+ problems, 3 instances played\n {2}cellar-01: /);
    expect(stdout).toContain('"dance"');
  });

  it('say in one line what can not be begun with', async () => {
    const folder = folderOf(badCommand('dies', 'hello'));
    const { code, stdout, stderr } = await runCli(['worlds', 'check', 'config.yaml'], { cwd: folder });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^error: config\.yaml:2:\d+: environment\.command: .*has ended with exit code 3[^\n]*\n$/,
    );
  });
});

describe('processes of a run', () => {
  const pidsIn = (folder: string) =>
    readdirSync(folder).flatMap((name) => (name.startsWith('pid-') ? [Number(name.slice(4))] : []));

  it('are gone when it ends', async () => {
    const folder = folderOf(badCommand('writes-pid', '', 'pid'));
    const { code } = await runCli(['train', 'config.yaml', '--display', 'none'], { cwd: folder });
    expect(code).toBe(0);
    expect(pidsIn(folder).length).toBeGreaterThan(0);
    expect(await areGone(pidsIn(folder))).toBe(true);
  });

  it('are gone when it is interrupted, though they hang', async () => {
    const folder = folderOf(badCommand('writes-pid', '', 'pid'), badCommand('hangs', 'begin'));
    const config = join(folder, 'config.yaml');
    writeFileSync(config, readFileSync(config, 'utf8').replaceAll('find the prize', 'bad'));
    writeFileSync(
      join(folder, 'tasks.jsonl'),
      readFileSync(join(folder, 'tasks.jsonl'), 'utf8').replaceAll('find the prize.', 'bad'),
    );
    const child = startCli(['train', 'config.yaml', '--display', 'none', '--run-id', 'r'], { cwd: folder });
    const ended = waitForExit(child);
    // A second process is started for the second episode.
    for (let i = 0; i < 400 && pidsIn(folder).length < 2; i++) await systemClock.sleep(50);
    await systemClock.sleep(500);
    const asked = systemClock.elapsed();
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(systemClock.elapsed() - asked).toBeLessThan(10_000);
    expect(await areGone(pidsIn(folder))).toBe(true);
    expect(readFileSync(join(folder, 'runs/r/journal.jsonl'), 'utf8')).not.toContain('"code":"agent"');
  });
});
