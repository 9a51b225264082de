import { type Command, Option } from 'commander';
import type { Override, PreparedTraining } from '../config/index.js';
import { UsageError } from '../core/errors.js';
import { kindOf } from '../util/files.js';
import { positiveNumber } from './arguments.js';
import { displayModes } from './display-modes.js';
import {
  createKeptEstimate,
  dryRunOption,
  estimateOption,
  makeEstimate,
  noteMissingKeys,
} from './estimate.js';
import { executorOption, executorOverrides, redisOption } from './executor-options.js';
import { note, print, printJson } from './output.js';
import type { RunOptions } from './run-options.js';
import { setOption } from './set-option.js';
import { showTraining } from './show-training.js';

const help = `
Task types: taskType is one type, a list, or all (then one plan for each, and a table).
Settings: README.md has them all; paths in the file are relative to it, paths in --set to this folder.
Exit codes: 0 done, 2 wrong input, 3 too many episodes ended in an error, 4 budget reached, 130 interrupted.

Examples:
  planwright train configs/quickstart.yaml
  planwright train configs/quickstart.yaml --set taskType=[heat,cool] --set seed=1
  planwright train configs/quickstart.yaml --from SKILL.md
  planwright train configs/alfworld.yaml --set suite=alfworld-suite --set model.provider=openai \\
    --set model.name=gpt-4o-mini --max-cost 5`;

/** Adds `planwright train`. */
export function registerTrain(program: Command): void {
  program
    .command('train')
    .description('learn a plan from training games or questions and measure it on held-out ones')
    .argument('<config>', 'config file, for example configs/quickstart.yaml')
    .option(
      '--from <file>',
      'prompt to start from: a SKILL.md, AGENTS.md, plan or any text; FILE#HEADING for a section',
    )
    .option('--section <heading>', 'with --from: the section of Markdown, by its heading')
    .addOption(setOption())
    .addOption(executorOption())
    .addOption(redisOption())
    .option('--run-id <id>', 'name of the run folder, instead of one made from time, config and seed')
    .addOption(dryRunOption())
    .addOption(estimateOption())
    .option('--max-cost <usd>', 'stop before more than this is spent, in US$', positiveNumber(1_000_000))
    .addOption(new Option('--display <mode>', 'progress on stderr').choices(displayModes).default('auto'))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(train);
}

interface TrainOptions extends RunOptions {
  readonly from?: string;
  readonly section?: string;
}

async function train(file: string, options: TrainOptions): Promise<void> {
  const {
    describePlanNotes,
    describeSizeNotes,
    estimateTraining,
    loadConfig,
    parseOverride,
    prepareTraining,
    runTraining,
  } = await import('../config/index.js');
  const { headOfTraining } = await import('./describe-head.js');
  const { createDisplay } = await import('./display.js');
  const { abortOnInterrupt } = await import('./abort-on-interrupt.js');
  const { set = [], maxCost, runId, dryRun = false, json = false } = options;
  const budget = maxCost === undefined ? [] : [{ path: ['budget', 'usd'], value: maxCost }];
  const loaded = loadConfig(file, [
    ...executorOverrides(options),
    ...set.map(parseOverride),
    ...startOf(options),
    ...budget,
  ]);
  const display = createDisplay(dryRun ? 'none' : options.display);
  const interrupt = abortOnInterrupt(display.say);
  const kept = createKeptEstimate(options.estimate);
  try {
    const { signal } = interrupt;
    const given = {
      ...loaded,
      emit: display.sink,
      onFolder: (folder: string) => {
        display.opened(folder);
        kept.keep(folder);
      },
      signal,
      dryRun,
      ...(runId === undefined ? {} : { runId }),
    };
    const prepared = await prepareTraining(given);
    const { config, tasks } = prepared;
    for (const line of [...describePlanNotes(config), ...describeSizeNotes(config, tasks.taskTypes)]) {
      note(`note: ${line}`);
    }
    noteStart(prepared, options);
    if (dryRun) return await describeWork(prepared, signal, json);
    await kept.make(signal, config.budget, (how) => estimateTraining(prepared, how));
    display.begin(headOfTraining(prepared));
    const run = await runTraining(prepared);
    display.close();
    await showTraining(run, prepared, json);
    await kept.check(run);
    await noteWayBack(run.planPaths, prepared, options);
  } finally {
    display.close();
    interrupt.stop();
  }
}

/** The setting that `--from` stands for. */
function startOf({ from, section }: TrainOptions): Override[] {
  if (from === undefined) {
    if (section === undefined) return [];
    throw new UsageError('--section: only with --from', 'for example: --from AGENTS.md --section Testing');
  }
  const value = section === undefined ? from : `${from}#${section}`;
  return [{ path: ['plan'], value, option: '--from' }];
}

function noteStart({ config, tasks }: PreparedTraining, { from }: TrainOptions): void {
  const types = tasks.taskTypes.map(({ taskType }) => taskType);
  if (from === undefined || types.length === 1) return;
  note(
    `note: ${config.plan} is where each of ${types.length} task types starts (${types.join(', ')}); each ends with a plan of its own, as there is one plan per task type`,
  );
}

/** What was learned goes back to where it came from with one command for each plan, unless that was a plan of ours. */
async function noteWayBack(
  planPaths: readonly string[],
  { config }: PreparedTraining,
  { from }: TrainOptions,
): Promise<void> {
  const [path] = planPaths;
  if (from === undefined || config.plan === undefined || path === undefined) return;
  const { loadPrompt } = await import('../shipping/index.js');
  if (kindOf(path) !== 'file' || loadPrompt(config.plan, { allowEdited: true }).details !== null) return;
  const which = planPaths.length === 1 ? 'it' : 'one';
  note(`To put ${which} into ${from}: planwright plan export ${path} --into '${config.plan}'`);
}

async function describeWork(prepared: PreparedTraining, signal: AbortSignal, json: boolean): Promise<void> {
  const { estimateTraining } = await import('../config/index.js');
  const { describeEstimate } = await import('./describe-estimate.js');
  const { config, tasks, models, episodes, validationEpisodes } = prepared;
  const taskTypes = tasks.taskTypes.map(({ taskType, train, heldOut, unsolvable }) => ({
    taskType,
    train: train.length,
    heldOut: heldOut.length,
    unsolvable,
  }));
  const { maxSteps } = tasks.limits;
  const estimate = await makeEstimate(signal, (how) => estimateTraining(prepared, how));
  await noteMissingKeys([config]);
  if (json) {
    const { findReachedLimits } = await import('../training/index.js');
    const reaches = estimate && findReachedLimits(estimate, config.budget);
    const work = { suite: tasks.suite.name, models: models.names, taskTypes, episodes, maxSteps };
    printJson({ ...work, estimate, reaches });
    return;
  }
  const { iterations, batchSize } = config;
  const { instancesAre } = tasks.environment;
  const measuring = validationEpisodes > 0;
  const measured = measuring ? `at most ${validationEpisodes} to measure plans while learning, ` : '';
  print(`Suite ${tasks.suite.name}; models ${[...new Set(Object.values(models.names))].join(', ')}.`);
  for (const { taskType, train, heldOut } of taskTypes)
    print(`  ${taskType}: ${train} ${instancesAre} to train on, ${heldOut} held out`);
  print(
    `For each: ${iterations} iterations of ${batchSize} ${instancesAre}, ${measured}then the held-out ${instancesAre} before and after.`,
  );
  print(`That is ${measuring ? 'at most ' : ''}${episodes} episodes of at most ${maxSteps} actions.`);
  for (const line of describeEstimate(estimate, config.budget)) print(line);
  print('Nothing was run.');
}
