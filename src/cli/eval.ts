import { type Command, Option } from 'commander';
import type { Override, PreparedEvaluation } from '../config/index.js';
import { UsageError } from '../core/errors.js';
import { wholeNumber } from './arguments.js';
import { type DisplayMode, displayModes } from './display-modes.js';
import {
  createKeptEstimate,
  describeMeasuring,
  dryRunOption,
  estimateOption,
  makeEstimate,
} from './estimate.js';
import { examples } from './examples.js';
import { type ExecutorOptions, executorOption, executorOverrides, redisOption } from './executor-options.js';
import { note } from './output.js';
import { setOption } from './set-option.js';
import { showEvaluation } from './show-evaluation.js';

interface EvalOptions extends ExecutorOptions {
  readonly config?: string;
  readonly suite?: string;
  readonly plan?: string | false;
  readonly agent?: string;
  readonly split?: string;
  readonly taskType?: string;
  readonly repeats: number;
  readonly limit?: number;
  readonly set?: readonly string[];
  readonly runId?: string;
  readonly dryRun?: boolean;
  readonly estimate?: boolean;
  readonly display: DisplayMode;
  readonly json?: boolean;
}

/** Adds `planwright eval`. */
export function registerEval(program: Command): void {
  program
    .command('eval')
    .description('measure a frozen plan, or no plan, on a split')
    .option('--suite <folder>', 'suite to play')
    .option(
      '--plan <file>',
      'plan to follow: a plan file, a registered plan such as heat@production, or any text',
    )
    .option('--no-plan', 'follow no plan (the default, unless the config names one)')
    .option('--agent <name>', 'agent that plays: autoplan, react, reflexion, adaplanner')
    .option('--split <name>', 'split by our name or the official one (default: held-out)')
    .option('--task-type <type>', "only this task type (default: the plan's own, else all)")
    .option('--repeats <k>', 'times each instance is played, with other seeds', wholeNumber(1), 1)
    .option('--limit <n>', 'most instances per task type, a seeded sample', wholeNumber(1))
    .option('--config <file>', 'take everything else from a config file')
    .addOption(setOption())
    .addOption(executorOption())
    .addOption(redisOption())
    .option('--run-id <id>', 'name of the run folder, instead of one made from time, config and seed')
    .addOption(dryRunOption())
    .addOption(estimateOption())
    .addOption(new Option('--display <mode>', 'progress on stderr').choices(displayModes).default('auto'))
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'eval --suite tasks/household --task-type heat --plan plans/alfworld-heat.md',
        'eval --suite tasks/household --task-type heat --no-plan --json',
      ),
    )
    .action(evaluate);
}

async function evaluate(options: EvalOptions): Promise<void> {
  const {
    describePlanNotes,
    estimateEvaluation,
    loadConfig,
    parseOverride,
    prepareEvaluation,
    runEvaluation,
  } = await import('../config/index.js');
  const { headOfEvaluation } = await import('./describe-head.js');
  const { createDisplay } = await import('./display.js');
  const { abortOnInterrupt } = await import('./abort-on-interrupt.js');
  const { repeats, limit, runId, set = [] } = options;
  const overrides = [
    ...(await fromOptions(options)),
    ...executorOverrides(options),
    ...set.map(parseOverride),
  ];
  const loaded = loadConfig(options.config, overrides);
  if (loaded.config.suite === undefined)
    throw new UsageError('--suite: is not given', 'say what to play, for example: --suite tasks/household');
  const display = createDisplay(options.dryRun ? 'none' : options.display);
  const interrupt = abortOnInterrupt(display.say);
  const kept = createKeptEstimate(options.estimate);
  try {
    const { signal } = interrupt;
    const given = { ...(limit === undefined ? {} : { limit }), ...(runId === undefined ? {} : { runId }) };
    const prepared = await prepareEvaluation({
      ...loaded,
      repeats,
      ...given,
      emit: display.sink,
      onFolder: (folder) => {
        display.opened(folder);
        kept.keep(folder);
      },
      signal,
      dryRun: options.dryRun === true,
    });
    for (const line of describePlanNotes(loaded.config, prepared.tasks)) note(`note: ${line}`);
    if (options.dryRun) return await describeWork(prepared, signal, options.json === true);
    await kept.make(signal, prepared.config.budget, (how) => estimateEvaluation(prepared, how));
    display.begin(headOfEvaluation(prepared));
    const run = await runEvaluation(prepared);
    display.close();
    await showEvaluation(run, loaded.config, options.json === true);
    await kept.check(run);
  } finally {
    display.close();
    interrupt.stop();
  }
}

async function describeWork(prepared: PreparedEvaluation, signal: AbortSignal, json: boolean): Promise<void> {
  const { estimateEvaluation } = await import('../config/index.js');
  const { tasks, repeats } = prepared;
  const taskTypes = tasks.taskTypes.map(({ taskType, plan, instances }) => ({
    taskType,
    plan: plan.text === '' ? null : plan.id,
    heldOut: instances.length,
  }));
  const estimate = await makeEstimate(signal, (how) => estimateEvaluation(prepared, how));
  const times = repeats === 1 ? '' : `, each ${repeats} times`;
  const lines = taskTypes.map(
    ({ taskType, plan, heldOut }) =>
      `  ${taskType}: ${heldOut} ${tasks.environment.instancesAre}${times}, ${plan === null ? 'no plan' : `plan ${plan.slice(0, 15)}`}`,
  );
  await describeMeasuring(prepared, { taskTypes, repeats }, lines, estimate, json);
}

async function fromOptions({
  config,
  plan,
  taskType,
  suite,
  split,
  agent,
}: EvalOptions): Promise<Override[]> {
  const { taskTypeOfPlan } = await import('../config/index.js');
  const planType = typeof plan === 'string' ? taskTypeOfPlan(plan) : undefined;
  const given: readonly (readonly [string, unknown, string])[] = [
    ['name', config === undefined ? 'eval' : undefined, 'name'],
    ['suite', suite, '--suite'],
    ['plan', plan === false ? undefined : plan, '--plan'],
    ['taskType', taskType ?? planType, taskType === undefined ? `task type of ${plan}` : '--task-type'],
    ['heldOut', split, '--split'],
    ['agent.name', agent, '--agent'],
  ];
  const values = given.flatMap(([key, value, option]) =>
    value === undefined ? [] : [{ path: key.split('.'), value, option }],
  );
  return plan === false ? [...values, { path: ['plan'], value: undefined }] : values;
}
