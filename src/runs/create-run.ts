import { basename, join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { type Clock, formatUtc } from '../util/clock.js';
import { describeFileError, makeDirectory, remove, renameToNew, sizeOf, writeWhole } from '../util/files.js';
import type { JsonObject, JsonValue } from '../util/json.js';
import { newIndex } from './index-writer.js';
import { formatRecord, journalFormat } from './journal-record.js';
import { continueJournal, type Durability, type JournalWriter } from './journal-writer.js';
import type { RunRecord } from './run-record.js';

/** What a run folder is made from. */
export interface RunOptions {
  /** Folder that holds the runs; made when missing. */
  readonly runsFolder: string;
  /** Name of the config, for example `quickstart`. */
  readonly configName: string;
  readonly seed: number;
  /** Eight hex digits that tell configs apart. */
  readonly digest8: string;
  readonly clock: Clock;
  /** The resolved config as YAML. */
  readonly config: string;
  /** Versions and digests: of the tool, the suite, the prompts, the plan. */
  readonly manifest: JsonObject;
  /** What `start.md` holds: the prompt of somebody else that the run starts from, as it was then. */
  readonly start?: string;
  /** The run's own name instead of one made from time, config and seed. */
  readonly runId?: string;
  /** Default `flush`. */
  readonly durability?: Durability;
}

/** Which plan of a run a file holds. */
export type PlanName = number | `${number}.rejected` | 'best';

/** An open run folder. Every write is whole or not at all, and throws a UsageError when it fails. */
export interface Run {
  /** Name of the folder. */
  readonly id: string;
  readonly folder: string;
  readonly journal: JournalWriter;
  /**
   * Writes `plans/003.md` for a number of updates, `plans/003.rejected.md` for one that was not kept, or
   * `plans/best.md`; below `plans/<task type>/` where a run learns for several. Gives the path.
   */
  writePlan(name: PlanName, text: string, taskType?: string): string;
  /** Writes a further text, by its path in the folder. Gives the path. */
  writeText(name: string, text: string): string;
  /** Writes `results.json`. Gives the path. */
  writeResults(results: JsonValue): string;
}

/**
 * Makes `runs/<utc>_<config>_s<seed>_<8 hex>/` with `config.yaml`, `manifest.json` and an open journal, all at once or
 * not at all. Two runs never share a folder, and two processes never work on one run. Throws a UsageError when the
 * folder can not be written, leaving nothing behind, or when the given run id is taken or is not a plain name.
 */
export function createRun(options: RunOptions): Run {
  const { runsFolder, durability } = options;
  checkRunId(options.runId);
  const partial = join(runsFolder, `.new-${process.pid}-${options.digest8}`);
  try {
    attempt(runsFolder, () => makeDirectory(partial));
    const write = writerIn(partial);
    write('config.yaml', options.config);
    write('manifest.json', formatResults(options.manifest));
    if (options.start !== undefined) write('start.md', options.start);
    const id = moveToName(options, partial, (name) => {
      write('journal.jsonl', `${formatRecord(0, { format: journalFormat, run: name })}\n`);
    });
    const folder = join(runsFolder, id);
    const path = join(folder, 'journal.jsonl');
    const start = { records: 1, bytes: sizeOf(path) };
    return openRun(
      folder,
      attempt(path, () => continueJournal(path, start, durability, newIndex())),
    );
  } catch (error) {
    removeQuietly(partial);
    throw error;
  }
}

/** What goes wrong while cleaning up says less than what went wrong before. */
function removeQuietly(path: string): void {
  try {
    remove(path);
  } catch {
    // It is not there, or can not be had at all.
  }
}

function checkRunId(runId: string | undefined): void {
  if (runId === undefined || /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(runId)) return;
  throw new UsageError(`run id ${JSON.stringify(runId)}: not a plain name`, 'use letters, digits, - _ and .');
}

/** Opens a run folder again, to go on after the last whole record of its journal. Throws a UsageError as `createRun`. */
export function resumeRun(
  folder: string,
  { scan, indexStart }: Pick<RunRecord, 'scan' | 'indexStart'>,
  durability?: Durability,
): Run {
  const path = join(folder, 'journal.jsonl');
  return openRun(
    folder,
    attempt(path, () => continueJournal(path, scan, durability, indexStart ?? undefined)),
  );
}

function openRun(folder: string, journal: JournalWriter): Run {
  const write = writerIn(folder);
  return {
    id: basename(folder),
    folder,
    journal,
    writePlan: (name, text, taskType) => write(planPath(name, taskType), text),
    writeText: write,
    writeResults: (results) => write('results.json', formatResults(results)),
  };
}

function writerIn(folder: string): (name: string, text: string) => string {
  return (name, text) => {
    const path = join(folder, name);
    attempt(path, () => writeWhole(path, text));
    return path;
  };
}

/** Gives a finished folder its name; `prepare` is told each name before it is tried. Gives the name. */
function moveToName(options: RunOptions, partial: string, prepare: (name: string) => void): string {
  const { runsFolder, runId } = options;
  const claim = (name: string): boolean => {
    prepare(name);
    return attempt(runsFolder, () => renameToNew(partial, join(runsFolder, name)));
  };
  if (runId !== undefined) {
    if (claim(runId)) return runId;
    throw new UsageError(`${join(runsFolder, runId)}: there is a run of that name`, 'choose another run id');
  }
  for (let time = options.clock.now(); ; time++) {
    const name = runName(options, time);
    if (claim(name)) return name;
  }
}

function runName({ configName, seed, digest8 }: RunOptions, time: number): string {
  return `${formatUtc(time)}_${plainWords(configName) || 'run'}_s${seed}_${digest8}`;
}

/** The path of a plan in its run folder. */
export function planPath(plan: PlanName, taskType: string | undefined): string {
  const name = String(plan).replace(/^\d+/, (iteration) => iteration.padStart(3, '0'));
  return taskType === undefined ? `plans/${name}.md` : `plans/${plainWords(taskType) || 'task'}/${name}.md`;
}

/** Lower-case words with hyphens, at most 40 characters: for names of files and folders. May be empty. */
export function plainWords(text: string): string {
  const words = text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, 40).replace(/^-+|-+$/g, '');
}

/** The text of `results.json`. */
export function formatResults(value: JsonValue): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function attempt<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new UsageError(
      `${path}: can not write the run: ${describeFileError(error)}`,
      'choose a runs folder that can be written',
    );
  }
}
