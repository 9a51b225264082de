import { sha256 } from '../../util/hash.js';
import { createRandom } from '../../util/random.js';
import { type AnnotatedEpisode, type AnnotationKey, keyFormat, type SheetRow } from './annotation-key.js';
import type { PlayedQuestion } from './collect-answers.js';
import { formatCell } from './sheet-cells.js';

/** The questions of one run. */
export interface RunAnswers {
  readonly id: string;
  readonly folder: string;
  readonly suiteDigest: string;
  readonly models: readonly string[];
  /** Whether any of the models is a simulated one. */
  readonly simulated: boolean;
  readonly played: readonly PlayedQuestion[];
}

/** How a sheet is made. */
export interface SheetPlan {
  readonly seed: number;
  readonly annotators: number;
  /**
   * Most questions; a seeded sample is drawn where there are more, first from those that all runs played, which alone
   * make pairs. Everything that was played of a question stays together.
   */
  readonly sample?: number;
}

interface Play extends PlayedQuestion {
  readonly run: number;
}

/**
 * The key of a sheet: one row for each distinct answer to a question, in an order that gives nothing away. Texts and
 * seed alone decide rows, order and ids, so that the same answers give the same sheet. It has no rows where no question
 * was answered.
 */
export function drawSheet(
  runs: readonly RunAnswers[],
  { seed, annotators, sample }: SheetPlan,
): AnnotationKey {
  const all = runs.flatMap(({ played }, run) => played.map((one): Play => ({ ...one, run })));
  const wanted = drawQuestions(all, seed, sample);
  const plays = all.filter((play) => wanted.has(questionOf(play)));
  const errors = plays.filter(({ failed }) => failed);
  const unanswered = plays.filter(({ failed, given }) => !failed && given === null);
  const rows = shuffleRows(groupAnswers(plays), seed);
  const sheet = `s${sha256(JSON.stringify([seed, rows.map(textsOf)])).slice(0, 6)}`;
  const digits = Math.max(3, String(rows.length).length);
  return {
    format: keyFormat,
    sheet,
    seed,
    annotators,
    sample: sample ?? null,
    runs: runs.map(({ played: _played, models, ...run }) => ({ ...run, models: [...models] })),
    rows: rows.map((row, i) => ({ id: `${sheet}-${String(i + 1).padStart(digits, '0')}`, ...row })),
    unanswered: unanswered.map(referTo),
    errors: errors.map(referTo),
  };
}

/** Columns that say what is to be marked. */
export const textColumns = ['question', 'right answer', 'given answer'] as const;

/** The sheet as a table, its head first: ids, texts and an empty column for each annotator. */
export function sheetTable({ rows, annotators }: AnnotationKey): string[][] {
  const marks = Array.from({ length: annotators }, (_, i) => `annotator_${i + 1}`);
  return [
    ['id', ...textColumns, ...marks],
    ...rows.map((row) => [row.id, ...textsOf(row).map(formatCell), ...marks.map(() => '')]),
  ];
}

/** The texts of a row, in the order of `textColumns`. */
export function textsOf({ question, expected, given }: Omit<SheetRow, 'id'>): string[] {
  return [question, expected, given];
}

function questionOf({ question, expected }: Play): string {
  return JSON.stringify([question, expected]);
}

function drawQuestions(
  plays: readonly Play[],
  seed: number,
  sample: number | undefined,
): ReadonlySet<string> {
  const runsOf = groupRuns(plays.map((play) => [questionOf(play), play.run]));
  const questions = [...runsOf.keys()].sort();
  if (sample === undefined || sample >= questions.length) return new Set(questions);
  const runs = countRuns(runsOf);
  const random = createRandom('annotation-sample', seed);
  const drawFrom = (isShared: boolean) =>
    random.shuffle(questions.filter((question) => (runsOf.get(question)?.size === runs) === isShared));
  return new Set([...drawFrom(true), ...drawFrom(false)].slice(0, sample));
}

/** Questions of a sheet that all its runs played: with several runs the pairs that each two of them make. */
export function countShared({ runs, rows, unanswered, errors }: AnnotationKey): number {
  const episodes = [...rows.flatMap((row) => row.episodes), ...unanswered, ...errors];
  const runsOf = groupRuns(
    episodes.map(({ run, instanceId }) => [`${runs[run]?.suiteDigest}\n${instanceId}`, run]),
  );
  const all = countRuns(runsOf);
  return [...runsOf.values()].filter(({ size }) => size === all).length;
}

function groupRuns(played: readonly (readonly [question: string, run: number])[]) {
  const runsOf = new Map<string, Set<number>>();
  for (const [question, run] of played) runsOf.set(question, (runsOf.get(question) ?? new Set()).add(run));
  return runsOf;
}

/** Runs that played anything at all. */
function countRuns(runsOf: ReadonlyMap<string, ReadonlySet<number>>): number {
  return new Set([...runsOf.values()].flatMap((runs) => [...runs])).size;
}

function groupAnswers(plays: readonly Play[]): ReadonlyMap<string, Omit<SheetRow, 'id'>> {
  const rows = new Map<string, Omit<SheetRow, 'id'>>();
  for (const play of plays) {
    const { question, expected, given, failed } = play;
    if (failed || given === null) continue;
    const key = JSON.stringify([question, expected, given]);
    const episodes = [...(rows.get(key)?.episodes ?? []), referTo(play)];
    rows.set(key, { question, expected, given, episodes });
  }
  return rows;
}

function shuffleRows(rows: ReadonlyMap<string, Omit<SheetRow, 'id'>>, seed: number): Omit<SheetRow, 'id'>[] {
  const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return createRandom('annotation-order', seed).shuffle(inOrder);
}

function referTo({ run, phase, taskType, planId, instanceId, repeat }: Play): AnnotatedEpisode {
  return { run, phase, taskType, planId, instanceId, repeat };
}
