/** Which settings each optimizer has, and their defaults. */
import { SettingError } from './setting-error.js';

const shared = ['reflectionTokens', 'planTokens', 'acceptance', 'selection', 'validation'] as const;

/** The settings of each optimizer, beside its name. */
export const optimizerSettings = {
  autoplan: shared,
  ledger: [...shared, 'edits', 'steps'],
} as const;

/** Name of an optimizer. */
export type OptimizerName = keyof typeof optimizerSettings;

/** Defaults of settings that only some optimizers have, or that are not the same for all. */
const ownDefaults = {
  autoplan: {},
  ledger: { acceptance: 'validation-no-worse', edits: 4, steps: 12 },
} as const satisfies Readonly<Record<OptimizerName, object>>;

/** What an optimizer can be told about validation. */
export interface ValidationSettings {
  readonly acceptance?: 'always' | 'validation-no-worse';
  readonly selection?: 'last' | 'best-validation';
  readonly validation?: number;
}

/** Whether plans are measured while they are being learned. */
export function usesValidation({ acceptance, selection }: ValidationSettings): boolean {
  return acceptance === 'validation-no-worse' || selection === 'best-validation';
}

/** Most episodes that are played to measure plans while one is being learned: fewer where an update changes nothing. */
export function mostValidationEpisodes(
  { acceptance, selection, validation = 0 }: ValidationSettings,
  iterations: number,
): number {
  const judged = acceptance === 'validation-no-worse' ? 2 * iterations : 0;
  const chosen = selection === 'best-validation' ? iterations + 1 : 0;
  return (judged + chosen) * validation;
}

/** Most model calls of an optimizer: to reflect on an episode, and for an update. */
export function mostThinkingCalls(
  optimizer: string,
  reflection: 'full' | 'summary',
): { readonly episode: number; readonly update: number } {
  const isLedger = optimizer === 'ledger';
  // Summary, flaws and revision; the ledger also asks about steps, and once more for edits where some are refused.
  return { episode: reflection === 'full' ? (isLedger ? 4 : 3) : 1, update: isLedger ? 2 : 1 };
}

/** Instances of one measurement, unless the config says otherwise. */
export const validationDefault = 8;

/** Whether there is an optimizer of this name. */
export function isOptimizerName(name: string): name is OptimizerName {
  return Object.hasOwn(optimizerSettings, name);
}

/** An optimizer's settings with its own defaults where nothing is given. */
export function completeOptimizer<Settings extends ValidationSettings & { readonly name: string }>(
  given: Settings,
): Settings {
  const complete = { ...(isOptimizerName(given.name) ? ownDefaults[given.name] : {}), ...given };
  return usesValidation(complete) ? { validation: validationDefault, ...complete } : complete;
}

/** The name of the optimizer that a config names. Throws a SettingError for one that is not known, or has no such setting. */
export function checkOptimizerSettings(
  optimizer: ValidationSettings & { readonly name: string },
): OptimizerName {
  const { name } = optimizer;
  if (!isOptimizerName(name)) {
    const known = Object.keys(optimizerSettings).join(', ');
    throw new SettingError('optimizer.name', `there is no "${name}"`, `known: ${known}`);
  }
  const own: readonly string[] = ['name', ...optimizerSettings[name]];
  const foreign = Object.keys(optimizer).find((key) => !own.includes(key));
  if (foreign !== undefined)
    throw new SettingError(
      `optimizer.${foreign}`,
      `the optimizer "${name}" has no such setting`,
      `it has: ${own.join(', ')}`,
    );
  if (optimizer.validation !== undefined && !usesValidation(optimizer))
    throw new SettingError(
      'optimizer.validation',
      'is set, but nothing is measured while learning',
      'set optimizer.acceptance to validation-no-worse or optimizer.selection to best-validation, or leave it out',
    );
  return name;
}
