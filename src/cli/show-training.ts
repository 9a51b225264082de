import type { PreparedTraining, TrainingRun } from '../config/index.js';
import { exitOfRun } from './exit-of-run.js';
import { note, print, printJson } from './output.js';

/** Prints what a training learned, and sets the exit code. */
export async function showTraining(
  run: TrainingRun,
  { config, tasks }: PreparedTraining,
  json: boolean,
): Promise<void> {
  const { describeTraining, renderTraining } = await import('../report/index.js');
  const { heldOutSplit } = await import('../config/index.js');
  const report = {
    ...run,
    runFolder: run.folder,
    heldOutSplit: heldOutSplit(config),
    instancesAre: tasks.environment.instancesAre,
    ...(config.agent.calls ? { calls: config.agent.calls } : {}),
    baselineName: config.plan === undefined ? 'no plan' : 'the given plan',
  };
  if (json) printJson(describeTraining(report));
  else if (run.results.length > 0) print(renderTraining(report));
  for (const line of describeFlags(run)) note(`note: ${line}`);
  process.exitCode = await exitOfRun(run, config.errorsAllowed, placesOf(run));
}

/** Plans in which a person should look at something before others are given them. */
function describeFlags({ results, planPaths }: TrainingRun): string[] {
  return results.flatMap(({ taskType, plan: { flags = [] } }, i) => {
    if (flags.length === 0) return [];
    const places = flags.length === 1 ? 'one place' : `${flags.length} places`;
    return `the plan for ${taskType} has ${places} to look at before you pass it on: planwright plan review ${planPaths[i]}`;
  });
}

/** Where what was learned lies, and how to go on from it. */
function placesOf({ folder, planPaths }: TrainingRun): string {
  const [plan] = planPaths;
  const onward = planPaths.length === 1 ? `\nto train on from it: --set plan=${plan}` : '';
  return `the plans so far are in ${folder}/plans${onward}`;
}
