/** The small files of a run folder, as far as they can be read: what the run was started with, and its results. */
import { join } from 'node:path';
import { messageOf } from '../core/errors.js';
import type { Headline } from '../evaluation/index.js';
import { estimateFile, readEstimate, type SpendEstimate } from '../training/index.js';
import { describeFileError, isFileError, isPlainFile, kindOf, listFiles } from '../util/files.js';
import type { JsonObject } from '../util/json.js';
import { listOf, numberOf, objectOf, textOf } from '../util/json-values.js';
import { readSmallText } from '../util/small-text.js';
import type { HistoryKind, RunSummary } from './run-history.js';

/** What the files of a run folder say of it. */
export interface RunPapers extends PapersSummary {
  readonly headline: Headline;
  readonly split: string | null;
  /** Times that an evaluation plays each instance. */
  readonly repeats: number;
  /** `results.json`; null where it is not there or can not be read. */
  readonly results: JsonObject | null;
  /** What was estimated before the run; null where nothing was. */
  readonly estimate: SpendEstimate | null;
  readonly problems: readonly string[];
}

type PapersSummary = Pick<
  RunSummary,
  | 'kind'
  | 'simulated'
  | 'models'
  | 'taskTypes'
  | 'seed'
  | 'suite'
  | 'environment'
  | 'agent'
  | 'optimizer'
  | 'tool'
>;

/** Most bytes of a manifest, and of results: above it they would fill the memory, and the journal says the same. */
const mostManifest = 4 * 2 ** 20;
const mostResults = 12 * 2 ** 20;
const mostEstimate = 2 ** 16;

/** Reads manifest and results. Never throws. */
export function readPapers(folder: string): RunPapers {
  const problems: string[] = [];
  const read = (name: string, most: number) => readJson(folder, name, most, problems);
  const manifest = read('manifest.json', mostManifest);
  const results = read('results.json', mostResults);
  if (manifest === null && problems.length === 0) problems.push('manifest.json is missing.');
  const estimated = read(estimateFile, mostEstimate);
  const estimate = readEstimate(estimated);
  if (estimated !== null && estimate === null) problems.push(`${estimateFile} does not hold what it should.`);
  const described = armsOf(manifest ?? {});
  const [first = manifest ?? {}] = described;
  const settings = objectOf(first.settings);
  const evaluation = objectOf(manifest?.evaluation);
  return {
    kind: kindOfRun(manifest, results),
    simulated: simulatedOf(described),
    models: [...new Set(described.flatMap((one) => Object.values(objectOf(one.models)).map(textOf)))],
    taskTypes: taskTypesOf(settings, results),
    seed: typeof settings.seed === 'number' ? settings.seed : seedOf(manifest),
    suite: namedOf(first.suite, 'digest', (name, digest) => ({ name, digest })),
    environment: namedOf(first.environment, 'version', (name, version) => ({ name, version })),
    agent: nameOf(settings.agent),
    optimizer: nameOf(settings.optimizer),
    tool: typeof manifest?.tool === 'string' ? textOf(manifest.tool) : null,
    headline: headlineOf(settings, results),
    split: splitOf(settings, results),
    repeats: Math.max(1, Math.round(numberOf(evaluation.repeats))),
    results,
    estimate,
    problems,
  };
}

/** Names of files that are those of a run. */
export const runFiles = ['manifest.json', 'journal.jsonl', 'results.json'] as const;

/** Whether a folder holds anything of a run. Never throws. */
export function isRunFolder(folder: string): boolean {
  try {
    return kindOf(folder) === 'directory' && runFiles.some((name) => kindOf(join(folder, name)) !== null);
  } catch {
    return false;
  }
}

function readJson(folder: string, name: string, most: number, problems: string[]): JsonObject | null {
  const path = join(folder, name);
  const complain = (problem: string) => {
    problems.push(`${name} ${problem}.`);
    return null;
  };
  try {
    if (kindOf(path) === null) return null;
    if (!isPlainFile(path)) return complain('is no file of its own and was not read');
    const value: unknown = JSON.parse(readSmallText(path, most));
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as JsonObject;
    return complain('does not hold what it should');
  } catch (error) {
    if (isFileError(error)) return complain(`can not be read: ${describeFileError(error)}`);
    return complain(error instanceof SyntaxError ? 'is not valid JSON' : messageOf(error));
  }
}

