/** Reads an ablation file: every arm becomes a config, its settings laid over its experiment's, those over a file's. */
import { dirname, resolve } from 'node:path';
import { UsageError } from '../core/errors.js';
import { plainWords } from '../runs/index.js';
import type { AnalysisPlan, PaperNumbers, PaperSource } from '../training/index.js';
import { expandGrid } from './ablation-grid.js';
import { overlaps, overridesOf, routeOverrides } from './ablation-overrides.js';
import {
  type AblationFile,
  type ArmFile,
  ablationSchema,
  type ablationTables,
  type ExperimentFile,
} from './ablation-schema.js';
import { complain } from './complain.js';
import { fromHere } from './from-here.js';
import { type LoadedConfig, loadConfig, nameOfFile, rebase } from './load-config.js';
import { applyOverride, type Override, usualPrefix } from './parse-override.js';
import { type ReadTree, readTree } from './read-tree.js';
import { configSchema } from './schema.js';
import type { Tree } from './tree.js';

/** A method to be measured. */
export interface LoadedArm extends LoadedConfig {
  readonly name: string;
  /** Name of its folder. */
  readonly folder: string;
  readonly train: boolean;
  /** The arm whose learned plans it follows. */
  readonly planFrom: string | null;
  readonly paper: PaperNumbers | null;
  /** What the file sets for this arm alone; paths from the working folder. */
  readonly settings: Tree;
}

/** Methods, and what all of them are measured on. */
export interface LoadedExperiment {
  readonly name: string;
  readonly title: string;
  /** Settings that its arms share. */
  readonly shared: LoadedConfig;
  /** In the order of the file. */
  readonly arms: readonly LoadedArm[];
  readonly paperOnly: readonly { readonly name: string; readonly paper: PaperNumbers }[];
}

/** An ablation, every part of it checked. */
export interface LoadedAblation {
  readonly name: string;
  readonly table: (typeof ablationTables)[number];
  readonly seeds: readonly number[];
  readonly priceAs: string | null;
  /** Whether plans are measured after each iteration, or only the last one. */
  readonly measure: 'last' | 'each-iteration';
  readonly analysis: AnalysisPlan;
  readonly paper: PaperSource | null;
  readonly experiments: readonly LoadedExperiment[];
  /** Present in a transfer: nothing is learned, and all seeds play the same instances, `limit` of a task type at most. */
  readonly transfer?: { readonly limit: number | null };
  /** Where something of the file stands, in words. */
  readonly placeOf: (path: readonly (string | number)[]) => string;
}

type PlaceIn = LoadedAblation['placeOf'];

/**
 * Loads an ablation. Paths in the file are relative to the file, paths in overrides to the working folder. `only`
 * keeps some of its experiments. Throws a UsageError naming file, line and column, or the `--set` that is wrong.
 */
export function loadAblation(
  file: string,
  overrides: readonly Override[] = [],
  only: readonly string[] = [],
): LoadedAblation {
  const source = readTree(file);
  const names = Object.keys((source.tree.experiments ?? {}) as object);
  const routed = routeOverrides(overrides, names);
  for (const override of routed.ablation) applyOverride(source.tree, override);
  const placeOf = createPlaceOf(source, routed.ablation);
  const parsed = ablationSchema.safeParse(source.tree);
  if (!parsed.success)
    throw complain(parsed.error, source.tree, ablationSchema, (path) => placeOf(path as string[]));
  const ablation = parsed.data;
  checkNames(ablation, placeOf);
  const layers = {
    file,
    placeOf,
    locate: source.locate,
    beneath: readSettings(file, ablation.set, ['set'], source.locate),
    above: routed.all,
  };
  return {
    name: ablation.name ?? nameOfFile(file),
    table: ablation.table,
    seeds: listSeeds(ablation, placeOf),
    priceAs: ablation.priceAs ?? null,
    measure: ablation.measure,
    analysis: ablation.analysis,
    paper: ablation.paper ?? null,
    experiments: chosen(names, only).map((name) =>
      loadExperiment(
        layers,
        name,
        ablation.experiments[name] as ExperimentFile,
        routed.experiments.get(name) ?? [],
      ),
    ),
    placeOf,
  };
}

function createPlaceOf({ locate }: ReadTree, overrides: readonly Override[]): PlaceIn {
  return (path) => {
    const shown = path.map((part) => (typeof part === 'number' ? part + 1 : part)).join('.');
    const set = overrides.some((override) => override.path[0] === path[0]);
    return set ? `--set ${shown}` : `${locate(path)}: ${shown}`;
  };
}

function checkNames({ experiments }: AblationFile, placeOf: PlaceIn): void {
  const names = Object.keys(experiments);
  if (names.length === 0)
    throw new UsageError(`${placeOf(['experiments'])}: there is none`, 'name one, with its arms');
  const known = new Set([...Object.keys(configSchema.shape), ...Object.keys(ablationSchema.shape)]);
  const taken = names.find((name) => known.has(name));
  if (taken !== undefined)
    throw new UsageError(
      `${placeOf(['experiments', taken])}: is the name of a setting as well`,
      'choose another name for the experiment',
    );
}

function listSeeds({ seeds }: AblationFile, placeOf: PlaceIn): readonly number[] {
  if (typeof seeds === 'number') return Array.from({ length: seeds }, (_, seed) => seed);
  const twice = seeds.find((seed, i) => seeds.indexOf(seed) !== i);
  if (twice === undefined) return seeds;
  throw new UsageError(`${placeOf(['seeds'])}: ${twice} stands there twice`, 'give each seed once');
}

