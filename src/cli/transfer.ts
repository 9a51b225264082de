import { type Command, Option } from 'commander';
import type { Override, PreparedAblation, TransferRun } from '../config/index.js';
import { UsageError } from '../core/errors.js';
import { fraction, positiveNumber, wholeNumber } from './arguments.js';
import { type DisplayMode, displayModes } from './display-modes.js';
import {
  createKeptEstimate,
  dryRunOption,
  estimateOption,
  makeEstimate,
  noteMissingKeys,
} from './estimate.js';
import { examples } from './examples.js';
import { type ExecutorOptions, executorOption, executorOverrides, redisOption } from './executor-options.js';
import { exitOfCells } from './exit-of-run.js';
import { exitCodes, note, print, printJson } from './output.js';
import { setOption } from './set-option.js';

interface TransferCommandOptions extends ExecutorOptions {
  readonly suite?: string;
  readonly models?: readonly string[];
  readonly taskTypes?: readonly string[];
  readonly agent?: string;
  readonly split?: string;
  readonly repeats: number;
  readonly limit?: number;
  readonly tolerance: number;
  readonly config?: string;
  readonly set?: readonly string[];
  readonly failOnHurt?: boolean;
  readonly runId?: string;
  readonly dryRun?: boolean;
  readonly estimate?: boolean;
  readonly maxCost?: number;
  readonly display: DisplayMode;
  readonly json?: boolean;
}

const help = `
Every plan is measured on every model and task type, on the same held-out instances with the same seeds as no plan. A
plan may be one of another task type. A model is simulated:PROFILE (a name or a file) or openai:NAME; where it runs and
all else is as in the config. A .yaml file among the models lists more of them, with settings of their own:
  models:
    - simulated:weak
    - { provider: openai, name: gpt-4o-mini, baseUrl: https://..., apiKeyEnv: MY_KEY }
Verdicts: helps, hurts, no difference within the tolerance, not enough tasks; p by Holm over all comparisons.
Exit codes: 0 done, 100 a plan hurts and --fail-on-hurt was given, 2 wrong input, 3 something was not measured or too
many episodes ended in an error, 4 budget reached, 130 interrupted.
${examples(
  'transfer plans/alfworld-heat.md --suite tasks/household --models simulated:strong,simulated:weak',
  'transfer plans/alfworld-heat.md plans/alfworld-cool.md --suite tasks/household --task-types heat,cool --limit 20 --fail-on-hurt',
  'transfer alfworld-heat@production --config configs/alfworld.yaml --models openai:gpt-4o-mini --max-cost 5',
)}`;

/** Adds `planwright transfer`. */
export function registerTransfer(program: Command): void {
  program
    .command('transfer')
    .description('measure plans on other models and task types, and say where a plan hurts')
    .argument('<plan...>', 'plan files, texts, or registered plans such as alfworld-heat@production')
    .option('--suite <folder>', 'suite to play')
    .option('--models <list>', "models that follow the plans (default: the config's)", names)
    .option('--task-types <list>', "task types (default: the config's, else all)", names)
    .option('--agent <name>', 'agent that plays: autoplan, react, reflexion, adaplanner')
    .option('--split <name>', 'split by our name or the official one (default: held-out)')
    .option('--repeats <k>', 'times each instance is played, with other seeds', wholeNumber(1, 1000), 1)
    .option('--limit <n>', 'most instances per task type, a seeded sample', wholeNumber(1))
    .option('--tolerance <share>', 'largest difference of rates that does not matter', fraction, 0.05)
    .option('--config <file>', 'take everything else from a config file')
    .addOption(setOption())
    .addOption(executorOption())
    .addOption(redisOption())
    .option('--fail-on-hurt', 'exit 100 where a plan hurts')
    .option('--run-id <id>', 'name of the run folder, instead of one made from time and seed')
    .addOption(dryRunOption())
    .addOption(estimateOption())
    .option(
      '--max-cost <usd>',
      'stop before more than this is spent in all, in US$',
      positiveNumber(1_000_000),
    )
    .addOption(new Option('--display <mode>', 'progress on stderr').choices(displayModes).default('auto'))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(transfer);
}

