import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeSyntheticRun } from '../bench/synthetic-run.js';
import { emptyFolder, runCli } from './run-cli.js';

const size = { iterations: 2, batchSize: 2, heldOut: 4, steps: 3 };

describe('planwright report', () => {
  test('writes into the run folder, the same bytes each time, and says where', async () => {
    const cwd = emptyFolder();
    const folder = writeSyntheticRun(join(cwd, 'runs'), 'mine', size);
    const first = await runCli(['report', 'mine'], { cwd });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^Report runs\/mine\/report\.html \(.*all 12 episodes\)\n$/);
    const page = readFileSync(join(folder, 'report.html'), 'utf8');
    const again = await runCli(['report', '--json'], { cwd });
    expect(JSON.parse(again.stdout)).toMatchObject({
      run: 'runs/mine',
      state: 'finished',
      episodes: { shown: 12, total: 12 },
      problems: [],
    });
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toBe(page);
  });

  test('writes elsewhere where it is told to, and not at all where it can not', async () => {
    const cwd = emptyFolder();
    const folder = writeSyntheticRun(cwd, 'mine', size);
    const before = readdirSync(folder);
    expect((await runCli(['report', 'mine', '-o', 'deep/page.html'], { cwd })).code).toBe(0);
    expect(existsSync(join(cwd, 'deep/page.html'))).toBe(true);
    const onto = await runCli(['report', 'mine', '-o', 'deep'], { cwd });
    expect(onto).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'error: deep: is a folder, not a file (name a file with -o)\n',
    });
    expect(readdirSync(folder)).toEqual(before);
  });

  test('refuses what is no run in one line', async () => {
    const cwd = emptyFolder();
    mkdirSync(join(cwd, 'other'));
    writeFileSync(join(cwd, 'other/notes.txt'), 'mine');
    for (const args of [['other'], ['nothing'], ['other/notes.txt'], []]) {
      const { code, stdout, stderr } = await runCli(['report', ...args], { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^error: [^\n]+\n$/);
    }
    expect(readdirSync(join(cwd, 'other'))).toEqual(['notes.txt']);
  });
});
