/** Replays episodes recorded from the real engine and compares every word. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { ImmediateSession } from '../../core/environment.js';
import { messageOf, UsageError } from '../../core/errors.js';
import type { TaskInstance } from '../../core/task.js';
import { createRecentCache } from '../../util/recent-cache.js';
import type { TranscriptFile, TranscriptMismatch, TranscriptVerdict } from '../define-environment.js';
import { createAlfworld } from './alfworld.js';
import { importGame } from './parse-game.js';
import type { AlfworldProfile } from './setup.js';

/** The text of a game file, found by its path as transcripts give it: below `json_2.1.1/`. */
export type ReadGame = (gameFile: string) => string | Promise<string>;

const episodeSchema = z.object({
  game_file: z.string(),
  steps: z
    .array(
      z.object({
        action: z.string().nullable(),
        observation: z.string(),
        admissible_commands: z.array(z.string()),
        won: z.boolean(),
      }),
    )
    .min(1),
});
type RecordedEpisode = z.infer<typeof episodeSchema>;
type RecordedStep = RecordedEpisode['steps'][number];
type Difference = Omit<TranscriptMismatch, 'file' | 'episode'>;

/**
 * Replays all episodes of all files with plain feedback and the default rules, each in the texts it was recorded in.
 * Throws a UsageError that names file and line for a line that is no episode.
 */
export async function verifyTranscripts(
  files: Iterable<TranscriptFile>,
  readGame: ReadGame,
): Promise<TranscriptVerdict> {
  const environment = createAlfworld({ feedback: 'plain' });
  const instances = createRecentCache<string, Promise<TaskInstance>>(64);
  const load = (gameFile: string) =>
    instances.get(gameFile, async () => importGame(await readGame(gameFile), gameFile));
  let episodes = 0;
  let steps = 0;
  let mismatches = 0;
  let rephrased = 0;
  let first: TranscriptMismatch | null = null;
  for (const file of files) {
    let line = 0;
    for await (const text of file.lines) {
      line++;
      if (text.trim() === '') continue;
      const recorded = parseEpisode(text, `${file.name}: line ${line}`);
      const stored = await load(recorded.game_file);
      const game = inRecordedTexts(stored, recorded);
      const found = compareEpisode(recorded, environment.start(game));
      episodes++;
      if (game !== stored) rephrased++;
      steps += recorded.steps.length;
      mismatches += found.length;
      if (!first && found[0]) first = { file: file.name, episode: line, ...found[0] };
    }
  }
  const verdict = { episodes, steps, mismatches, first };
  if (rephrased === 0) return verdict;
  return { ...verdict, notes: [`${rephrased} ${rephrasedNote}`] };
}

const rephrasedNote =
  'of the episodes were recorded in the texts of another release than the games given here; ' +
  'the games are the same, so they were replayed in the texts of the recording';

/**
 * The game in the texts of the recording: the classic release and the current data hold the same games in other
 * words. Only the current texts have the action `help`, and they have it always; where a recording has it now and
 * then it is broken, and the game's own texts decide.
 */
function inRecordedTexts(game: TaskInstance, { steps }: RecordedEpisode): TaskInstance {
  const withHelp = steps.filter((step) => step.admissible_commands.includes('help')).length;
  if (withHelp > 0 && withHelp < steps.length) return game;
  const profile: AlfworldProfile = withHelp > 0 ? '2.1.3' : '2.1.1';
  return game.setup.profile === profile ? game : { ...game, setup: { ...game.setup, profile } };
}

function parseEpisode(text: string, place: string): RecordedEpisode {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${place}: not a recorded episode: ${messageOf(error)}`);
  }
  const result = episodeSchema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new UsageError(`${place}: not a recorded episode: ${issue?.path.join('.')}: ${issue?.message}`);
}

function compareEpisode({ steps }: RecordedEpisode, session: ImmediateSession): Difference[] {
  return steps.flatMap((recorded, step) => {
    const turn = step === 0 ? session.initial : session.step(recorded.action ?? '');
    const differences: Difference[] = [];
    const compare = (field: keyof RecordedStep, expected: unknown, actual: unknown) => {
      if (!isDeepStrictEqual(expected, actual)) differences.push({ step, field, expected, actual });
    };
    compare('observation', recorded.observation, turn.observation);
    compare('admissible_commands', recorded.admissible_commands, session.admissibleActions());
    compare('won', recorded.won, turn.terminated);
    return differences;
  });
}
