import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/core/errors.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { importGame } from '../../../src/environments/alfworld/parse-game.js';
import { verifyTranscripts } from '../../../src/environments/alfworld/verify-transcripts.js';
import { readGzipLines, readSource } from '../../../src/suites/index.js';
import { sharedFile } from '../../shared-data.js';
import { gameText } from './game-file.js';

const gameFile = 'train/pick-Egg/trial_1/game.tw-pddl';

interface RecordedStep {
  action: string | null;
  observation: string;
  admissible_commands: readonly string[];
  won: boolean;
}

/** What a recorder of our own engine would write. */
function record(...actions: readonly string[]): RecordedStep[] {
  const session = createAlfworld({ feedback: 'plain' }).start(importGame(gameText(), gameFile));
  return [null, ...actions].map((action) => {
    const { observation, terminated: won } = action === null ? session.initial : session.step(action);
    return { action, observation, admissible_commands: session.admissibleActions(), won };
  });
}

const line = (steps: unknown) => JSON.stringify({ game_file: gameFile, steps });
const verify = (...lines: readonly string[]) =>
  verifyTranscripts([{ name: 'a.jsonl', lines }], () => gameText());

describe('verifyTranscripts', () => {
  it('counts episodes and records', async () => {
    const lines = [line(record('look', 'dance')), '', line(record('go to cabinet 2'))];
    expect(await verify(...lines)).toEqual({ episodes: 2, steps: 5, mismatches: 0, first: null });
  });

  it('reads lines as they come, from several files', async () => {
    async function* lines() {
      yield line(record('look'));
    }
    const files = ['a', 'b'].map((name) => ({ name, lines: lines() }));
    const verdict = await verifyTranscripts(files, async () => gameText());
    expect(verdict).toMatchObject({ episodes: 2, steps: 4, mismatches: 0 });
  });

  it('tells where the first difference is and counts all', async () => {
    const steps = record('look', 'inventory');
    const changed = steps.map((step, i) =>
      i === 1 ? { ...step, observation: 'You look away.', won: !step.won } : step,
    );
    expect(await verify(line(steps), line(changed))).toEqual({
      episodes: 2,
      steps: 6,
      mismatches: 2,
      first: {
        file: 'a.jsonl',
        episode: 2,
        step: 1,
        field: 'observation',
        expected: 'You look away.',
        actual: 'You are in the middle of a room. Looking quickly around you, you see nothing.',
      },
    });
  });

  it('compares the order of admissible actions', async () => {
    const steps = record().map((step) => ({
      ...step,
      admissible_commands: step.admissible_commands.toReversed(),
    }));
    expect((await verify(line(steps))).first).toMatchObject({ step: 0, field: 'admissible_commands' });
  });

  it.each([
    ['half a line', '{"game_file": "x", "steps": [', /a\.jsonl: line 2: not a recorded episode/],
    ['no steps', JSON.stringify({ game_file: gameFile }), /a\.jsonl: line 2: .*steps/],
    ['a step without text', line([{ action: null }]), /a\.jsonl: line 2: .*steps\.0\.observation/],
    ['an episode without a reset', line([]), /a\.jsonl: line 2: .*steps/],
  ])('refuses %s', async (_, bad, message) => {
    await expect(verify(line(record()), bad)).rejects.toThrow(UsageError);
    await expect(verify(line(record()), bad)).rejects.toThrow(message);
  });
});

const current = 'json_2.1.3_tw-pddl.zip';
const recordings = [
  ['legacy211_expert_random.jsonl.gz', 'classic_2.1.1_12games.zip', 36],
  ['v213_blind.jsonl.gz', current, 60],
  ['v213_busy_train.jsonl.gz', current, 44],
  ['v213_dual.jsonl.gz', current, 21],
  ['v213_expert_valid_seen.jsonl.gz', current, 82],
  ['v213_expert_valid_unseen.jsonl.gz', current, 81],
  ['v213_goal.jsonl.gz', current, 3],
  ['v213_random_invalid_hand.jsonl.gz', current, 100],
] as const;

describe('the recordings of the real engine', () => {
  it.each([current, 'classic_2.1.1_12games.zip'])(
    'of the games in %s are reproduced word for word',
    async (archive) => {
      const games = sharedFile('data', 'alfworld', archive);
      if (games === null) return;
      const ours = recordings.filter(([, from]) => from === archive);
      const files = ours.map(([name]) => ({ name, path: sharedFile('gold', 'alfworld', name) ?? '' }));
      const texts = await readGames(games, await gameFilesOf(files.map(({ path }) => path)));
      const verdict = await verifyTranscripts(
        files.map(({ name, path }) => ({ name, lines: readGzipLines(path) })),
        (gameFile) => texts.get(gameFile) ?? '',
      );
      expect(verdict.first).toBeNull();
      expect(verdict).toMatchObject({
        mismatches: 0,
        episodes: ours.reduce((sum, [, , count]) => sum + count, 0),
      });
    },
  );
});

async function gameFilesOf(paths: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const path of paths) {
    for await (const text of readGzipLines(path)) found.add(JSON.parse(text).game_file);
  }
  return found;
}

async function readGames(archive: string, wanted: ReadonlySet<string>): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const nameOf = (path: string) => path.split('/').slice(-4).join('/');
  for await (const { path, text } of readSource(archive, (name) => wanted.has(nameOf(name))))
    texts.set(nameOf(path), text);
  return texts;
}
