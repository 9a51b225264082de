import { type Command, Option } from 'commander';
import type { PreparedTraining, TrainingRun } from '../config/index.js';
import { collect, positiveNumber } from './arguments.js';
import { type DisplayMode, displayModes } from './display-modes.js';
import { exitCodes, note, print, printJson, showPlainly } from './output.js';

interface TrainOptions {
  readonly set: readonly string[];
  readonly runId?: string;
  readonly dryRun?: boolean;
  readonly maxCost?: number;
  readonly display: DisplayMode;
  readonly json?: boolean;
}

const help = `
Task types: taskType is one type, a list, or all (then one plan for each, and a table).
Exit codes: 0 done, 2 wrong input, 3 too many episodes ended in an error, 4 budget reached, 130 interrupted.`;

/** Adds `planwright train`. */
export function registerTrain(program: Command): void {
  program
    .command('train')
    .description('learn a plan from training games and measure it on held-out games')
    .argument('<config>', 'config file, for example configs/quickstart.yaml')
    .option('--set <key=value>', 'set a config value, for example batchSize=8 (repeatable)', collect, [])
    .option('--run-id <id>', 'name of the run folder, instead of one made from time, config and seed')
    .option('--dry-run', 'resolve and check everything, say what would be done, and stop')
    .option('--max-cost <usd>', 'stop before more than this is spent, in US$', positiveNumber(1_000_000))
    .addOption(new Option('--display <mode>', 'progress on stderr').choices(displayModes).default('auto'))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(train);
}

async function train(file: string, options: TrainOptions): Promise<void> {
  const { loadConfig, parseOverride, prepareTraining, runTraining } = await import('../config/index.js');
  const { createDisplay } = await import('./display.js');
  const { abortOnInterrupt } = await import('./abort-on-interrupt.js');
  const { maxCost, runId } = options;
  const budget = maxCost === undefined ? [] : [{ path: ['budget', 'usd'], value: maxCost }];
  const config = loadConfig(file, [...options.set.map(parseOverride), ...budget]);
  const display = createDisplay(options.dryRun ? 'none' : options.display);
  const interrupt = abortOnInterrupt();
  try {
    const { signal } = interrupt;
    const prepared = await prepareTraining({
      config,
      emit: display.sink,
      signal,
      ...(runId ? { runId } : {}),
    });
    if (options.dryRun) return describeWork(prepared, options.json === true);
    const run = await runTraining(prepared);
    display.close();
    await showRun(run, prepared, options.json === true);
  } finally {
    display.close();
    interrupt.stop();
  }
}

function describeWork({ config, tasks, models }: PreparedTraining, json: boolean): void {
  const types = tasks.taskTypes.map(({ taskType, train, heldOut, unsolvable }) => {
    const episodes = config.iterations * config.batchSize + 2 * heldOut.length;
    return { taskType, train: train.length, heldOut: heldOut.length, unsolvable, episodes };
  });
  const { maxSteps } = tasks.limits;
  if (json) {
    printJson({ suite: tasks.suite.name, models: models.names, taskTypes: types, maxSteps });
    return;
  }
  print(`suite ${tasks.suite.name}, models ${[...new Set(Object.values(models.names))].join(', ')}`);
  for (const { taskType, train, heldOut, episodes } of types) {
    print(
      `${taskType}: ${train} games to train on, ${heldOut} held out, ${episodes} episodes of at most ${maxSteps} actions`,
    );
  }
  print('Nothing was run.');
}

async function showRun(run: TrainingRun, { config }: PreparedTraining, json: boolean): Promise<void> {
  const { describeTraining, renderTraining } = await import('../report/index.js');
  const { heldOutSplit } = await import('../config/index.js');
  const report = {
    ...run,
    runFolder: run.folder,
    heldOutSplit: heldOutSplit(config),
    baselineName: config.plan === undefined ? 'no plan' : 'the given plan',
  };
  if (json) printJson(describeTraining(report));
  else if (run.results.length > 0) print(showPlainly(renderTraining(report)));
  process.exitCode = exitOf(run, config.errorsAllowed);
}

function exitOf(run: TrainingRun, errorsAllowed: number): number {
  const left = `the plans so far are in ${run.folder}/plans`;
  if (run.outcome === 'budget-reached') note(`stopped: ${run.message}; ${left}`);
  if (run.outcome === 'budget-reached') return exitCodes.budget;
  if (run.outcome === 'interrupted') note(`interrupted; ${left}`);
  if (run.outcome === 'interrupted') return exitCodes.interrupted;
  if (run.errorShare <= errorsAllowed) return exitCodes.ok;
  const share = `${(run.errorShare * 100).toFixed(1)} % of the episodes ended in an infrastructure error`;
  note(`${share} (allowed: ${errorsAllowed * 100} %); see ${run.folder}/journal.jsonl`);
  return exitCodes.tooManyErrors;
}
