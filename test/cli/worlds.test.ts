import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createAlfworld } from '../../src/environments/alfworld/alfworld.js';
import { importGame } from '../../src/environments/alfworld/parse-game.js';
import { gameText, grammarText } from '../environments/alfworld/game-file.js';
import { sharedFile } from '../shared-data.js';
import { zipBytes } from '../suites/zip-bytes.js';
import { emptyFolder, household, runCli } from './run-cli.js';

const gameFile = 'train/pick-Egg/trial_1/game.tw-pddl';
const classicGame = gameText({ grammar: grammarText('2.1.1') });

/** An episode as a recorder of the real engine would write it. */
function recordEpisode(text: string, actions: readonly string[]): string {
  const session = createAlfworld({ feedback: 'plain' }).start(importGame(text, gameFile));
  const steps = [null, ...actions].map((action) => {
    const { observation, terminated } = action === null ? session.initial : session.step(action);
    return { action, observation, admissible_commands: session.admissibleActions(), won: terminated };
  });
  return JSON.stringify({ game_file: gameFile, steps });
}

/** A folder with an archive of one game, and transcripts of these lines. */
function writeTranscripts(...lines: readonly string[]): string {
  const folder = emptyFolder();
  const data = gameText();
  writeFileSync(join(folder, 'games.zip'), zipBytes([{ name: `json_2.1.1/${gameFile}`, data }]));
  writeFileSync(join(folder, 'a.jsonl.gz'), gzipSync(lines.map((line) => `${line}\n`).join('')));
  return folder;
}

const verify = (cwd: string, ...more: readonly string[]) =>
  runCli(['worlds', 'verify', 'alfworld', '--transcripts', 'a.jsonl.gz', '--games', 'games.zip', ...more], {
    cwd,
  });

