/** Reads the results of runs to compare them: of trainings, evaluations and arms of ablations. */
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../core/errors.js';
import { type Headline, scoreOf, successHeadline } from '../evaluation/index.js';
import { findRun, latestRun, plainWords } from '../runs/index.js';
import type { ComparedSide, InstanceValues } from '../training/index.js';
import { describeFileError, kindOf, listDirectory, readText } from '../util/files.js';
import { canonicalJson } from '../util/json.js';
import {
  type AblationResultsFile,
  type EvaluationFile,
  resultsSchema,
  type TrainingFile,
} from './results-schema.js';

/**
 * Reads one side: run folders or `results.json` files, in which `*` stands for anything in the last part of a path, and `latest` for the newest run.
 * After `#` stands a part: `baseline` for the plan that a training started from, `ARM` or `EXPERIMENT/ARM` for an arm of
 * an ablation. Throws a UsageError that names what can not be read, or what does not fit together.
 */
export function readComparedSide(given: readonly string[]): ComparedSide {
  const [first, ...others] = given.flatMap(expandPattern).map(readOne);
  if (first === undefined) throw new UsageError('no run is given', 'give two run folders');
  for (const other of others) checkComparable(first, other);
  const sides = [first, ...others];
  return {
    ...first,
    name: given.join(' '),
    runs: sides.flatMap(({ runs }) => runs),
    models: [...new Set(sides.flatMap(({ models }) => models))],
    simulated: sides.some(({ simulated }) => simulated),
    unfinished: sides.flatMap(({ unfinished }) => unfinished),
  };
}

/** Refuses two sides that were not played on the same suite in the same world, or are scored by different headlines. */
export function checkComparable(a: ComparedSide, b: ComparedSide): void {
  const refuse = (what: string, of: (side: ComparedSide) => string, remedy: string) => {
    if (of(a) === of(b)) return;
    throw new UsageError(`the ${what} differ: ${a.name} has ${of(a)}, ${b.name} has ${of(b)}`, remedy);
  };
  const sameInstances = 'only what was played on the same instances can be compared';
  refuse('suites', ({ suite: { name, digest } }) => `${name} (${digest.slice(0, 15)})`, sameInstances);
  refuse('worlds', ({ environment }) => environment, sameInstances);
  refuse('headlines', ({ headline: { name, kind } }) => `${name} (${kind})`, 'measure both by the same one');
}