function chosen(names: readonly string[], only: readonly string[]): readonly string[] {
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--only ${unknown}: there is no such experiment`, `known: ${names.join(', ')}`);
  return only.length === 0 ? names : names.filter((name) => only.includes(name));
}

/** What lies beneath and above the settings of an experiment. */
interface Layers extends Pick<ReadTree, 'locate'> {
  readonly file: string;
  readonly placeOf: PlaceIn;
  /** Settings of the file for all experiments. */
  readonly beneath: readonly Override[];
  /** `--set` values for all experiments. */
  readonly above: readonly Override[];
}

function loadExperiment(
  { file, placeOf, locate, ...layers }: Layers,
  name: string,
  experiment: ExperimentFile,
  own: readonly Override[],
): LoadedExperiment {
  const here = ['experiments', name];
  const beneath = [...layers.beneath, ...readSettings(file, experiment.set, [...here, 'set'], locate)];
  const given = [...layers.above, ...own];
  refuseSeed([...beneath, ...given]);
  const base =
    experiment.config === undefined ? undefined : fromHere(resolve(dirname(file), experiment.config));
  const written = listArms(experiment, here, (path) => locate(path));
  const arms = written.map(({ arm, path }, i): LoadedArm => {
    const settings = readSettings(file, arm.set, path, locate);
    refuseSeed(settings);
    refuseOverridden(settings, given, arm.name);
    return {
      name: arm.name,
      folder: folderOf(
        written.map((one) => one.arm.name),
        i,
      ),
      train: arm.train,
      planFrom: arm.planFrom ?? null,
      paper: arm.paper ?? null,
      settings: arm.set,
      ...loadConfig(base, [...beneath, ...settings, ...given]),
    };
  });
  checkArms(arms, (i, key) =>
    placeOf([...here, ...(i < experiment.arms.length ? ['arms', i, key] : ['grid'])]),
  );
  if (arms.length === 0)
    throw new UsageError(`${placeOf(here)}: has no arms`, 'name some in arms, or make them by a grid');
  return {
    name,
    title: experiment.title ?? name,
    shared: loadConfig(base, [...beneath, ...given]),
    arms,
    paperOnly: experiment.paperOnly,
  };
}

/** An arm, and where its settings stand in the file. */
interface WrittenArm {
  readonly arm: ArmFile;
  readonly path: readonly (string | number)[];
}

/** The arms that are written down, then those of the grid. */
function listArms(
  { arms, grid = {} }: ExperimentFile,
  here: readonly string[],
  locate: (path: readonly string[]) => string,
): readonly WrittenArm[] {
  const gridPath = [...here, 'grid'];
  const made = expandGrid(grid, (key) => locate([...gridPath, ...key]));
  return [
    ...arms.map((arm, i) => ({ arm, path: [...here, 'arms', i, 'set'] })),
    ...made.map(({ name, set }) => ({ arm: { name, set, train: true }, path: gridPath })),
  ];
}

/** A folder's name from the arm's; numbered where the names of two arms are equal as far as a folder's name goes. */
export function folderOf(names: readonly string[], index: number): string {
  const folders = names.map(plainWords);
  const folder = folders[index] ?? '';
  return folders.indexOf(folder) === index ? folder : `${folder.slice(0, 36)}-${index + 1}`;
}

/** Settings of the file, one by one, their paths turned into paths from the working folder. */
function readSettings(
  file: string,
  tree: Tree,
  path: readonly (string | number)[],
  locate: ReadTree['locate'],
): readonly Override[] {
  rebase(tree, dirname(file));
  return overridesOf(tree, (key) => locate([...path, ...key]));
}

function refuseSeed(settings: readonly Override[]): void {
  const seed = settings.find(({ path }) => path[0] === 'seed');
  if (!seed) return;
  throw new UsageError(
    `${seed.prefix ?? usualPrefix}seed: an ablation has seeds`,
    'give seeds: [0, 1] at the top of the file, or --set seeds=[0,1]',
  );
}

/** What makes an arm what it is can not be set for all of them. */
function refuseOverridden(settings: readonly Override[], given: readonly Override[], arm: string): void {
  const both = given.find((override) => settings.some((setting) => overlaps(setting, override)));
  if (!both) return;
  throw new UsageError(
    `${both.prefix ?? usualPrefix}${both.path.join('.')}: the arm "${arm}" sets this itself`,
    'change it in the file of the ablation',
  );
}

function checkArms(arms: readonly LoadedArm[], placeOf: (arm: number, key: keyof ArmFile) => string): void {
  for (const [i, { name, train, planFrom, config }] of arms.entries()) {
    const alike = arms.slice(0, i).find((other) => wordsOf(other.name) === wordsOf(name));
    if (alike)
      throw new UsageError(`${placeOf(i, 'name')}: there is an arm "${alike.name}" already`, 'rename one');
    if (wordsOf(name) === '')
      throw new UsageError(`${placeOf(i, 'name')}: ${JSON.stringify(name)} has no letter or digit`);
    if (planFrom === null) continue;
    const place = placeOf(i, 'planFrom');
    if (train)
      throw new UsageError(`${place}: "${name}" learns plans of its own`, 'leave out planFrom or train');
    if (config.plan !== undefined)
      throw new UsageError(`${place}: "${name}" has a plan already`, 'leave out planFrom or plan');
    const trained = arms.filter((arm) => arm.train).map((arm) => `"${arm.name}"`);
    if (!trained.includes(`"${planFrom}"`)) {
      const problem = arms.some((arm) => arm.name === planFrom) ? 'does not learn plans' : 'is no arm';
      const known = trained.length === 0 ? 'no arm learns plans' : `arms that do: ${trained.join(', ')}`;
      throw new UsageError(`${place}: "${planFrom}" ${problem}`, known);
    }
  }
}

/** What is left of a name where only letters and digits count: no two arms may have the same. */
export function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