describe('worlds list', () => {
  it('lists the worlds', async () => {
    const { code, stdout } = await runCli(['worlds', 'list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^alfworld +\S+ +35 +pick light clean heat cool two +tasks\/household /m);
    const [first] = JSON.parse((await runCli(['worlds', 'list', '--json'])).stdout);
    expect(first).toMatchObject({ name: 'alfworld', maxSteps: 35, suite: 'tasks/household' });
  });
});

describe('worlds verify', () => {
  const good = recordEpisode(gameText(), ['look', 'go to cabinet 2', 'dance']);

  it('finds no difference in what our own engine has recorded', async () => {
    const cwd = writeTranscripts(good, good);
    const { code, stdout } = await verify(cwd, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      world: 'alfworld',
      episodes: 2,
      steps: 8,
      mismatches: 0,
      first: null,
    });
    expect((await verify(cwd)).stdout).toBe('alfworld: 2 episodes, 8 steps replayed: no difference\n');
  });

  it('finds the first difference, and fails', async () => {
    const cwd = writeTranscripts(good, good.replace('"look"', '"gaze"'), good.replace('go to', 'run to'));
    const { code, stdout } = await verify(cwd, '--json');
    expect(code).toBe(100);
    expect(JSON.parse(stdout)).toMatchObject({
      episodes: 3,
      first: { file: 'a.jsonl.gz', episode: 2, step: 0, field: 'admissible_commands' },
    });
    const read = await verify(cwd);
    expect(read.code).toBe(100);
    expect(read.stdout).toContain('first: a.jsonl.gz, episode 2, step 0, admissible_commands\n');
    expect(read.stdout).toContain('  recorded, not ours: ["gaze"]\n  ours, not recorded: ["look"]\n');
  });

  it('replays recordings of the classic release on games of the current data, and says so', async () => {
    const classic = recordEpisode(classicGame, ['go to cabinet 2', 'help']);
    expect(classic).toContain('You arrive at loc ');
    const { code, stderr } = await verify(writeTranscripts(good, classic));
    expect(code).toBe(0);
    expect(stderr).toMatch(/^1 of the episodes were recorded in the texts of another release/);
  });

  it.each([
    ['a line that is no episode', ['{}'], /^error: a\.jsonl\.gz: line 1: not a recorded episode/],
    ['a line cut short', [good, good.slice(0, 99)], /^error: a\.jsonl\.gz: line 2: not a recorded episode/],
    ['no lines', [], /^error: a\.jsonl\.gz: no episodes to replay/],
    [
      'a game that is not there',
      [good, good.replace('trial_1', 'trial_2')],
      /^error: a\.jsonl\.gz: line 2: its game "train\/pick-Egg\/trial_2\/game\.tw-pddl" is not in games\.zip/,
    ],
  ])('refuses %s', async (_, lines, message) => {
    const { code, stdout, stderr } = await verify(writeTranscripts(...lines));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('refuses half a file, other worlds, and transcripts without games', async () => {
    const cwd = writeTranscripts(good, good);
    writeFileSync(join(cwd, 'half.gz'), gzipSync(good.repeat(9)).subarray(0, 200));
    const run = async (...args: readonly string[]) => {
      const { code, stderr } = await runCli(['worlds', 'verify', ...args], { cwd });
      expect(code).toBe(2);
      return stderr;
    };
    const games = ['--games', 'games.zip'];
    expect(await run('alfworld', '--transcripts', 'half.gz', ...games)).toMatch(
      /^error: half\.gz: unexpected/,
    );
    expect(await run('alfworld', '--transcripts', 'x.gz', ...games)).toMatch(/^error: x\.gz: does not exist/);
    expect(await run('alfworld', '--transcripts', 'a.jsonl.gz')).toMatch(/give .+ with --games/);
    expect(await run('oz', '--transcripts', 'a.jsonl.gz')).toMatch(/no world 'oz' \(known worlds: alfworld/);
    expect(await run('alfworld')).toMatch(/'--transcripts <file...>' not specified/);
  });

  const recorded = sharedFile('gold', 'alfworld', 'legacy211_expert_random.jsonl.gz');
  const games = sharedFile('data', 'alfworld', 'classic_2.1.1_12games.zip');
  it.runIf(recorded && games)('finds a single wrong word in recordings of the real engine', async () => {
    const cwd = emptyFolder();
    const lines = gunzipSync(readFileSync(recorded ?? ''))
      .toString()
      .trimEnd()
      .split('\n');
    const wrong = lines.map((line, i) =>
      i === 6 ? line.replace('You arrive at loc', 'You came to loc') : line,
    );
    writeFileSync(join(cwd, 'wrong.jsonl'), wrong.join('\n'));
    const run = (file: string) =>
      runCli(['worlds', 'verify', 'alfworld', '--transcripts', file, '--games', games ?? '', '--json'], {
        cwd,
      });
    expect(JSON.parse((await run(recorded ?? '')).stdout)).toMatchObject({ episodes: 36, mismatches: 0 });
    const { code, stdout } = await run('wrong.jsonl');
    expect(code).toBe(100);
    expect(JSON.parse(stdout)).toMatchObject({
      mismatches: 1,
      first: {
        file: 'wrong.jsonl',
        episode: 7,
        field: 'observation',
        expected: expect.stringMatching(/^You came to loc/),
        actual: expect.stringMatching(/^You arrive at loc/),
      },
    });
  });
});

describe('worlds verify hotpotqa', () => {
  const page = { resolution: 'page', title: 'Tolm' };
  const games = JSON.stringify([{ _id: 'q', context: [['Tolm', ['Tolm is a town.', ' It is \\u old.']]] }]);
  const episode = JSON.stringify({
    _id: 'q',
    steps: [
      { action: 'lookup[town]', obs: 'No more results.\n', http: [] },
      { action: 'search[Tolm]', error: 'UnicodeDecodeError', http: [page] },
    ],
  });
  const write = () => {
    const cwd = emptyFolder();
    writeFileSync(join(cwd, 'games.json.gz'), gzipSync(games));
    writeFileSync(join(cwd, 'react.jsonl'), `${episode}\n`);
    writeFileSync(join(cwd, 'mine.jsonl'), episode);
    return cwd;
  };
  const run = (cwd: string, file: string, ...more: readonly string[]) =>
    runCli(['worlds', 'verify', 'hotpotqa', '--transcripts', file, ...more], { cwd });

  it('takes the official file as games, and lists declared deviations apart', async () => {
    const cwd = write();
    const { code, stdout } = await run(cwd, 'react.jsonl', '--games', 'games.json.gz', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      world: 'hotpotqa',
      episodes: 1,
      steps: 2,
      mismatches: 0,
      first: null,
      deviations: {
        'text whose backslashes break the decoding is shown as it stands; the original crashes on it': 1,
      },
    });
    const read = await run(cwd, 'mine.jsonl', '--games', 'games.json.gz', '--behaviour', 'react');
    expect(read.stdout).toMatch(/^hotpotqa: 1 episodes, 2 steps replayed: no difference\n/);
    expect(read.stdout).toMatch(/\ndeclared deviation, 1 step: text whose backslashes/);
  });

  it.each([
    ['no games', 'react.jsonl', [], /react\.jsonl: line 1: .*give the folder, archive or file with --games/],
    [
      'a file that does not say',
      'mine.jsonl',
      ['--games', 'games.json.gz'],
      /mine\.jsonl: its name does not say/,
    ],
    [
      'rules there are not',
      'react.jsonl',
      ['--behaviour', 'x'],
      /no behaviour 'x' \(it has: react, autoplan\)/,
    ],
  ] as const)('refuses %s', async (_, file, more, message) => {
    const { code, stderr } = await run(write(), file, ...more);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('refuses rules for a world that has one kind only', async () => {
    const { code, stderr } = await verify(writeTranscripts('{}'), '--behaviour', 'react');
    expect(code).toBe(2);
    expect(stderr).toMatch(/no behaviour 'react' \(leave out --behaviour\)/);
  });
});

describe('worlds bench', () => {
  it('measures our own games unless told otherwise', async () => {
    const run = (...args: readonly string[]) =>
      runCli(['worlds', 'bench', 'alfworld', '--seconds', '0.05', ...args], { cwd: emptyFolder() });
    const { code, stdout } = await run('--json');
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(Object.keys(result).sort()).toEqual([
      'games',
      'resetsPerSecond',
      'steps',
      'stepsPerSecond',
      'world',
    ]);
    expect(result).toMatchObject({ world: 'alfworld', games: 52 });
    expect(result.stepsPerSecond).toBeGreaterThan(0);
    expect((await run('--suite', household)).stdout).toMatch(
      /^alfworld: [\d,]+ steps\/s, [\d,]+ resets\/s\n/,
    );
    const corpus = ['worlds', 'bench', 'hotpotqa', '--seconds', '0.05', '--option', 'backend=corpus'];
    expect((await runCli(corpus)).stdout).toMatch(/^hotpotqa: /);
  });

  it.each([
    [['oz'], /there is no world 'oz'/],
    [['alfworld', '--seconds', '0'], /'--seconds <n>' argument '0' is invalid/],
    [['alfworld', '--option', 'backend=corpus'], /ALFWorld has no option 'backend'/],
    [['hotpotqa', '--option', 'backend=mediawiki'], /needs the option 'userAgent'/],
    [['alfworld', '--suite', 'nowhere'], /nowhere\/suite\.json: does not exist/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await runCli(['worlds', 'bench', ...args]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