/** A list with commas. */
function names(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

async function transfer(plans: readonly string[], options: TransferCommandOptions): Promise<void> {
  const { estimateAblation, loadTransfer, parseOverride, prepareAblation, runTransfer } = await import(
    '../config/index.js'
  );
  const { createDisplay } = await import('./display.js');
  const { abortOnInterrupt } = await import('./abort-on-interrupt.js');
  const { config, models = [], repeats, limit, tolerance, runId, dryRun = false, set = [] } = options;
  const ablation = loadTransfer({
    plans,
    models,
    ...(config === undefined ? {} : { config }),
    overrides: [...executorOverrides(options), ...set.map(parseOverride), ...fromOptions(options)],
    repeats,
    ...(limit === undefined ? {} : { limit }),
    tolerance,
  });
  if (ablation.experiments[0]?.shared.config.suite === undefined)
    throw new UsageError('--suite: is not given', 'say what to play, for example: --suite tasks/household');
  const display = createDisplay(dryRun ? 'none' : options.display);
  const interrupt = abortOnInterrupt(display.say);
  const kept = createKeptEstimate(options.estimate);
  try {
    const { signal } = interrupt;
    const given = { ablation, emit: display.sink, onFolder: kept.keep, signal, dryRun };
    const prepared = await prepareAblation({ ...given, ...(runId === undefined ? {} : { runId }) });
    await notePlans(prepared);
    if (dryRun) return await describeWork(prepared, signal, options.json === true);
    await kept.make(
      signal,
      prepared.shared.budget,
      async (how) => (await estimateAblation(prepared, how))?.total ?? null,
    );
    display.expect(prepared.episodes);
    const run = await runTransfer(prepared);
    display.close();
    await showTransfer(run, prepared, options);
    const { summarizeSpend } = await import('../training/index.js');
    await kept.check({ ...run, spend: summarizeSpend(prepared.spend.byPurpose()) });
  } finally {
    display.close();
    interrupt.stop();
  }
}

function fromOptions({ suite, taskTypes, agent, split, maxCost }: TransferCommandOptions): Override[] {
  const given: readonly (readonly [string, unknown, string])[] = [
    ['suite', suite, '--suite'],
    ['taskType', taskTypes, '--task-types'],
    ['agent.name', agent, '--agent'],
    ['heldOut', split, '--split'],
    ['budget.usd', maxCost, '--max-cost'],
  ];
  return given.flatMap(([key, value, option]) =>
    value === undefined ? [] : [{ path: key.split('.'), value, option }],
  );
}

/** What a user should know of the plans before they are followed. */
async function notePlans({ experiments }: PreparedAblation): Promise<void> {
  const { describePlanNotes } = await import('../config/index.js');
  const arms = experiments[0]?.arms.flatMap(([first]) => (first ? [first] : [])) ?? [];
  for (const line of arms.flatMap(({ config, tasks }) => describePlanNotes(config, tasks)))
    note(`note: ${line}`);
}

async function describeWork(prepared: PreparedAblation, signal: AbortSignal, json: boolean): Promise<void> {
  const { estimateAblation } = await import('../config/index.js');
  const { findReachedLimits } = await import('../training/index.js');
  const { experiments, episodes, ablation, shared } = prepared;
  const made = await makeEstimate(signal, (how) => estimateAblation(prepared, how));
  const estimate = made?.total ?? null;
  await noteMissingKeys(experiments.flatMap(({ arms }) => arms.flat().map(({ config }) => config)));
  const [first] = experiments;
  const work = {
    plans: first?.arms.slice(1).map(([arm]) => arm?.arm.name) ?? [],
    models: experiments.map(({ experiment }) => experiment.title),
    taskTypes:
      first?.arms[0]?.[0]?.tasks.taskTypes.map((one) => `${one.heldOut.length} ${one.taskType}`) ?? [],
    repeats: ablation.seeds.length,
    episodes,
    estimate,
    reaches: estimate && findReachedLimits(estimate, shared.budget),
  };
  if (json) {
    printJson(work);
    return;
  }
  print(`Plans       no plan, ${work.plans.join(', ')}`);
  print(`Models      ${work.models.join(', ')}`);
  print(
    `Task types  ${work.taskTypes.join(', ')}${work.repeats === 1 ? '' : `, each ${work.repeats} times`}`,
  );
  print(`That is ${episodes} episodes.`);
  const { describeEstimate } = await import('./describe-estimate.js');
  for (const line of describeEstimate(estimate, shared.budget)) print(line);
  print('Nothing was run.');
}

/** Prints a transfer, and sets the exit code. */
export async function showTransfer(
  run: TransferRun,
  { spend }: Pick<PreparedAblation, 'spend'>,
  { json = false, failOnHurt = false }: Pick<TransferCommandOptions, 'json' | 'failOnHurt'>,
): Promise<void> {
  const { folder, results } = run;
  const { renderFromCache, renderTransfer } = await import('../report/index.js');
  const { summarizeSpend } = await import('../training/index.js');
  const spent = summarizeSpend(spend.byPurpose(), spend.cached());
  if (json)
    printJson({ run: folder, ...results, ...(spent.fromCache ? { fromCache: spent.fromCache } : {}) });
  else {
    print(renderTransfer(results));
    for (const line of renderFromCache(spent)) print(`\n${line}`);
    print(`\nRun     ${folder}\nReport  ${folder}/report.md\nSee     planwright report ${folder}`);
  }
  const someAreMissing = results.comparisons.some(({ verdict }) => verdict === 'not-measured');
  const code = await exitOfCells(run, run.errorsAllowed, someAreMissing);
  const hurts = results.comparisons.some(({ verdict }) => verdict === 'hurts');
  process.exitCode = code === exitCodes.ok && hurts && failOnHurt ? exitCodes.gate : code;
}
