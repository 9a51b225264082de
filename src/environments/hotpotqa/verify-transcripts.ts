/** Replays episodes recorded on the originals and compares every word; scores recorded from the official script, too. */
import { z } from 'zod';
import { UsageError } from '../../core/errors.js';
import type { TranscriptFile, TranscriptMismatch, TranscriptVerdict } from '../define-environment.js';
import { type BehaviourName, behaviours } from './options.js';
import { episodeSchema, type RecordedEpisode } from './recorded-episode.js';
import { check, type PageOf, readInventedPages, readQuestionPages } from './recorded-pages.js';
import { type Deviation, deviations, type ReplayedEpisode, replayEpisode } from './replay-episode.js';
import {
  goldSchema,
  officialRunsSchema,
  predictionsSchema,
  scoredPairSchema,
  verifyPair,
  verifyRun,
} from './verify-scores.js';

/** Name of the file with invented pages, beside the episodes that were played on them. */
const inventedPages = 'special_pages.json';
const recordSchema = z.union([scoredPairSchema, episodeSchema]);

/**
 * Replays all episodes of all files. The behaviour is the one given, or the one that a file's name has in it. Throws
 * a UsageError that names file and line for a line that is no episode.
 */
export async function verifyTranscripts(
  files: Iterable<TranscriptFile>,
  readGames: (name: string) => Promise<string>,
  behaviour?: string,
): Promise<TranscriptVerdict> {
  const counts = { episodes: 0, steps: 0, mismatches: 0 };
  const declared = new Map<Deviation, number>();
  const questionPages = once(async () => readQuestionPages(await readGames(''), 'the games'));
  let first: TranscriptMismatch | null = null;
  for (const file of files) {
    for await (const { episode, replayed } of replayFile(file, questionPages, behaviour)) {
      counts.episodes++;
      counts.steps += replayed.steps;
      counts.mismatches += replayed.differences.length;
      for (const deviation of replayed.deviations) {
        declared.set(deviation, (declared.get(deviation) ?? 0) + 1);
      }
      const [difference] = replayed.differences;
      if (difference !== undefined) first ??= { file: file.name, episode, ...difference };
    }
  }
  const named = [...declared].map(([deviation, count]) => [deviations[deviation], count] as const);
  return { ...counts, first, deviations: Object.fromEntries(named) };
}

type QuestionPages = () => Promise<ReturnType<typeof readQuestionPages>>;
interface Replayed {
  /** Number of its line, from 1. */
  readonly episode: number;
  readonly replayed: ReplayedEpisode;
}

async function* replayFile(
  file: TranscriptFile,
  questionPages: QuestionPages,
  behaviour: string | undefined,
): AsyncGenerator<Replayed> {
  if (/\.json(?:\.gz)?$/.test(file.name)) {
    yield* replayRuns(file);
    return;
  }
  const invented = once(async () => readInventedPages(await readBeside(file, inventedPages), inventedPages));
  let episode = 0;
  for await (const text of file.lines) {
    episode++;
    if (text.trim() === '') continue;
    const place = `${file.name}: line ${episode}`;
    const recorded = check(recordSchema, text, `${place}: not a recorded episode`);
    if ('pred' in recorded) {
      yield { episode, replayed: verifyPair(recorded) };
      continue;
    }
    const name = behaviourFor(file, behaviour);
    const pageOf = await choosePages(recorded, place, questionPages, invented);
    yield { episode, replayed: await replayEpisode(recorded, name, pageOf) };
  }
}

/** Pages are only asked for where the episode opens one. */
async function choosePages(
  { _id: id, steps }: RecordedEpisode,
  place: string,
  questionPages: QuestionPages,
  invented: () => Promise<ReturnType<typeof readInventedPages>>,
): Promise<PageOf> {
  const opens = steps.some(({ http }) =>
    http.some(({ resolution }) => resolution === 'page' || resolution === 'oldid'),
  );
  if (!opens) return (title) => ({ title, blocks: [] });
  return id === undefined ? (await invented())(place) : (await questionPages())(id, place);
}

/** Runs of the official script over whole files, which lie beside it. */
async function* replayRuns(file: TranscriptFile): AsyncGenerator<Replayed> {
  const lines: string[] = [];
  for await (const line of file.lines) lines.push(line);
  const runs = check(officialRunsSchema, lines.join('\n'), `${file.name}: not a list of official scores`);
  const gold = check(goldSchema, await readBeside(file, 'eval_gold.json'), 'eval_gold.json');
  for (const [index, run] of runs.entries()) {
    const name = `eval_pred_${run.name}.json`;
    const predictions = check(predictionsSchema, await readBeside(file, name), name);
    yield { episode: index + 1, replayed: verifyRun(run, predictions, gold) };
  }
}

function behaviourFor({ name }: TranscriptFile, given: string | undefined): BehaviourName {
  const file = name.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  const found = behaviours.find((one) => (given === undefined ? file.includes(one) : one === given));
  if (found !== undefined) return found;
  const choice = `--behaviour ${behaviours.join(' or --behaviour ')}`;
  throw new UsageError(`${name}: its name does not say under which rules it was recorded`, `give ${choice}`);
}

async function readBeside(file: TranscriptFile, name: string): Promise<string> {
  if (file.readBeside !== undefined) return file.readBeside(name);
  throw new UsageError(`${file.name}: needs ${name} beside it`);
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
