/** A transfer as an ablation that learns nothing: an experiment for each model, in it an arm for no plan and each plan. */
import { basename, extname } from 'node:path';
import { UsageError } from '../core/errors.js';
import { resolvePlanReference } from '../plans/index.js';
import { plainWords } from '../runs/index.js';
import { loadPrompt } from '../shipping/index.js';
import {
  folderOf,
  type LoadedAblation,
  type LoadedArm,
  type LoadedExperiment,
  wordsOf,
} from './load-ablation.js';
import { loadConfig } from './load-config.js';
import { type Override, usualPrefix } from './parse-override.js';
import { listTransferModels, type NamedModel } from './transfer-models.js';

/** What to carry over, and to where. */
export interface TransferOptions {
  /** Plan files, texts, or references to registered plans. */
  readonly plans: readonly string[];
  /** See `listTransferModels`. */
  readonly models: readonly string[];
  /** File with the settings that all share. */
  readonly config?: string;
  readonly overrides: readonly Override[];
  /** Times that each instance is played, with other seeds each time. */
  readonly repeats: number;
  /** Most instances of a task type: a seeded sample. */
  readonly limit?: number;
  /** Largest difference of rates that does not matter. */
  readonly tolerance: number;
}

/** The arm that follows no plan. */
const noPlan = 'no plan';

/** Loads a transfer. Throws a UsageError that names what is wrong. */
export function loadTransfer(options: TransferOptions): LoadedAblation {
  const { plans, models, config, overrides, repeats, limit, tolerance } = options;
  refuseSettings(overrides, models.length > 0);
  const base = loadConfig(config, overrides).config;
  const named = listTransferModels(models, base);
  const names = named.map(experimentName);
  const files = readPlans(plans);
  return {
    name: 'transfer',
    table: 'success',
    seeds: Array.from({ length: repeats }, (_, repeat) => base.seed + repeat),
    priceAs: null,
    measure: 'last',
    analysis: { unit: 'run', primary: 'paired-t', baseline: noPlan, family: ['arms'], tolerance },
    paper: null,
    experiments: named.map((model, i) => loadModel(options, model, folderOf(names, i), files)),
    transfer: { limit: limit ?? null },
    placeOf: (path) => path.join('.'),
  };
}

/** What the command says itself can not be set as well. */
function refuseSettings(overrides: readonly Override[], hasModels: boolean): void {
  const taken = ['plan', ...(hasModels ? ['model.provider', 'model.profile', 'model.name'] : [])];
  const found = overrides.find(({ path, option }) => option === undefined && taken.includes(path.join('.')));
  if (!found) return;
  const key = found.path.join('.');
  throw new UsageError(
    `${usualPrefix}${key}: ${key === 'plan' ? 'the plans are given as arguments' : '--models says which models play'}`,
    'leave it out',
  );
}

/** A name that an experiment of an ablation file can have: it begins with the provider, so it is that of no setting. */
function experimentName({ name, provider }: NamedModel): string {
  const words = plainWords(name);
  return words.startsWith(`${provider}-`) ? words : plainWords(`${provider} model ${words}`);
}

/** A plan that was read. */
interface PlanFile {
  readonly name: string;
  readonly file: string;
}

function readPlans(given: readonly string[]): readonly PlanFile[] {
  const read = given.map((text) => {
    const file = resolvePlanReference(text);
    const { plan } = loadPrompt(file, { allowEdited: true });
    if (plan.text === '')
      throw new UsageError(`${text}: holds no plan`, 'no plan is what the others are compared with anyhow');
    return { text, file, id: plan.id };
  });
  for (const [i, { text, id }] of read.entries()) {
    const before = read.slice(0, i).find((one) => one.id === id);
    if (before)
      throw new UsageError(
        `${text}: is the same plan as ${before.text} (${id.slice(0, 15)})`,
        'give each plan once',
      );
  }
  const files: PlanFile[] = [];
  for (const [i, { text, file }] of read.entries()) files.push({ name: nameOfPlan(text, i, files), file });
  return files;
}

/** The file's own name where that is clear, else all of what was given, or a number. */
function nameOfPlan(given: string, index: number, others: readonly PlanFile[]): string {
  const taken = [noPlan, ...others.map(({ name }) => name)].map(wordsOf);
  const last = basename(given);
  const short = /[@#]/.test(last) ? last : basename(given, extname(given));
  const free = [short, given].find((name) => wordsOf(name) !== '' && !taken.includes(wordsOf(name)));
  return free ?? `plan ${index + 1} ${short}`.trim();
}

function loadModel(
  { config, overrides }: TransferOptions,
  { name, overrides: own }: NamedModel,
  experiment: string,
  files: readonly PlanFile[],
): LoadedExperiment {
  const beneath = [...overrides, { path: ['name'], value: 'transfer' }, ...own];
  const names = [noPlan, ...files.map((file) => file.name)];
  const arms = [undefined, ...files.map(({ file }) => file)].map((plan, i): LoadedArm => {
    const option = plan === undefined ? 'plan' : `plan ${names[i]}`;
    return {
      name: names[i] ?? '',
      folder: folderOf(names, i),
      train: false,
      planFrom: null,
      paper: null,
      settings: plan === undefined ? {} : { plan },
      ...loadConfig(config, [...beneath, { path: ['plan'], value: plan, option }]),
    };
  });
  return {
    name: experiment,
    title: name,
    shared: loadConfig(config, [...beneath, { path: ['plan'], value: undefined }]),
    arms,
    paperOnly: [],
  };
}
