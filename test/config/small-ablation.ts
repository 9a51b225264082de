import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  type AblationRun,
  loadAblation,
  parseOverride,
  prepareAblation,
  type RunAblationOptions,
  runAblation,
} from '../../src/config/index.js';
import type { AblationResults, CellResult } from '../../src/training/index.js';
import { encyclopedia, household } from '../cli/run-cli.js';
import { folderWith } from './small-config.js';

/** Two worlds, six arms, two instances each: takes a fraction of a second. */
export const smallAblation = `
priceAs: gpt-4-0314
paper: { model: GPT-4-0314, source: the paper }
experiments:
  house:
    title: House
    config: base.yaml
    set: { suite: ${JSON.stringify(household)}, taskType: [heat, cool] }
    arms:
      - name: No plan
        paper: { success: { heat: 35, cool: 71 }, inferenceUsd: 1.5 }
      - name: Follower
        planFrom: Learner
        set: { agent: { name: react } }
      - name: Learner
        train: true
        paper: { success: { heat: 96 }, trainingUsd: 1.8 }
    paperOnly:
      - name: Teacher
        paper: { success: { heat: 74, cool: 100 } }
  quiz:
    config: base.yaml
    set: { suite: ${JSON.stringify(encyclopedia)} }
    arms:
      - name: ReAct (0 shot)
        set: { agent: { name: react } }
        paper: { success: { all: 70 } }
      - name: Reflexion (1 shot)
        set: { agent: { name: reflexion, shots: 1, trials: 2 } }
      - name: Learner
        train: true
`;

const base = 'iterations: 1\nbatchSize: 2\ntrain: 2\nheldOut: 2\n';

/** A folder with `small.yaml`, an ablation of this content, and the config beneath it. */
export function ablationFolder(content: string = smallAblation): string {
  return folderWith({ 'small.yaml': content, 'base.yaml': base });
}

/** Loads `small.yaml` of a folder; runs go to `runs` in it. */
export function loadSmall(folder: string, settings: readonly string[] = [], only: readonly string[] = []) {
  const overrides = [`runs=${join(folder, 'runs')}`, ...settings].map(parseOverride);
  return loadAblation(join(folder, 'small.yaml'), overrides, only);
}

/** Runs `small.yaml` of a folder. */
export async function runSmall(
  folder: string,
  settings: readonly string[] = [],
  options: Omit<RunAblationOptions, 'ablation'> & { readonly only?: readonly string[] } = {},
): Promise<AblationRun> {
  const { only = [], ...rest } = options;
  return runAblation(await prepareAblation({ ablation: loadSmall(folder, settings, only), ...rest }));
}

/** An arm of an experiment by name. */
export function armOf({ experiments }: AblationResults, experiment: string, name: string) {
  const arm = experiments.find((one) => one.name === experiment)?.arms.find((one) => one.name === name);
  if (!arm) throw new Error(`no arm ${name}`);
  return arm;
}

/** A measured cell of an arm. */
export function measured(cell: CellResult | undefined) {
  if (cell?.state !== 'measured') throw new Error(`not measured: ${cell?.reason}`);
  return cell;
}

/** All files of a run that must be equal for equal settings. */
export function outcomeOf({ folder }: AblationRun): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !['config.yaml', 'index.jsonl', 'journal.jsonl', 'manifest.json'].includes(name))
    .sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}