/** What a manifest says, once for each arm of an ablation. */
function armsOf(manifest: JsonObject): readonly JsonObject[] {
  if (manifest.experiments === undefined) return [manifest];
  return Object.values(objectOf(manifest.experiments))
    .flatMap((arms) => Object.values(objectOf(arms)))
    .map(objectOf);
}

const kindsByFormat: ReadonlyMap<unknown, HistoryKind> = new Map([
  ['planwright-results/1', 'training'],
  ['planwright-evaluation/1', 'evaluation'],
  ['planwright-ablation/1', 'ablation'],
  ['planwright-transfer/1', 'transfer'],
  ['planwright-certificate/1', 'certificate'],
]);

function kindOfRun(manifest: JsonObject | null, results: JsonObject | null): HistoryKind {
  const byResults = kindsByFormat.get(results?.format);
  if (byResults !== undefined) return byResults;
  if (manifest === null) return 'unknown';
  if (manifest.certify !== undefined) return 'certificate';
  if (manifest.evaluation !== undefined) return 'evaluation';
  if (manifest.ablation !== undefined) return 'ablation';
  if (manifest.transfer !== undefined) return 'transfer';
  return manifest.settings === undefined ? 'unknown' : 'training';
}

function simulatedOf(described: readonly JsonObject[]): boolean | null {
  if (described.some(({ simulated }) => simulated === true)) return true;
  return described.some(({ simulated }) => simulated === false) ? false : null;
}

function taskTypesOf(settings: JsonObject, results: JsonObject | null): string[] {
  const measured = listOf(results?.taskTypes).map((one) => textOf(objectOf(one).taskType));
  if (measured.length > 0) return [...new Set(measured)];
  const { taskType } = settings;
  return Array.isArray(taskType) ? taskType.map(textOf) : typeof taskType === 'string' ? [taskType] : [];
}

function seedOf(manifest: JsonObject | null): number | null {
  const [first] = listOf(manifest?.seeds);
  return typeof first === 'number' ? first : null;
}

function namedOf<T>(value: unknown, key: string, make: (name: string, other: string) => T): T | null {
  const named = objectOf(value);
  return typeof named.name === 'string' ? make(textOf(named.name), textOf(named[key])) : null;
}

function nameOf(value: unknown): string | null {
  const { name } = objectOf(value);
  return typeof name === 'string' ? textOf(name) : null;
}

function headlineOf(settings: JsonObject, results: JsonObject | null): Headline {
  const [experiment] = listOf(results?.experiments);
  const { name, kind } = objectOf(results?.headline ?? objectOf(experiment).headline);
  if (typeof name === 'string') return { name: textOf(name), kind: kind === 'graded' ? 'graded' : 'binary' };
  const wanted = textOf(settings.headline) || 'success';
  return { name: wanted, kind: wanted === 'success' || wanted === 'judge' ? 'binary' : 'graded' };
}

function splitOf(settings: JsonObject, results: JsonObject | null): string | null {
  const [experiment] = listOf(results?.experiments);
  const said = results?.heldOutSplit ?? results?.split ?? objectOf(experiment).heldOutSplit;
  if (typeof said === 'string') return textOf(said);
  return typeof settings.heldOut === 'string' ? textOf(settings.heldOut) : null;
}

/** Further files for people: paths in the folder, in code-unit order; links are not followed. Never throws. */
export function listPeoplesFiles(folder: string): readonly string[] {
  try {
    return listFiles(folder)
      .filter((path) => /\.(?:md|svg|csv|tex|json|yaml)$/.test(path) && !path.startsWith('.'))
      .slice(0, 2_000);
  } catch {
    return [];
  }
}

/** Most bytes of a file that is shown. */
const mostShown = 2 * 2 ** 20;

/** The text of a file that `listPeoplesFiles` has named; null where it can not be read. */
export function readPeoplesFile(folder: string, path: string): string | null {
  try {
    const whole = join(folder, path);
    return isPlainFile(whole) ? readSmallText(whole, mostShown) : null;
  } catch {
    return null;
  }
}
