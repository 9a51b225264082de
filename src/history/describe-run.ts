/** What is shown of a run that was read. */
import { basename, resolve } from 'node:path';
import { certificateSchema, type PlanCertificate } from '../plans/index.js';
import { createTotals, type IndexedJournal, isRunLocked } from '../runs/index.js';
import type { AblationResults, TransferResults } from '../training/index.js';
import { parseDate } from '../util/clock.js';
import { listOf, objectOf } from '../util/json-values.js';
import { describeCost, describeTrouble } from './describe-spend.js';
import { tableOf } from './episode-columns.js';
import type { ReadEpisode } from './episode-table.js';
import type { createRunFold, FoldedRun } from './fold-run.js';
import { readJudgedScores } from './judged-scores.js';
import {
  describeEffects,
  describeEvaluations,
  differenceInterval,
  type MeasuredRun,
  type PlaysOf,
  pairEvaluations,
  pairPlays,
  playsOf,
  type RefOfId,
  rowsOfEvaluations,
  shareOf,
  testPairs,
} from './measure-run.js';
import { listPeoplesFiles, type RunPapers, readPeoplesFile } from './read-papers.js';
import { isProblem, readRecordAt } from './read-records.js';
import { describeTrainings, readIterationOf, readPlanOf, refOf } from './read-run-parts.js';
import type {
  Effect,
  EffectOfType,
  EvaluationHistory,
  HistoryState,
  JournalState,
  PairedPlans,
  Play,
  RunHistory,
} from './run-history.js';

/** What of a run was read so far. */
export interface OpenRun {
  readonly folder: string;
  readonly papers: RunPapers;
  readonly fold: ReturnType<typeof createRunFold>;
  /** Null where there is no journal that can be read; then `problem` says why. */
  readonly journal: IndexedJournal | null;
  readonly problem: string | null;
}

/** The run as readers see it; `refresh` gives it as it is later. */
export function describeRun(open: OpenRun, refresh: RunHistory['refresh']): RunHistory {
  const { folder, fold, journal, papers } = open;
  const { run } = fold;
  const { results, headline, repeats, problems: _problems, ...summary } = papers;
  const totals = journal?.totals ?? createTotals();
  const measured: MeasuredRun = { run, headline, repeats, judged: readJudgedScores(results, run.cells) };
  const rows = rowsOfEvaluations(run);
  const plays = (index: number) => playsOf(measured, rows[index] ?? []);
  const known = remembering(plays);
  const evaluations = describeEvaluations(measured, rows);
  const trainings = describeTrainings(folder, run, results);
  const pairs = sortByType(run, pairEvaluations(evaluations, trainings, planNumbers(run)));
  const effects = sortByType(run, describeEffects(evaluations, pairs, headline, known));
  const hasCells = summary.kind === 'ablation' || summary.kind === 'transfer';
  const effect = hasCells ? null : poolEffects(headline, effects, evaluations, pairs, known);
  const state = stateOf(folder, journal, run);
  const files = listPeoplesFiles(folder);
  return {
    ...summary,
    id: basename(resolve(folder)),
    folder,
    state,
    message: run.ending?.message ?? null,
    simulated: summary.simulated ?? run.simulated,
    taskTypes: taskTypesOf(papers, run),
    startedAt: startOf(folder),
    effect,
    problems: [...papers.problems, ...problemsOf(open, state), ...disagreements(papers, effect)],
    headline,
    instancesAre: run.instancesAre,
    trainings,
    evaluations,
    effects,
    pairs,
    certificate: certificateOf(papers),
    ablation: ablationOf(papers),
    transfer: transferOf(papers),
    cost: describeCost(totals),
    formalizer: formsOf(run),
    playing: playingOf(run),
    trouble: describeTrouble(run, totals),
    episodes: tableOf(run.episodes, totals),
    journal: describeJournal(journal),
    playsOf: plays,
    comparePlays: ({ evaluations: [before, after] }) => pairPlays(plays(before), plays(after)),
    readEpisode: (id) => readEpisodeOf(folder, run, id),
    readIteration: (training, iteration) => readIterationOf(folder, run, training, iteration, results),
    readPlan: ({ id }, training) => readPlanOf(folder, run, id, training),
    files,
    readFile: (path) => (files.includes(path) ? readPeoplesFile(folder, path) : null),
    refresh,
  };
}

/** How far a run is, by its lock and the end of its journal. */
function stateOf(folder: string, journal: IndexedJournal | null, { ending }: FoldedRun): HistoryState {
  if (ending !== null) return ending.outcome;
  if (isRunLocked(folder)) return 'running';
  return journal === null ? 'unreadable' : 'cut-off';
}

/** When a run began, from a folder named after it; null for other names. */
export function startOf(folder: string): number | null {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z_/.exec(basename(resolve(folder)));
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, milliseconds] = found;
  const time = parseDate(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  return Number.isFinite(time) ? time : null;
}

function taskTypesOf({ taskTypes }: RunPapers, { trainings, cells }: FoldedRun): readonly string[] {
  const begun = [...trainings.map(({ start }) => start), ...cells.values()].map(({ taskType }) => taskType);
  const named = taskTypes.filter((one) => one !== 'all');
  return named.length > 0 ? named : [...new Set(begun)];
}

/** In the order in which the task types began: which of them is measured first is a matter of luck. */
function sortByType<One extends { readonly taskType: string }>(
  { trainings, cells }: FoldedRun,
  ones: readonly One[],
): One[] {
  const types = trainings.map(({ start }) => start.taskType);
  if (cells.size > 0) return [...ones];
  return [...ones].sort((a, b) => types.indexOf(a.taskType) - types.indexOf(b.taskType));
}

