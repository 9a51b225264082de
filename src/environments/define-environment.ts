import type { Environment } from '../core/environment.js';
import type { TaskInstance } from '../core/task.js';

/** What a user may change about a world; a world refuses what it does not have. */
export interface EnvironmentSettings {
  /** `augmented`, the default where a world has it, says why an action failed; `plain` is the world's own answer. */
  readonly feedback?: 'augmented' | 'plain';
  /** Named rules with their values, for example `heat: [toaster]`; what is left out stays as it is. */
  readonly rules?: Readonly<Record<string, readonly string[]>>;
}

/** A game that an import leaves out, and why, for example `marked as not solvable`. */
export interface SkippedGame {
  readonly skipped: string;
}

/** How official games become task instances. */
export interface GameImporter {
  /** The layout it takes, in words for messages. */
  readonly layout: string;
  /** Whether a file, by its path in the folder or archive, is a game. */
  accepts(path: string): boolean;
  /** One game as an instance. Throws a UsageError naming `path` for a game that is malformed. */
  read(text: string, path: string): TaskInstance | SkippedGame;
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
  /** What a reader of the numbers should know, one sentence each. */
  readonly notes?: readonly string[];
}

/** How recorded episodes of the real world are replayed on ours. */
export interface TranscriptReplay {
  /** What two paths of the same game have in common, whatever folders stand before it. */
  gameKey(path: string): string;
  /** Throws a UsageError that names file and line for a line that is no episode. */
  verify(
    files: Iterable<TranscriptFile>,
    readGame: (gameFile: string) => Promise<string>,
  ): Promise<TranscriptVerdict>;
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
  readonly importer?: GameImporter;
  readonly generator?: GameGenerator;
  readonly replay?: TranscriptReplay;
}

/** Declares a world for the list in `index.ts`. */
export function defineEnvironment(definition: EnvironmentDefinition): EnvironmentDefinition {
  return definition;
}
