/** A run in a folder of its own: the folder, its journal, how it ends, and what is left of it. */
import { BudgetError, messageOf, OutageError, UsageError } from '../core/errors.js';
import type { RunEvent } from '../core/event.js';
import { countReasons, type Failures, reasonsOf } from '../evaluation/index.js';
import { createRun, type Durability, lockRun, type Run, resumeRun } from '../runs/index.js';
import type { PlaySummary } from '../training/index.js';
import { systemClock } from '../util/clock.js';
import { remove } from '../util/files.js';
import type { JsonObject, JsonValue } from '../util/json.js';
import type { MaybePromise } from '../util/maybe-promise.js';
import { compareManifests, describeChange, refuseChanges } from './compare-manifests.js';
import { describeManifest, formatConfig, startFile } from './describe-run.js';
import type { PreparedRun, ResumedRun } from './prepare-run.js';
import { readManifest } from './read-manifest.js';
import { rememberMissing } from './runs-folder.js';
import { locateError } from './setting-error.js';

/** How a run ended, and why where it ended early. */
export type RunEnding = Omit<Extract<RunEvent, { type: 'run-end' }>, 'type'>;

/** Where a run takes place, and who hears of it. */
export interface RunFrame
  extends Pick<
    PreparedRun,
    'record' | 'listen' | 'keepBy' | 'signal' | 'placeOf' | 'resume' | 'onFolder' | 'executor'
  > {
  readonly runsFolder: string;
  /** Makes the run's folder. */
  readonly open: () => Run;
  /** Ends what was started for the run. */
  readonly close: () => void;
}

/** What is done in the folder. */
export interface RunWork {
  /** Rejects with what must stop the run; a bad rollout is data. */
  readonly work: (run: Run) => Promise<void>;
  /** `results.json` from what was finished: the same for equal settings, with no time and no path in it. */
  readonly results: (ending: RunEnding, playing: PlaySummary) => JsonValue;
  /** Writes what else there is, once it is known how the run ended. */
  readonly finish?: (run: Run, ending: RunEnding) => MaybePromise<void>;
  /** Where that lies which a failed run leaves, in words; null while there is nothing worth keeping. */
  readonly left: (run: Run) => string | null;
}

/** A run that came to its end. */
export interface EndedRun extends RunEnding {
  readonly folder: string;
  /** Share of all episodes that ended in an error. */
  readonly errorShare: number;
  /** Why. */
  readonly failures: Failures;
  /** What playing took. */
  readonly playing: PlaySummary;
}

/**
 * Works and writes. A reached budget and an interrupt are outcomes. Rejects with a UsageError when it can not go on;
 * the folder is then taken away, unless it holds something worth keeping.
 */
export async function runInFolder(frame: RunFrame, task: RunWork): Promise<EndedRun> {
  const removeNewFolders = rememberMissing(frame.runsFolder);
  const run = frame.open();
  const lock = frame.resume === undefined ? lockRun(run.folder) : null;
  const tally = keepTally(frame, run);
  frame.onFolder?.(run.folder);
  try {
    await frame.executor.open(run);
    const ending = await endOf(() => task.work(run), frame);
    await frame.executor.close();
    const playing = { steps: tally.steps, calls: tally.calls };
    run.writeResults(task.results(ending, playing));
    await task.finish?.(run, ending);
    frame.record({ type: 'run-end', ...ending });
    run.journal.close();
    const errorShare = tally.episodes === 0 ? 0 : tally.errors / tally.episodes;
    const failures = { episodes: countReasons(tally.reasons), judging: [] };
    return { folder: run.folder, ...ending, errorShare, failures, playing };
  } catch (error) {
    closeAfter(error, frame, run);
    const left = task.left(run);
    if (error instanceof UsageError && left === null && frame.resume === undefined) {
      remove(run.folder);
      removeNewFolders();
    }
    throw sayWhatIsLeft(locateError(error, frame.placeOf), left);
  } finally {
    await frame.executor.close();
    frame.close();
    lock?.release();
  }
}

