import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { followStarter } from './follow-starter.js';
import { emptyFolder, runCli } from './run-cli.js';

describe('a newcomer', () => {
  it.each([
    ['alfworld', /The plan for heat, after 3 updates:/],
    ['hotpotqa', /The plan for qa, after 3 updates:/],
  ])('gets from an empty folder to a learned plan of %s and a page about it', async (world, learned) => {
    const cwd = emptyFolder();
    const [init, validate, train, report] = await followStarter(cwd, ['--world', world]);
    expect(init?.output).toMatch(/^The model is simulated: .* No key is needed\.$/m);
    expect(validate?.output).not.toMatch(/^(failed|warning|skipped)/m);
    expect(train?.output).toMatch(learned);
    expect(train?.output).toMatch(/^Did it help\? Yes\./m);
    expect(train?.output).toMatch(/^Made with simulated-strong: a simulated model/m);
    const [run = ''] = readdirSync(join(cwd, 'runs')).filter((name) => !name.includes('.'));
    expect(existsSync(join(cwd, 'runs', run, 'plans/best.md'))).toBe(true);
    const [page = ''] = /\S+\.html/.exec(report?.output ?? '') ?? [];
    expect(readFileSync(join(cwd, page), 'utf8')).toMatch(/simulated/i);
    const compared = await runCli(['compare', 'latest', 'latest#baseline'], { cwd });
    expect(compared.stdout).toMatch(/^A is better than B\./m);
  });
});

describe('init', () => {
  it('makes a folder, and says how to get there', async () => {
    const cwd = emptyFolder();
    const { code, stdout, stderr } = await runCli(['init', 'my first'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain("\n  cd 'my first'\n  node ");
    expect(readdirSync(join(cwd, 'my first'))).toContain('planwright.yaml');
  });

  it('gives files and commands as JSON', async () => {
    const { stdout } = await runCli(['init', 'first', '--json'], { cwd: emptyFolder() });
    expect(JSON.parse(stdout)).toEqual({
      folder: 'first',
      files: ['planwright.yaml', 'planwright.schema.json', 'README.md', 'tasks/household'],
      commands: ['validate planwright.yaml', 'train planwright.yaml', 'report latest'].map((command) =>
        expect.stringMatching(new RegExp(`^node \\S*main\\.js ${command}$`)),
      ),
      simulated: true,
    });
  });

  it('refuses what is there already in one line, and writes nothing', async () => {
    const cwd = emptyFolder();
    mkdirSync(join(cwd, 'tasks/household'), { recursive: true });
    const { code, stdout, stderr } = await runCli(['init'], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'error: tasks/household: is there already, and nothing was written (give another folder: planwright init NEW-FOLDER; or replace it with --force)\n',
    );
    expect(readdirSync(cwd)).toEqual(['tasks']);
    writeFileSync(join(cwd, 'file'), '');
    const file = await runCli(['init', 'file'], { cwd });
    expect([file.code, file.stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
    expect(file.stderr).toMatch(/^error: file: is a file, not a folder/);
  });
});
