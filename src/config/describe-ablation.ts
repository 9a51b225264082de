/** What an ablation says about itself: its results, its manifest, and the file that runs it again. */
import { parse, stringify } from 'yaml';
import {
  type AblationResults,
  type ArmResults,
  analyzeAblation,
  type CellResult,
  type ExperimentResults,
  type IterationMark,
  summarizeArm,
  summarizeSpend,
} from '../training/index.js';
import { canonicalJson, type JsonObject } from '../util/json.js';
import { toolVersion } from '../util/package.js';
import { describeManifest, formatConfig } from './describe-run.js';
import { differingWorlds } from './differing-worlds.js';
import { cellId } from './measure-cell.js';
import type { PreparedAblation, PreparedArm, PreparedExperiment } from './prepare-ablation.js';
import { heldOutSplit } from './schema.js';
import type { Tree } from './tree.js';

/** Results from the cells that came to an end, by their ids; all others are said to be missing. */
export function describeAblation(
  prepared: PreparedAblation,
  cells: ReadonlyMap<string, CellResult>,
  outcome: string,
): AblationResults {
  const { ablation, experiment, experiments, spend } = prepared;
  return {
    format: 'planwright-ablation/1',
    ablation: experiment,
    outcome,
    seeds: ablation.seeds,
    measure: ablation.measure,
    priceAs: ablation.priceAs,
    paper: ablation.paper,
    experiments: experiments.map((one) => describeExperiment(prepared, one, cells)),
    spend: summarizeSpend(spend.byPurpose()),
  };
}

function describeExperiment(
  prepared: PreparedAblation,
  { experiment, arms, models, simulated }: PreparedExperiment,
  cells: ReadonlyMap<string, CellResult>,
): ExperimentResults {
  const [{ tasks, config, method }] = arms[0] as [PreparedArm];
  const { suite, environment } = tasks;
  const shipped = tasks.definition.shippedSuite === suite.name;
  const results = arms.map((bySeed) => describeArm(prepared, experiment.name, bySeed, cells));
  const worlds = differingWorlds(experiment.arms);
  return {
    name: experiment.name,
    title: experiment.title,
    suite: { name: suite.name, digest: suite.digest, shipped },
    environment: { name: environment.name, version: environment.version },
    models,
    simulated,
    heldOutSplit: heldOutSplit(config),
    instancesAre: environment.instancesAre,
    headline: method.scoring.headline,
    taskTypes: tasks.taskTypes.map(({ taskType, train, heldOut, unsolvable }) => ({
      taskType,
      train: train.length,
      heldOut: heldOut.length,
      unsolvable,
    })),
    ...(worlds.length > 0 ? { worlds } : {}),
    arms: results,
    analysis: analyzeAblation({
      arms: results,
      seeds: prepared.ablation.seeds,
      headline: method.scoring.headline,
      marks: marksOf(prepared, arms),
      plan: prepared.ablation.analysis,
    }),
    paperOnly: experiment.paperOnly,
  };
}

/** When plans are measured: after each iteration of the arm that has most, or once. */
function marksOf(
  { ablation }: PreparedAblation,
  arms: readonly (readonly PreparedArm[])[],
): readonly IterationMark[] {
  if (ablation.measure === 'last') return ['last'];
  const learned = arms.flat().filter(({ arm }) => arm.train);
  const most = Math.max(0, ...learned.map(({ config }) => config.iterations));
  return Array.from({ length: most + 1 }, (_, iteration) => iteration);
}

function describeArm(
  { priceAs }: PreparedAblation,
  experiment: string,
  bySeed: readonly PreparedArm[],
  done: ReadonlyMap<string, CellResult>,
): ArmResults {
  const { arm, method, tasks } = bySeed[0] as PreparedArm;
  const cells = bySeed.flatMap(({ config: { seed }, tasks: { taskTypes } }) =>
    taskTypes.map(({ taskType }): CellResult => {
      const missing = { state: 'not-measured', taskType, seed, reason: 'not begun' } as const;
      return done.get(cellId(experiment, arm.folder, seed, taskType)) ?? missing;
    }),
  );
  return {
    name: arm.name,
    agent: method.agent.name,
    train: arm.train,
    planFrom: arm.planFrom,
    paper: arm.paper,
    ...summarizeArm(
      cells,
      tasks.taskTypes.map(({ taskType }) => taskType),
      priceAs,
    ),
    cells,
  };
}

/** Versions and digests of everything that went into an ablation, or into a transfer, which says that it is one. */
export function manifestOfAblation({ ablation, experiments }: PreparedAblation): JsonObject {
  const armOf = ({ config, tasks, models, method }: PreparedArm): JsonObject => {
    const { tool: _tool, node: _node, ...rest } = describeManifest(config, tasks, models, method.prompts);
    return { ...rest, ...method.identity } as JsonObject;
  };
  return {
    tool: toolVersion,
    node: process.version,
    ...(ablation.transfer ? { transfer: { ...ablation.transfer } } : { ablation: ablation.name }),
    seeds: ablation.seeds,
    experiments: Object.fromEntries(
      experiments.map(({ experiment, arms }) => [
        experiment.name,
        Object.fromEntries(arms.map(([first]) => [first?.arm.name, first && armOf(first)])),
      ]),
    ),
  };
}

/** The resolved ablation as YAML that can be run again from anywhere on this machine. */
export function formatAblation({ ablation, experiments }: PreparedAblation): string {
  const { name, table, seeds, priceAs, measure, analysis, paper } = ablation;
  const file = {
    name,
    table,
    seeds,
    measure,
    analysis,
    ...(priceAs === null ? {} : { priceAs }),
    ...(paper === null ? {} : { paper }),
    experiments: Object.fromEntries(experiments.map((one) => [one.experiment.name, fileOf(one)])),
  };
  return stringify(file, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** A setting that any arm sets stands with its whole group in every arm: agents differ in the settings they have. */
function fileOf({ experiment, arms }: PreparedExperiment) {
  const { shared } = experiment;
  const model = canonicalJson(shared.config.model);
  const usual = arms.flat().find(({ config }) => canonicalJson(config.model) === model) ?? arms.flat()[0];
  const apart = new Set(experiment.arms.flatMap(({ settings }) => Object.keys(settings)));
  const own = (set: Tree, isOwn: boolean): Tree =>
    Object.fromEntries(Object.entries(set).filter(([key]) => apart.has(key) === isOwn));
  return {
    title: experiment.title,
    set: own(resolveSettings(usual as PreparedArm, shared.config), false),
    arms: arms.map(([first]) => {
      const { arm, config } = first as PreparedArm;
      const { name, train, planFrom, paper } = arm;
      return {
        name,
        train,
        ...(planFrom === null ? {} : { planFrom }),
        set: own(resolveSettings(first as PreparedArm, config), true),
        ...(paper === null ? {} : { paper }),
      };
    }),
    paperOnly: experiment.paperOnly,
  };
}

/** Settings with absolute paths and the names of models that a server chose. */
function resolveSettings({ models }: PreparedArm, config: PreparedArm['config']): Tree {
  const { name: _name, seed: _seed, ...settings } = parse(formatConfig(config, models)) as Tree;
  return settings;
}