/** The paths that a pattern stands for: itself, unless a `*` is in its last part. */
function expandPattern(given: string): string[] {
  const { path, part } = splitPart(given);
  if (path === latestRun) return [`${findRun()}${part === null ? '' : `#${part}`}`];
  const last = basename(path);
  if (!last.includes('*') || kindOf(path) !== null) return [given];
  const words = last.split('*').map((word) => word.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  const pattern = new RegExp(`^${words.join('.*')}$`);
  const folder = dirname(path);
  const names = kindOf(folder) === 'directory' ? listDirectory(folder) : [];
  const found = names.filter((name) => pattern.test(name));
  if (found.length === 0) throw new UsageError(`${path}: there is no such run`, 'give run folders');
  return found.map((name) => `${join(folder, name)}${part === null ? '' : `#${part}`}`);
}

function splitPart(given: string): { readonly path: string; readonly part: string | null } {
  const at = given.lastIndexOf('#');
  // A folder may have a # in its name.
  if (at < 0 || kindOf(given) !== null) return { path: given, part: null };
  return { path: given.slice(0, at), part: given.slice(at + 1) };
}

function readOne(given: string): ComparedSide {
  const { path, part } = splitPart(given);
  const file = kindOf(path) === 'directory' ? join(path, 'results.json') : path;
  const results = readResults(file);
  switch (results.format) {
    case 'planwright-results/1':
      return readTraining(given, part, results);
    case 'planwright-evaluation/1':
      if (part !== null) throw new UsageError(`${given}: an evaluation has no parts`, `give ${path}`);
      return readEvaluation(given, results);
    case 'planwright-ablation/1':
      return readArm(given, path, part, results);
  }
}

function readResults(file: string) {
  const remedy = 'give the folder of a run that came to its end, or its results.json';
  let value: unknown;
  try {
    value = JSON.parse(readText(file));
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not JSON' : describeFileError(error);
    throw new UsageError(`${file}: ${problem}`, remedy);
  }
  const parsed = resultsSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new UsageError(`${file}: is not what a run writes${at}`, remedy);
}

type AnyWorld = TrainingFile['environment'];

function describeWorld({ name, version, ...settings }: AnyWorld) {
  return { environment: `${name}@${version}`, world: canonicalJson(settings) };
}

function readTraining(given: string, part: string | null, results: TrainingFile): ComparedSide {
  const { seed, suite, headline, heldOutSplit, models, simulated, taskTypes, instancesAre, outcome } =
    results;
  if (part !== null && part !== 'baseline')
    throw new UsageError(`${given}: a training has no "${part}"`, 'after # it has: baseline');
  const instances = taskTypes
    .flatMap(({ heldOut, baseline }) => (part === null ? heldOut : baseline).results)
    .map((result) => valuesOf(result, headline));
  return {
    name: given,
    runs: [{ name: given, seed, instances }],
    suite,
    ...describeWorld(results.environment),
    split: heldOutSplit,
    headline,
    instancesAre,
    models: [...new Set(Object.values(models))],
    simulated,
    unfinished: endingOf(given, outcome),
  };
}

function readEvaluation(given: string, results: EvaluationFile): ComparedSide {
  const { seed, suite, headline, split, models, simulated, instancesAre, outcome } = results;
  return {
    name: given,
    runs: [{ name: given, seed, instances: results.results.map((one) => repeatsOf(one, headline)) }],
    suite,
    ...describeWorld(results.environment),
    split,
    headline,
    instancesAre,
    models,
    simulated,
    unfinished: endingOf(given, outcome),
  };
}

function readArm(
  given: string,
  path: string,
  part: string | null,
  { experiments, outcome }: AblationResultsFile,
): ComparedSide {
  const known = experiments.flatMap((experiment) => experiment.arms.map((arm) => ({ experiment, arm })));
  const namesOf = ({ experiment, arm }: (typeof known)[number]) =>
    [arm.name, plainWords(arm.name)].flatMap((name) => [name, `${experiment.name}/${name}`]);
  const found = known.filter((one) => part !== null && namesOf(one).includes(part));
  const [only] = found;
  if (only === undefined || found.length > 1) {
    const parts = known.map(({ experiment, arm }) => `${experiment.name}/${plainWords(arm.name)}`).join(', ');
    const problem = part === null ? 'is an ablation of several arms' : `"${part}" is not one arm of it`;
    throw new UsageError(`${given}: ${problem}`, `name one after #, as in ${path}#${parts}`);
  }
  const { experiment, arm } = only;
  const missing = arm.cells.flatMap((cell) => (cell.state === 'measured' ? [] : [cell.seed]));
  const seeds = [...new Set(arm.cells.map(({ seed }) => seed))];
  return {
    name: given,
    runs: seeds
      .filter((seed) => !missing.includes(seed))
      .map((seed) => ({
        name: `${given}, seed ${seed}`,
        seed,
        instances: cellValues(arm.cells, seed, experiment),
      })),
    suite: experiment.suite,
    ...describeWorld(experiment.environment),
    world: null,
    split: experiment.heldOutSplit,
    headline: experiment.headline,
    instancesAre: experiment.instancesAre,
    models: experiment.models,
    simulated: experiment.simulated,
    unfinished: [
      ...endingOf(given, outcome),
      ...[...new Set(missing)].map((seed) => `${given}, seed ${seed}: not measured`),
    ],
  };
}

type Arm = AblationResultsFile['experiments'][number]['arms'][number];

function cellValues(
  cells: Arm['cells'],
  seed: number,
  { headline }: { readonly headline: Headline },
): InstanceValues[] {
  return cells.flatMap((cell) =>
    cell.seed === seed && cell.state === 'measured'
      ? cell.heldOut.results.map((result) => valuesOf(result, headline))
      : [],
  );
}

type SingleResult = TrainingFile['taskTypes'][number]['heldOut']['results'][number];

function valuesOf(result: SingleResult, headline: Headline): InstanceValues {
  const { instanceId, taskType } = result;
  const value = scoreOf(result, headline);
  return { instanceId, taskType, values: value === null ? [] : [value], errors: value === null ? 1 : 0 };
}

/** An instance that was played several times. */
function repeatsOf(
  { instanceId, taskType, outcomes, scores = [] }: EvaluationFile['results'][number],
  headline: Headline,
): InstanceValues {
  const played = outcomes.filter((outcome) => outcome !== 'error');
  const values =
    headline.name === successHeadline.name
      ? played.map((outcome) => (outcome === 'success' ? 1 : 0))
      : scores.flatMap((one) => one[headline.name] ?? []);
  return { instanceId, taskType, values, errors: outcomes.length - values.length };
}

function endingOf(name: string, outcome: string): string[] {
  return outcome === 'finished' ? [] : [`${name} did not finish: ${outcome}`];
}
