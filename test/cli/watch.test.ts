import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyFolder, household, runCli, startCli, waitForExit, waitForOutput } from './run-cli.js';

const config = [
  `suite: ${household}`,
  'taskType: heat',
  'train: 4',
  'heldOut: 4',
  'batchSize: 2',
  'iterations: 2',
];

/** A folder in which a run is over. */
async function folderWithRun(): Promise<string> {
  const cwd = emptyFolder();
  cpSync(finished, join(cwd, 'runs'), { recursive: true });
  return cwd;
}

let finished = '';

beforeAll(async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'planwright-watch-'));
  writeFileSync(join(cwd, 'small.yaml'), config.join('\n'));
  const { code } = await runCli(['train', 'small.yaml', '--run-id', 'mine', '--display', 'none'], { cwd });
  expect(code).toBe(0);
  finished = join(cwd, 'runs');
});

afterAll(() => rmSync(dirname(finished), { recursive: true, force: true }));

describe('watch', () => {
  it.each([['mine'], ['runs/mine'], ['latest']])('shows how %s came to its end', async (run) => {
    const { code, stdout, stderr } = await runCli(['watch', run], { cwd: await folderWithRun() });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^train small · autoplan: 2 iterations of 2, every update is kept · /);
    expect(stdout).toContain('heat: from no plan, 2 iterations of 2 games');
    expect(stdout).toMatch(/iteration 1: .*; from reflections on heat-train-/);
    expect(stdout).toMatch(/heat, no plan: . of 4 games won; .* % \[/);
  });

  it('leaves the last screen', async () => {
    const { code, stdout } = await runCli(['watch', 'mine', '--display', 'rich'], {
      cwd: await folderWithRun(),
      env: { NO_COLOR: '1' },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/train small \(watching\) {2}simulated model: a program/);
    expect(stdout).toMatch(/✓ the start › finished/);
    expect(stdout).toMatch(/Held out, plans by games/);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('Run      runs/mine');
  });

  it('gives the events of the journal as JSON', async () => {
    const cwd = await folderWithRun();
    const { stdout } = await runCli(['watch', 'mine', '--display', 'json'], { cwd });
    const journal = readFileSync(join(cwd, 'runs/mine/journal.jsonl'), 'utf8').trimEnd().split('\n').slice(1);
    const bare = (line: string) => {
      const { n: _n, sum: _sum, ...event } = JSON.parse(line) as Record<string, unknown>;
      return event;
    };
    expect(stdout.trimEnd().split('\n').map(bare)).toEqual(journal.map(bare));
  });

  it('says that a replay is one', async () => {
    const { code, stdout } = await runCli(['watch', 'mine', '--speed', '100000', '--display', 'rich'], {
      cwd: await folderWithRun(),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('(replay, 100000 actions a second)');
    expect(stdout).toContain('simulated model');
  });

  it('follows a run that was killed until it is gone on with and ends', async () => {
    const cwd = await folderWithRun();
    const path = join(cwd, 'runs/mine/journal.jsonl');
    const bytes = readFileSync(path);
    rmSync(join(cwd, 'runs/mine/results.json'));
    truncateSync(path, Math.floor(bytes.length / 2));
    const watching = startCli(['watch', 'mine', '--display', 'plain'], { cwd });
    const ended = waitForExit(watching);
    await waitForOutput(watching, 'no process works on it; to go on: planwright resume runs/mine');
    const resumed = await runCli(['resume', 'mine', '--display', 'none'], { cwd });
    expect(resumed.code).toBe(0);
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/gone on with; US\$ 0\.00 were spent before.*heat, no plan: . of 4 games won/s);
  });

  it('ends with Ctrl+C and exit code 0, and leaves everything as it was', async () => {
    const cwd = await folderWithRun();
    const path = join(cwd, 'runs/mine/journal.jsonl');
    truncateSync(path, Math.floor(readFileSync(path).length / 2));
    const before = readFileSync(path);
    const watching = startCli(['watch', 'mine', '--display', 'rich'], { cwd });
    const ended = waitForExit(watching);
    await waitForOutput(watching, 'no process works on it');
    watching.kill('SIGINT');
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toContain('\u001b[?25h\u001b[?1049l');
    expect(readFileSync(path)).toEqual(before);
  });

  it.each([
    ['a run that is not there', 'nothing', /^error: nothing: there is no such run \(.*\)\n$/, () => {}],
    [
      'a folder that is none of a run',
      'foreign',
      /^error: .*foreign.*manifest\.json: does not exist \(.*\)\n$/,
      (cwd: string) => mkdirSync(join(cwd, 'foreign')),
    ],
    [
      'a journal that is damaged before its end',
      'mine',
      /^error: runs\/mine\/journal\.jsonl:3: damaged at byte \d+: .*\n$/,
      (cwd: string) => {
        const path = join(cwd, 'runs/mine/journal.jsonl');
        const lines = readFileSync(path, 'utf8').split('\n');
        writeFileSync(path, lines.with(2, `${lines[2]}x`).join('\n'));
      },
    ],
    [
      'a journal that is none',
      'mine',
      /^error: runs\/mine\/journal\.jsonl:1: is not a journal; .*\n$/,
      (cwd: string) => writeFileSync(join(cwd, 'runs/mine/journal.jsonl'), 'hello\n'),
    ],
    [
      'a journal that is missing',
      'mine',
      /^error: runs\/mine\/journal\.jsonl: does not exist \(.*\)\n$/,
      (cwd: string) => rmSync(join(cwd, 'runs/mine/journal.jsonl')),
    ],
  ])('refuses %s in one line', async (_what, run, message, prepare) => {
    const cwd = await folderWithRun();
    prepare(cwd);
    const { code, stderr } = await runCli(['watch', run, '--display', 'rich'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('shows a run whose config can not be read any more as far as it goes', async () => {
    const cwd = await folderWithRun();
    appendFileSync(join(cwd, 'runs/mine/config.yaml'), '\nfuture: true\n');
    const { code, stdout } = await runCli(['watch', 'mine'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('heat, no plan: ');
  });
});
