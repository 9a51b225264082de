import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, encyclopedia, runCli } from './run-cli.js';

describe('annotate', () => {
  it('writes a sheet, refuses what is wrong in it when it comes back, and says what it says', async () => {
    const cwd = emptyFolder();
    const run = (...args: readonly string[]) => runCli(args, { cwd });
    const options = ['--limit', '24', '--run-id', 'r', '--set', 'environment.options.backend=corpus'];
    await run('eval', '--suite', encyclopedia, ...options, '--display', 'none');
    const exported = await run('annotate', 'export', 'runs/r', '--out', 'sheet.csv', '--annotators', '2');
    expect([exported.code, exported.stderr]).toEqual([0, '']);
    expect(exported.stdout).toMatch(
      /^Sheet +sheet\.csv: \d+ answers to \d+ questions, for 2 annotators\nInstructions +sheet\.md\nKey +sheet\.key\.json: /,
    );
    expect(exported.stdout).toMatch(/\n\nSheet s[0-9a-f]{6} stands for \d+ episodes of r\.\n/);

    const sheet = readFileSync(join(cwd, 'sheet.csv'), 'utf8');
    writeFileSync(join(cwd, 'bad.csv'), sheet.replace(/,,(?=\r\n)/g, ',maybe,yes'));
    const refused = await run('annotate', 'import', 'bad.csv');
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    const lines = refused.stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(22);
    expect(lines[0]).toBe('bad.csv: row 2, column annotator_1: "maybe" is not yes or no');
    expect(lines[20]).toMatch(/^\.\.\. and \d+ more$/);
    expect(lines[21]).toMatch(/^error: \d+ problems in the sheets; nothing was imported \(mend them/);

    writeFileSync(join(cwd, 'good.csv'), sheet.replace(/,,(?=\r\n)/g, ',yes,Yes'));
    const imported = await run('annotate', 'import', 'good.csv');
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    expect(imported.stdout).toMatch(
      /^Sheet s[0-9a-f]{6}: \d+ answers marked by 2 annotators\.\nAll agree on /,
    );
    expect(imported.stdout).toMatch(/\n {2}r +held-out +\d+\/24 /);
    expect(imported.stdout).toContain('Made with simulated-strong: a simulated model');
    expect(imported.stdout).toMatch(/\n\nWritten {2}runs\/r\/annotations\.json\n$/);
    writeFileSync(join(cwd, 'other.csv'), sheet.replace(/,,(?=\r\n)/g, ',no,no'));
    expect((await run('annotate', 'import', 'other.csv')).code).toBe(2);
    expect((await run('annotate', 'import', 'other.csv', '--replace')).code).toBe(0);
    await run('annotate', 'import', 'good.csv', '--replace');
    const json = await run('annotate', 'import', 'good.csv', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ annotators: 2, written: ['runs/r/annotations.json'] });
  });

  it('prints one JSON document about a sheet, and needs to know where it goes', async () => {
    const cwd = emptyFolder();
    const options = ['--limit', '2', '--run-id', 'r', '--set', 'environment.options.backend=corpus'];
    await runCli(['eval', '--suite', encyclopedia, ...options, '--display', 'none'], { cwd });
    const { stdout } = await runCli(['annotate', 'export', 'runs/r', '--out', 's.csv', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ sheet: 's.csv', instructions: 's.md', key: 's.key.json', annotators: 3, runs: ['r'] },
      ...{ episodes: { errors: 0 } },
    });
    await runCli(['eval', '--suite', encyclopedia, '--limit', '3', '--run-id', 'r3', '--display', 'none'], {
      cwd,
    });
    const two = await runCli(['annotate', 'export', 'runs/r', 'runs/r3', '--out', 't.csv'], { cwd });
    expect(two.stdout).toMatch(
      /^2 questions were played by all 2: as many pairs does each two of them have\.$/m,
    );
    const { code, stderr } = await runCli(['annotate', 'export', 'runs/r'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: required option '--out/);
  });
});
