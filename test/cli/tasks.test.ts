import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gameText } from '../environments/alfworld/game-file.js';
import { sharedFile } from '../shared-data.js';
import { zipBytes } from '../suites/zip-bytes.js';
import { emptyFolder, household, runCli } from './run-cli.js';

const archive = sharedFile('data', 'alfworld', 'classic_2.1.1_12games.zip');

const game = (split: string, task = 'pick-Egg', trial = 'trial_1') =>
  `${split}/${task}/${trial}/game.tw-pddl`;

/** A folder with these files in it. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = emptyFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe('tasks list', () => {
  it('counts by split and task type', async () => {
    const { code, stdout } = await runCli(['tasks', 'list', household]);
    expect(code).toBe(0);
    expect(stdout).toContain('household: 432 task instances of the world alfworld\n');
    expect(stdout).toContain(
      [
        'split       pick  light  clean  heat  cool  two  total',
        'train         24     24     24    24    24   24    144',
      ].join('\n'),
    );
  });

  it('prints one JSON document', async () => {
    const { stdout } = await runCli(['tasks', 'list', household, '--json']);
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({ name: 'household', environment: 'alfworld', instances: 432 });
    expect(summary.splits.map(({ split }: { split: string }) => split)).toEqual([
      'train',
      'validation',
      'held-out',
    ]);
    expect(summary.splits[0].taskTypes.heat).toBe(24);
  });

  it('prints ids', async () => {
    const args = ['tasks', 'list', household, '--ids', '--split', 'validation', '--task-type', 'two'];
    const { stdout } = await runCli(args);
    const ids = stdout.trimEnd().split('\n');
    expect(ids).toHaveLength(8);
    expect(ids[0]).toBe('two-validation-000');
    expect(JSON.parse((await runCli([...args, '--json'])).stdout)).toEqual(ids);
  });

  it('says what is wrong with the suite', async () => {
    const folder = folderOf({ 'suite.json': '{"format": "planwright-suite/1"' });
    const missing = await runCli(['tasks', 'list', 'nowhere'], { cwd: folder });
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toMatch(/^error: nowhere\/suite\.json: does not exist \(.+\)\n$/);
    const broken = await runCli(['tasks', 'list', '.'], { cwd: folder });
    expect(broken.code).toBe(2);
    expect(broken.stderr).toMatch(/^error: suite\.json: not valid JSON .+\n$/);
  });
});

describe('tasks show', () => {
  it('shows an instance as an agent meets it', async () => {
    const { code, stdout } = await runCli(['tasks', 'show', household, 'pick-train-000']);
    expect(code).toBe(0);
    expect(stdout).toContain('Goal: put a knife in drawer.\n');
    expect(stdout).toContain('  You are in the middle of a room.');
    expect(stdout).toContain('\n  inventory\n');
  });

  it('prints one JSON document', async () => {
    const { stdout } = await runCli(['tasks', 'show', household, 'pick-train-000', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      id: 'pick-train-000',
      split: 'train',
      observation: expect.stringContaining('Your task is to: put a knife in drawer.'),
      admissibleActions: expect.arrayContaining(['look', 'go to fridge 1']),
    });
  });

  it('offers ids that are like an unknown one', async () => {
    const { code, stderr } = await runCli(['tasks', 'show', household, 'COOL-VAL']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^error: suite "household" has no instance "COOL-VAL" \(it has for example cool-validation-000, /,
    );
  });
});

describe('tasks import', () => {
  const layouts = ['json_2.1.1/', '', 'data/json_2.1.1/'];
  it.each(layouts)('takes a folder and an archive with games below "%s"', async (prefix) => {
    const files = {
      [`${prefix}${game('train')}`]: gameText(),
      [`${prefix}${game('valid_unseen')}`]: gameText(),
      [`${prefix}${game('valid_train')}`]: gameText(),
      [`${prefix}train/pick-Egg/trial_1/traj_data.json`]: '{}',
    };
    const folder = folderOf(files);
    const zip = join(emptyFolder(), 'games.zip');
    writeFileSync(zip, zipBytes(Object.entries(files).map(([name, data]) => ({ name, data }))));
    const out = emptyFolder();
    const digests: string[] = [];
    for (const source of [folder, zip]) {
      const { code, stdout, stderr } = await runCli(
        ['tasks', 'import', 'alfworld', source, '--out', 'suite', '--json'],
        { cwd: out },
      );
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const result = JSON.parse(stdout);
      expect(result).toMatchObject({ suite: 'suite', name: 'alfworld', instances: 3, skipped: {} });
      expect(result.splits).toEqual([
        { split: 'train', instances: 1, taskTypes: { pick: 1 } },
        { split: 'held-out', sourceSplit: 'valid_unseen', instances: 1, taskTypes: { pick: 1 } },
        { split: 'valid_train', instances: 1, taskTypes: { pick: 1 } },
      ]);
      digests.push(result.digest);
    }
    expect(digests[0]).toBe(digests[1]);
  });

  it('leaves out games that ALFWorld leaves out, and says so', async () => {
    const folder = folderOf({
      [game('train')]: gameText(),
      [game('train', 'pick-Egg', 'trial_2')]: gameText({ solvable: false }),
      [game('train', 'pick-EggSliced')]: 'not even read',
      [game('train', 'pick_movable-Egg')]: 'not even read',
      [game('elsewhere')]: 'not even read',
    });
    const { code, stdout, stderr } = await runCli(
      ['tasks', 'import', 'alfworld', '.', '--out', 'suite', '--name', 'mine'],
      { cwd: folder },
    );
    expect(code).toBe(0);
    expect(stdout).toContain('mine: 1 task instances of the world alfworld\n');
    expect(stderr).toContain('skipped 1: marked as not solvable\n');
    expect(stderr).toContain('skipped 2: a task type that ALFWorld leaves out\n');
    expect(stderr).toContain('skipped 1: not in an official split\n');
  });

  it.runIf(archive)('reads official games, which can then be played', async () => {
    const folder = emptyFolder();
    const { code, stdout } = await runCli(
      ['tasks', 'import', 'alfworld', archive ?? '', '--out', 'classic'],
      { cwd: folder },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^held-out \(valid_unseen\) +2 +2 +2 +2 +2 +2 +12$/m);
    const ids = await runCli(['tasks', 'list', 'classic', '--ids', '--split', 'valid_unseen'], {
      cwd: folder,
    });
    const shown = await runCli(['tasks', 'show', 'classic', ids.stdout.split('\n')[0] ?? ''], {
      cwd: folder,
    });
    expect(shown.stdout).toContain('Goal: look at bowl under the desklamp.\n');
  });

  const whole = { name: game('train'), data: gameText() };
  it.each([
    ['an unknown world', 'oz', zipBytes([whole]), /^error: there is no world 'oz' \(known worlds: alfworld/],
    ['no zip at all', 'alfworld', 'hello', /^error: games\.zip: not a usable zip archive: /],
    ['half an archive', 'alfworld', zipBytes([whole]).subarray(0, 300), /not a usable zip archive: /],
    [
      'names that leave the archive',
      'alfworld',
      zipBytes([whole, { name: `../${game('train')}`, data: gameText() }]),
      /^error: games\.zip: not a usable zip archive: .*\.\.\/train/,
    ],
    [
      'a link',
      'alfworld',
      zipBytes([{ name: game('train'), data: '/etc/passwd', mode: 0o120777 }]),
      /^error: games\.zip: not a usable zip archive: entry "train\/.*" is a symbolic link/,
    ],
    [
      'a bomb',
      'alfworld',
      zipBytes([{ ...whole, size: 2 ** 31 }]),
      /^error: games\.zip: entry "train\/pick-Egg\/trial_1\/game\.tw-pddl": unpacks to 2147483648 bytes/,
    ],
    [
      'a half-written game after a whole one',
      'alfworld',
      zipBytes([whole, { name: game('valid_seen'), data: gameText().slice(0, 200) }]),
      /^error: games\.zip\/valid_seen\/pick-Egg\/trial_1\/game\.tw-pddl: not a complete ALFWorld game/,
    ],
    [
      'the same game in two places',
      'alfworld',
      zipBytes([whole, { ...whole, name: `json_2.1.1/${whole.name}` }]),
      /two instances have the id "train\/pick-Egg\/trial_1"/,
    ],
    [
      'no games',
      'alfworld',
      zipBytes([{ name: 'a.txt', data: '' }]),
      /^error: games\.zip: holds no games \(/,
    ],
    [
      'only games of another layout',
      'alfworld',
      zipBytes([{ name: 'game.tw-pddl', data: gameText() }]),
      /^error: games\.zip: none of its 1 games can be used \(not in an official split\)/,
    ],
  ])('refuses %s and writes nothing', async (_, world, bytes, message) => {
    const folder = emptyFolder();
    writeFileSync(join(folder, 'games.zip'), bytes);
    const { code, stdout, stderr } = await runCli(['tasks', 'import', world, 'games.zip', '--out', 'suite'], {
      cwd: folder,
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(readdirSync(folder)).toEqual(['games.zip']);
  });

  it('does not write over anything but a suite', async () => {
    const folder = folderOf({ [game('train')]: gameText(), 'mine/letter.txt': 'dear' });
    const run = (out: string) => runCli(['tasks', 'import', 'alfworld', '.', '--out', out], { cwd: folder });
    expect(await run('mine')).toMatchObject({ code: 2, stderr: expect.stringContaining('found letter.txt') });
    expect(await run('mine/letter.txt')).toMatchObject({ code: 2 });
    expect(await run('mine/letter.txt/suite')).toMatchObject({ code: 2 });
    expect(readdirSync(join(folder, 'mine'))).toEqual(['letter.txt']);
    expect(readFileSync(join(folder, 'mine', 'letter.txt'), 'utf8')).toBe('dear');
  });
});

describe('tasks generate', () => {
  it('makes the shipped suite unless told otherwise', async () => {
    const folder = emptyFolder();
    const { code } = await runCli(['tasks', 'generate', 'alfworld', '--out', 'suite'], { cwd: folder });
    expect(code).toBe(0);
    for (const name of ['suite.json', 'instances.jsonl']) {
      const made = readFileSync(join(folder, 'suite', name));
      expect(made.equals(readFileSync(join(household, name)))).toBe(true);
    }
  });

  it('makes the sizes that are asked for, from the seed', async () => {
    const folder = emptyFolder();
    const generate = async (seed: string) => {
      const sizes = ['--train', '2', '--validation', '0', '--held-out', '1'];
      const args = ['tasks', 'generate', 'alfworld', '--out', 'suite', '--seed', seed, ...sizes, '--json'];
      const { stdout } = await runCli(args, { cwd: folder });
      return JSON.parse(stdout);
    };
    const first = await generate('5');
    expect(first).toMatchObject({ seed: 5, instances: 18 });
    expect(await generate('5')).toEqual(first);
    expect((await generate('6')).digest).not.toBe(first.digest);
  });

  it.each([
    [['alfworld'], /required option '--out <folder>' not specified/],
    [['alfworld', '--out', 'x', '--train', 'many'], /'--train <n>' argument 'many' is invalid/],
    [['alfworld', '--out', 'x', '--seed', '-1'], /'--seed <n>' argument '-1' is invalid/],
    [['oz', '--out', 'x'], /there is no world 'oz'/],
    [
      ['alfworld', '--out', 'x', '--train', '0', '--validation', '0', '--held-out', '0'],
      /x: there are no instances to write/,
    ],
  ])('refuses %j', async (args, message) => {
    const folder = emptyFolder();
    const { code, stderr } = await runCli(['tasks', 'generate', ...args], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(readdirSync(folder)).toEqual([]);
  });
});