/** Numbers of the plans by their ids; a plan that nobody has made is number 0. */
function planNumbers({ trainings }: FoldedRun): RefOfId {
  const marks = trainings.flatMap(({ start, iterations, selected }) => [
    start.plan,
    ...iterations.flatMap(({ end }) => (end === null ? [] : [end.plan])),
    ...(selected === null ? [] : [selected.plan]),
  ]);
  const known = new Map(marks.map((mark) => [mark.id, refOf(mark)]));
  return (id) => known.get(id) ?? refOf({ id, iteration: 0 });
}

/** The effect over all task types; null before anything is measured. */
function poolEffects(
  headline: Effect['headline'],
  byType: readonly EffectOfType[],
  evaluations: readonly EvaluationHistory[],
  pairs: readonly PairedPlans[],
  plays: PlaysOf,
): Effect | null {
  const measured = evaluations.filter(({ phase, played }) => phase === 'held-out' && played > 0);
  const [only] = byType;
  if (only === undefined) return null;
  if (byType.length === 1) {
    const { cell: _cell, taskType: _taskType, complete: _complete, ...own } = only;
    return own;
  }
  const effects = pairs.filter(({ role }) => role === 'effect');
  const plan = shareOf(
    named(
      measured.map(({ index }) => index),
      evaluations,
      plays,
    ),
    headline,
  );
  if (effects.length === 0) return { headline, plan, baseline: null, comparison: null, difference95: null };
  const before = effects.map(({ evaluations: [index] }) => index);
  const compared = effects.flatMap(({ evaluations: [first, second] }) =>
    pairPlays(plays(first), plays(second)),
  );
  const comparison = testPairs(compared, headline);
  return {
    headline,
    plan,
    baseline: shareOf(named(before, evaluations, plays), headline),
    comparison,
    difference95: differenceInterval(comparison),
  };
}

/** The same, worked out once for each. */
function remembering(find: PlaysOf): PlaysOf {
  const known = new Map<number, readonly Play[]>();
  return (index) => {
    const found = known.get(index) ?? find(index);
    known.set(index, found);
    return found;
  };
}

/** The plays of several evaluations; instances of different task types are different ones. */
function named(
  indexes: readonly number[],
  evaluations: readonly EvaluationHistory[],
  plays: PlaysOf,
): Play[] {
  return indexes.flatMap((index) =>
    plays(index).map((play) => ({
      ...play,
      instanceId: `${evaluations[index]?.taskType}\n${play.instanceId}`,
    })),
  );
}

function problemsOf({ problem, journal }: OpenRun, state: HistoryState): string[] {
  if (problem !== null) return [problem];
  const damage = journal?.damage ?? null;
  if (damage === null) return [];
  if (damage.last && state === 'running') return [];
  const where = `journal.jsonl, line ${damage.line}: ${damage.problem}`;
  return [damage.last ? `${where}; everything before it was read.` : `${where}; what follows was not read.`];
}

/** Results and journal say the same, unless one of them was changed. */
function disagreements({ results, kind }: RunPapers, effect: Effect | null): string[] {
  if (kind !== 'training' || effect?.headline.name !== 'success' || results?.outcome !== 'finished')
    return [];
  return (['heldOut', 'baseline'] as const).flatMap((name) => {
    const { n, successes } = objectOf(results[name]);
    const found = name === 'heldOut' ? effect.plan : effect.baseline;
    if (found === null || (found.n === n && found.successes === successes)) return [];
    const said = `${JSON.stringify(successes)} of ${JSON.stringify(n)}`;
    return [`results.json says ${said} where the journal has ${found.successes} of ${found.n}.`];
  });
}

function certificateOf({ results }: RunPapers): PlanCertificate | null {
  const found = certificateSchema.safeParse(results?.certificate);
  return found.success ? found.data : null;
}

function ablationOf({ kind, results }: RunPapers): AblationResults | null {
  if (kind !== 'ablation' || results === null || listOf(results.experiments).length === 0) return null;
  return results as unknown as AblationResults;
}

function transferOf({ kind, results }: RunPapers): TransferResults | null {
  if (kind !== 'transfer' || results === null || listOf(results.comparisons).length === 0) return null;
  return results as unknown as TransferResults;
}

function formsOf({ episodes }: FoldedRun): RunHistory['formalizer'] {
  const [grammar, model, none] = episodes.formalizer();
  return { grammar, model, none };
}

function playingOf({ episodes }: FoldedRun): RunHistory['playing'] {
  const [steps, calls] = episodes.played();
  return { steps, calls };
}

function describeJournal(journal: IndexedJournal | null): JournalState {
  const { bytes = 0, records = 0, damage = null, scanned = 0 } = journal ?? {};
  return { bytes, records, damage: damage?.problem ?? null, scanned };
}

function readEpisodeOf(folder: string, { episodes }: FoldedRun, id: string): ReadEpisode {
  const number = episodes.rowOf(id);
  if (number < 0)
    return { row: null, episode: null, problem: 'There is no episode of this id that has ended.' };
  const row = episodes.row(number);
  const read = readRecordAt(folder, episodes.placeOf(number), 'episode');
  if (isProblem(read)) return { row, episode: null, problem: read.problem };
  if (read.id === id) return { row, episode: read, problem: null };
  return { row, episode: null, problem: 'The journal has another episode at its place.' };
}