/** A wrong setting or a lost server after some work was done: the remedy names where it lies. */
function sayWhatIsLeft(error: unknown, left: string | null): unknown {
  if (!(error instanceof UsageError) || left === null) return error;
  return new UsageError(error.message, error.remedy === undefined ? left : `${error.remedy}; ${left}`);
}

/** The folder of a prepared run. */
export function frameRun(prepared: PreparedRun): RunFrame {
  const { config, digest8, tasks, models, method, runId, further, aside, resume } = prepared;
  const start = startFile(config);
  const about: RunPapers = {
    config: formatConfig(config, models, start),
    manifest: { ...describeManifest(config, tasks, models, method.prompts), ...further, ...aside },
  };
  return {
    ...prepared,
    runsFolder: config.runs,
    open: () =>
      resume === undefined
        ? createRun({
            runsFolder: config.runs,
            configName: config.name,
            seed: config.seed,
            digest8,
            clock: systemClock,
            ...about,
            ...(start === undefined ? {} : { start }),
            durability: config.durability,
            ...(runId === undefined ? {} : { runId }),
          })
        : goOn(prepared, resume, about, config.durability),
  };
}

/** What a run folder says about what the run was started with. */
export interface RunPapers {
  /** The config as YAML. */
  readonly config: string;
  readonly manifest: JsonObject;
}

/** Opens the folder of a run that is resumed, or what stands for it in a replay. Throws a UsageError where what it was started with has changed. */
export function goOn(
  { record }: Pick<RunFrame, 'record'>,
  { folder, record: recorded, allowChanged, replay }: ResumedRun,
  { config, manifest }: RunPapers,
  durability: Durability,
): Run {
  const now = JSON.parse(JSON.stringify(manifest)) as JsonObject;
  const changes = compareManifests(readManifest(folder), now);
  if (!allowChanged) refuseChanges(folder, changes);
  if (replay !== undefined) return replay;
  const run = resumeRun(folder, recorded, durability);
  const words = changes.length > 0 ? { changes: changes.map(describeChange) } : {};
  const event: RunEvent = { type: 'run-resume', spend: recorded.paid, ...words };
  run.journal.append(event);
  record(event);
  if (changes.length > 0) {
    run.writeText('config.yaml', config);
    run.writeText('manifest.json', `${JSON.stringify(now, null, 2)}\n`);
  }
  return run;
}

/** Keeps what happens in the journal, once, and counts what decides how the run ends. */
function keepTally({ listen, keepBy, resume }: RunFrame, { journal }: Run) {
  const tally = { episodes: 0, errors: 0, reasons: [] as string[], steps: 0, calls: 0 };
  keepBy(journal.committed);
  listen((event) => {
    if (resume?.record.has(event) !== true) journal.append(event);
    if (event.type !== 'episode-end') return;
    const { outcome, steps, spend } = event.episode;
    tally.episodes++;
    tally.steps += steps.length;
    tally.calls += spend.usage.calls;
    const reasons = reasonsOf(outcome);
    tally.errors += reasons.length;
    tally.reasons.push(...reasons);
  });
  return tally;
}

/** How the work ended; only what is nobody's expected end is thrown. */
async function endOf(work: () => Promise<void>, { signal }: RunFrame): Promise<RunEnding> {
  try {
    await work();
    return { outcome: 'finished' };
  } catch (error) {
    if (error instanceof BudgetError) return { outcome: 'budget-reached', message: error.message };
    if (error instanceof OutageError) return { outcome: 'outage', message: error.message };
    if (signal?.aborted) return { outcome: 'interrupted', message: 'interrupted' };
    throw error;
  }
}

function closeAfter(error: unknown, { record }: RunFrame, run: Run): void {
  record({ type: 'run-end', outcome: 'failed', message: messageOf(error) });
  try {
    run.journal.close();
  } catch {
    // A journal that can not be written is what failed, or follows from it: the first error says more.
  }
}
