import { type Command, Option } from 'commander';
import type { AblationRun, PreparedAblation } from '../config/index.js';
import { collect, positiveNumber } from './arguments.js';
import { displayModes } from './display-modes.js';
import {
  createKeptEstimate,
  dryRunOption,
  estimateOption,
  makeEstimate,
  noteMissingKeys,
} from './estimate.js';
import { executorOption, executorOverrides, redisOption } from './executor-options.js';
import { exitOfCells } from './exit-of-run.js';
import { print, printJson } from './output.js';
import type { RunOptions } from './run-options.js';
import { setOption } from './set-option.js';

interface AblateOptions extends RunOptions {
  readonly only?: readonly string[];
}

const help = `
An ablation file names experiments; each has arms, which are methods that play the same instances with the same seeds.
Settings: --set KEY=VALUE holds for all arms, --set EXPERIMENT.KEY=VALUE for those of one experiment; name, table, seeds
and priceAs are the ablation's own.
Exit codes: 0 done, 2 wrong input, 3 an arm was not measured or too many episodes ended in an error, 4 budget reached,
130 interrupted.

Examples:
  planwright ablate configs/table-3.yaml
  planwright ablate configs/table-4.yaml --only hotpotqa
  planwright ablate configs/table-3.yaml --set alfworld.suite=alfworld-suite --set hotpotqa.suite=hotpotqa-suite \\
    --set model.provider=openai --set model.name=gpt-4o-mini --max-cost 50`;

/** Adds `planwright ablate`. */
export function registerAblate(program: Command): void {
  program
    .command('ablate')
    .description(
      'compare methods on the same instances: success and cost, with the numbers of a paper beside them',
    )
    .argument('<config>', 'ablation file, for example configs/table-3.yaml')
    .addOption(setOption())
    .addOption(executorOption())
    .addOption(redisOption())
    .addOption(
      new Option('--only <experiment>', 'only this experiment; may be repeated').argParser(
        (value: string, before: readonly string[] = []) => collect(value, before),
      ),
    )
    .option('--run-id <id>', 'name of the run folder, instead of one made from time, name and seed')
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
    .action(ablate);
}

async function ablate(file: string, options: AblateOptions): Promise<void> {
  const { estimateAblation, loadAblation, parseOverride, prepareAblation, runAblation } = await import(
    '../config/index.js'
  );
  const { headOfAblation } = await import('./describe-head.js');
  const { createDisplay } = await import('./display.js');
  const { abortOnInterrupt } = await import('./abort-on-interrupt.js');
  const { set = [], only = [], maxCost, runId, dryRun = false, json = false } = options;
  const budget =
    maxCost === undefined ? [] : [{ path: ['budget', 'usd'], value: maxCost, prefix: '--max-cost: ' }];
  const ablation = loadAblation(
    file,
    [...executorOverrides(options), ...set.map(parseOverride), ...budget],
    only,
  );
  const display = createDisplay(dryRun ? 'none' : options.display);
  const interrupt = abortOnInterrupt(display.say);
  const kept = createKeptEstimate(options.estimate);
  try {
    const { signal } = interrupt;
    const given = {
      ablation,
      emit: display.sink,
      onFolder: (folder: string) => {
        display.opened(folder);
        kept.keep(folder);
      },
      signal,
      dryRun,
      ...(runId === undefined ? {} : { runId }),
    };
    const prepared = await prepareAblation(given);
    if (dryRun) return await describeWork(prepared, signal, json);
    await kept.make(
      signal,
      prepared.shared.budget,
      async (how) => (await estimateAblation(prepared, how))?.total ?? null,
    );
    display.begin(headOfAblation(prepared));
    const run = await runAblation(prepared);
    display.close();
    await showAblation(run, prepared, json);
    const { summarizeSpend } = await import('../training/index.js');
    await kept.check({ ...run, spend: summarizeSpend(prepared.spend.byPurpose()) });
  } finally {
    display.close();
    interrupt.stop();
  }
}

async function describeWork(prepared: PreparedAblation, signal: AbortSignal, json: boolean): Promise<void> {
  const { estimateAblation } = await import('../config/index.js');
  const { findReachedLimits } = await import('../training/index.js');
  const { experiments, episodes, ablation, shared } = prepared;
  const estimate = await makeEstimate(signal, (how) => estimateAblation(prepared, how));
  const total = estimate?.total ?? null;
  await noteMissingKeys(experiments.flatMap(({ arms }) => arms.flat().map(({ config }) => config)));
  const work = experiments.map(({ experiment, arms, models }) => ({
    name: experiment.name,
    suite: arms[0]?.[0]?.tasks.suite.name,
    models,
    arms: arms.map((bySeed) => ({
      name: bySeed[0]?.arm.name,
      training: sum(bySeed, ({ training }) => training),
      heldOut: sum(bySeed, ({ heldOut }) => heldOut),
      trials: bySeed[0]?.method.agent.retry?.trials ?? 1,
      estimate: estimate?.armOf(experiment.name, bySeed[0]?.arm.name ?? '') ?? null,
    })),
  }));
  if (json) {
    const reaches = total && findReachedLimits(total, shared.budget);
    printJson({ seeds: ablation.seeds, experiments: work, episodes, estimate: total, reaches });
    return;
  }
  const { describeEstimate, describeShare } = await import('./describe-estimate.js');
  for (const { name, suite, models, arms } of work) {
    print(`${name}: suite ${suite}; models ${models.join(', ')}`);
    for (const { name: arm, training, heldOut, trials, estimate: own } of arms) {
      const learning = training > 0 ? `${training} training episodes, ` : '';
      const tries = trials > 1 ? `, up to ${trials} trials each` : '';
      print(
        `  ${arm}: ${learning}${heldOut} held out${tries}${own === null ? '' : `; ${describeShare(own)}`}`,
      );
    }
  }
  print(`Seeds ${ablation.seeds.join(', ')}. That is ${episodes} episodes.`);
  for (const line of describeEstimate(total, shared.budget)) print(line);
  print('Nothing was run.');
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Prints what an ablation measured, and sets the exit code. */
export async function showAblation(
  run: AblationRun,
  { ablation, spend }: PreparedAblation,
  json: boolean,
): Promise<void> {
  const { renderAblation, renderFromCache } = await import('../report/index.js');
  const { summarizeSpend } = await import('../training/index.js');
  const { folder, results } = run;
  const spent = summarizeSpend(spend.byPurpose(), spend.cached());
  if (json)
    printJson({ run: folder, ...results, ...(spent.fromCache ? { fromCache: spent.fromCache } : {}) });
  else {
    print(renderAblation(results, ablation.table));
    for (const line of renderFromCache(spent)) print(`\n${line}`);
    print(`\nRun     ${folder}\nReport  ${folder}/report.md\nSee     planwright report ${folder}`);
  }
  const cells = results.experiments.flatMap(({ arms }) => arms.flatMap((arm) => arm.cells));
  process.exitCode = await exitOfCells(
    run,
    run.errorsAllowed,
    cells.some(({ state }) => state === 'not-measured'),
  );
}
