import type { DemonstrationStep } from '../core/demonstration.js';
import type { Environment } from '../core/environment.js';
import type { TaskInstance } from '../core/task.js';
import type { JsonObject } from '../util/json.js';

/** What a user may change about a world; a world refuses what it does not have. */
export interface EnvironmentSettings {
  /** `augmented`, the default where a world has it, says why an action failed; `plain` is the world's own answer. */
  readonly feedback?: 'augmented' | 'plain';
  /** Named rules with their values, for example `heat: [toaster]`; what is left out stays as it is. */
  readonly rules?: Readonly<Record<string, readonly string[]>>;
  /** Further choices, by names that the world itself has and checks, for example `backend: corpus`. */
  readonly options?: JsonObject;
  /** The instances of the suite that is played, for a world that makes something of all of them together. */
  readonly instances?: readonly TaskInstance[];
}

/** Files of a folder or an archive that an import reads. */
export interface ImportFolder {
  /** The folder or archive, as the user named it. */
  readonly path: string;
  /** Paths of all files in it, with forward slashes. */
  readonly names: readonly string[];
  /** The text of one of them. Throws a UsageError that names it when it can not be had. */
  readText(name: string): Promise<string>;
}

/** What an import is asked for beside its sources; what is left out is the importer's own choice. */
export interface ImportRequest {
  /** Seed of the draw, for importers that split by seed. */
  readonly seed?: number;
  /** Instances per split, for importers that split by seed. */
  readonly sizes?: Partial<SplitSizes>;
}

/** What an import may use. */
export interface ImportTools {
  /** Opens a folder or a zip archive, gives it to `read`, and closes it. */
  withFolder<T>(path: string, read: (folder: ImportFolder) => Promise<T>): Promise<T>;
  /** Says how far the reading is; `total` is absent where it is not known. */
  progress(count: number, total?: number): void;
}

/** What came out of an import. */
export interface ImportedTasks {
  readonly instances: readonly TaskInstance[];
  /** How many were left out, by reason, for example `marked as not solvable`. */
  readonly skipped: Readonly<Record<string, number>>;
  /** How many were taken that have something to know about, by what it is. */
  readonly noted?: Readonly<Record<string, number>>;
  /** What the suite remembers of how it was made, for example the seed. */
  readonly origin?: JsonObject;
}

/** How official data becomes task instances. */
export interface TaskImporter {
  /**
   * Reads whole sources into instances. Throws a UsageError that names source and place for anything malformed, for
   * sources without a usable task, and for a request that it can not meet.
   */
  read(paths: readonly string[], request: ImportRequest, tools: ImportTools): Promise<ImportedTasks>;
}

/** Instances of each task type, by split. */
export type SplitSizes = Readonly<Record<'train' | 'validation' | 'held-out', number>>;

/** How our own games of a world are made. */
export interface GameGenerator {
  /** Name of the generator and of the suites it makes. */
  readonly name: string;
  /** The sizes and the seed of the suite that ships with us. */
  readonly perType: SplitSizes;
  readonly seed: number;
  /** The same seed and sizes give the same instances. */
  generate(seed: number, perType: SplitSizes): readonly TaskInstance[];
}

/** A file of recorded episodes, line by line. */
export interface TranscriptFile {
  /** For messages. */
  readonly name: string;
  readonly lines: Iterable<string> | AsyncIterable<string>;
  /** The text of a file beside it. Throws a UsageError where there is none. */
  readonly readBeside?: (name: string) => Promise<string>;
}

/** The first difference between a recorded episode and ours. */
export interface TranscriptMismatch {
  readonly file: string;
  /** Number of its line in the file, from 1. */
  readonly episode: number;
  /** Number of the step in its episode; 0 is the reset. */
  readonly step: number;
  readonly field: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** What a replay of recorded episodes found. */
export interface TranscriptVerdict {
  readonly episodes: number;
  /** Records compared, resets included. */
  readonly steps: number;
  /** Fields that differ. */
  readonly mismatches: number;
  readonly first: TranscriptMismatch | null;
  /**
   * Records that differ in a way the world declares at its top, counted by its words for it; they are no mismatches.
   * Absent for a world that declares none.
   */
  readonly deviations?: Readonly<Record<string, number>>;
  /** What a reader of the numbers should know, one sentence each. */
  readonly notes?: readonly string[];
}

/** How recorded episodes of the real world are replayed on ours. */
export interface TranscriptReplay {
  /**
   * What two paths of the same game have in common, whatever folders stand before it; absent where all games are one
   * file, which is then what `readGame` gives whatever it is asked for.
   */
  gameKey?(path: string): string;
  /** The rules that episodes may have been recorded under, where there are several. */
  readonly behaviours?: readonly string[];
  /** Throws a UsageError that names file and line for a line that is no episode. */
  verify(
    files: Iterable<TranscriptFile>,
    readGame: (gameFile: string) => Promise<string>,
    behaviour?: string,
  ): Promise<TranscriptVerdict>;
}

/** One step that an expert takes, with what it thinks before it. */
export type ScriptedStep = Omit<DemonstrationStep, 'observation'>;

/** How an expert plays an instance from start to end, written down beforehand. */
export interface ExpertScript {
  /** What it is an example of, in a word or two: among several, those are chosen that differ in it. */
  readonly about: string;
  readonly steps: readonly ScriptedStep[];
  /** The same solution as a program (`Demonstration.program`). */
  readonly program: JsonObject;
}

/** A world as the list of worlds holds it: how to build it, and where its task instances come from. */
export interface EnvironmentDefinition {
  readonly name: string;
  /** One line for lists: what it is, and its source. */
  readonly title: string;
  readonly taskTypes: readonly string[];
  /** Folder under `tasks` with the suite of our own games that ships with us; absent where there is none. */
  readonly shippedSuite?: string;
  /** Throws a UsageError for settings that this world does not have. */
  create(settings?: EnvironmentSettings): Environment;
  /**
   * Whether an instance is all that it takes to play it, with these options: then it can be played on any machine, and
   * again, with the same answers. Yes where this is absent.
   */
  isSelfContained?(options: JsonObject): boolean;
  readonly importer?: TaskImporter;
  readonly generator?: GameGenerator;
  readonly replay?: TranscriptReplay;
  /**
   * How an expert that acts and thinks like someone new to the instance wins it in the world's default settings. Scripts
   * with another `wording`, a whole number from 0, say the same in other words. Null for an instance that makes no good
   * example. Throws a UsageError as `Environment.start` does.
   */
  demonstrate?(instance: TaskInstance, wording: number): ExpertScript | null;
}

/** Declares a world for the list in `index.ts`. */
export function defineEnvironment(definition: EnvironmentDefinition): EnvironmentDefinition {
  return definition;
}
