import { UsageError } from '../core/errors.js';

/** A setting that is well formed but can not be used. Whoever loaded the config knows where it was set. */
export class SettingError extends UsageError {
  /** The setting, for example `model.profile`. */
  readonly key: string;
  /** What is wrong with it, without its name. */
  readonly problem: string;
  constructor(key: string, problem: string, remedy?: string) {
    super(`${key}: ${problem}`, remedy);
    this.key = key;
    this.problem = problem;
  }
}

/** Where a setting was given, in words: `study.yaml:3:1: suite`, `--set suite`, or its name alone. */
export type PlaceOf = (key: string) => string;

/** Does some work for the sake of one setting: a UsageError of it becomes one about that setting. */
export function forSetting<T>(key: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw blameSetting(key, error);
  }
}

/** A UsageError as one about a setting, unless it is one already; anything else as it is. */
export function blameSetting(key: string, error: unknown): unknown {
  const isBare = error instanceof UsageError && !(error instanceof SettingError);
  return isBare ? new SettingError(key, error.message, error.remedy) : error;
}

/** An error about a setting, saying where it was given where that is known; anything else as it is. */
export function locateError(error: unknown, placeOf: PlaceOf = (key) => key): unknown {
  if (!(error instanceof SettingError)) return error;
  return new UsageError(`${placeOf(error.key)}: ${error.problem}`, error.remedy);
}
