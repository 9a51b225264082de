import { basename, join, resolve } from 'node:path';
import { isRunLocked, parseRecord } from '../runs/index.js';
import { isPlainFile, openRandomAccess, sizeOf } from '../util/files.js';
import type { JsonObject } from '../util/json.js';
import { countOf, listOf, objectOf, textOf } from '../util/json-values.js';
import { startOf } from './describe-run.js';
import { differenceInterval, pairPlays, shareOf, testPairs } from './measure-run.js';
import { isRunFolder, type RunPapers, readPapers } from './read-papers.js';
import type { Effect, HistoryState, Play, RunSummary } from './run-history.js';

/**
 * A run in short, from its small files and the end of its journal: for lists of many runs. Null where the folder holds
 * nothing of a run. Never throws.
 */
export function summarizeRun(folder: string): RunSummary | null {
  if (!isRunFolder(folder)) return null;
  const papers = readPapers(folder);
  const {
    results,
    headline: _headline,
    repeats: _repeats,
    split: _split,
    estimate: _estimate,
    ...summary
  } = papers;
  const ending = lastEnding(folder);
  return {
    ...summary,
    taskTypes: summary.taskTypes.filter((one) => one !== 'all'),
    id: basename(resolve(folder)),
    folder,
    state: stateOf(folder, ending),
    message: ending?.message ?? null,
    startedAt: startOf(folder),
    effect: effectOf(papers),
  };
}

interface Ending {
  readonly outcome: Extract<
    HistoryState,
    'finished' | 'budget-reached' | 'outage' | 'interrupted' | 'failed'
  >;
  readonly message: string | null;
}

const endings: ReadonlySet<unknown> = new Set([
  'finished',
  'budget-reached',
  'outage',
  'interrupted',
  'failed',
]);

/** Bytes at the end of a journal in which its last line stands where that is the end of a run. */
const tailBytes = 16 * 1024;

/** How a run ended, from the last line of its journal; null where that does not say. */
function lastEnding(folder: string): Ending | null {
  const path = join(folder, 'journal.jsonl');
  try {
    if (!isPlainFile(path)) return null;
    const size = sizeOf(path);
    const file = openRandomAccess(path);
    const tail = file.readAt(Math.max(0, size - tailBytes), tailBytes).toString('utf8');
    file.close();
    const line = tail.endsWith('\n') ? (tail.slice(0, -1).split('\n').at(-1) ?? '') : '';
    const fields = parseRecord(line, Number(/^\{"n":(\d+),/.exec(line)?.[1] ?? -1));
    if (typeof fields === 'string' || fields.type !== 'run-end' || !endings.has(fields.outcome)) return null;
    const message = typeof fields.message === 'string' ? textOf(fields.message) : null;
    return { outcome: fields.outcome as Ending['outcome'], message };
  } catch {
    return null;
  }
}

function stateOf(folder: string, ending: Ending | null): HistoryState {
  if (ending !== null) return ending.outcome;
  if (isRunLocked(folder)) return 'running';
  return isPlainFile(join(folder, 'journal.jsonl')) ? 'cut-off' : 'unreadable';
}

/** The effect over all task types, from the results of its instances. */
function effectOf({ kind, results, headline }: RunPapers): Effect | null {
  if (results === null || ['ablation', 'transfer', 'unknown'].includes(kind)) return null;
  if (kind === 'evaluation') return evaluationEffect(results, headline);
  const parts =
    kind === 'certificate'
      ? [objectOf(results.results)].map(({ plan, baseline }) => [baseline, plan] as const)
      : listOf(results.taskTypes).map((one) => {
          const { heldOut, baseline } = objectOf(one);
          return [objectOf(baseline).results, objectOf(heldOut).results] as const;
        });
  const [before, after] = [0, 1].map((side) =>
    parts.flatMap((part, type) => listOf(part[side]).map((value) => playOf(value, type, headline.name))),
  ) as [Play[], Play[]];
  if (after.length === 0) return null;
  const comparison = testPairs(pairPlays(before, after), headline);
  return {
    headline,
    plan: shareOf(after, headline),
    baseline: shareOf(before, headline),
    comparison,
    difference95: differenceInterval(comparison),
  };
}

function playOf(value: unknown, type: number, headline: string): Play {
  const { instanceId, outcome, scores, steps } = objectOf(value);
  const { kind } = objectOf(outcome);
  const known = kind === 'success' || kind === 'failure' || kind === 'truncated' ? kind : 'error';
  const score = objectOf(scores)[headline];
  const byScore = typeof score === 'number' ? score : null;
  const own = headline === 'success' ? Number(known === 'success') : byScore;
  return {
    instanceId: `${type}\n${textOf(instanceId)}`,
    repeat: 0,
    episodeId: '',
    row: -1,
    outcome: known,
    value: known === 'error' ? null : own,
    steps: countOf(steps),
  };
}

/** Of an evaluation, what its results say of all plays. */
function evaluationEffect(results: JsonObject, headline: Effect['headline']): Effect | null {
  const { n, successes, errors, scores, wilson95, rate } = objectOf(results.heldOut);
  if (typeof n !== 'number' || n === 0) return null;
  const score = objectOf(objectOf(scores)[headline.name]);
  const intervalOf = (value: unknown): readonly [number, number] | null => {
    const [low, high] = listOf(value);
    return typeof low === 'number' && typeof high === 'number' ? [low, high] : null;
  };
  const isSuccess = headline.name === 'success';
  const mean = isSuccess ? rate : score.mean;
  const count = isSuccess ? successes : score.successes;
  return {
    headline,
    plan: {
      n: isSuccess ? n : countOf(score.n),
      ...(typeof count === 'number' ? { successes: count } : {}),
      mean: typeof mean === 'number' ? mean : null,
      interval95: intervalOf(isSuccess ? wilson95 : score.interval95),
      errors: countOf(errors),
    },
    baseline: null,
    comparison: null,
    difference95: null,
  };
}
