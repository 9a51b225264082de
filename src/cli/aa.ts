import { type Command, Option } from 'commander';
import type { Config, NoiseRun } from '../config/index.js';
import { fraction, positiveNumber, wholeNumber } from './arguments.js';
import { type DisplayMode, displayModes } from './display-modes.js';
import { examples } from './examples.js';
import { exitOfRun } from './exit-of-run.js';
import { print, printJson } from './output.js';
import { setOption } from './set-option.js';

interface NoiseCommandOptions {
  readonly repeats: number;
  readonly limit?: number;
  readonly alpha: number;
  readonly set?: readonly string[];
  readonly maxCost?: number;
  readonly runId?: string;
  readonly display: DisplayMode;
  readonly json?: boolean;
}

/** Adds `planwright aa`. */
export function registerAa(program: Command): void {
  program
    .command('aa')
    .description(
      'the noise floor: the same plan, or none, on the same tasks again and again, with other seeds',
    )
    .argument('<config>', 'config file: its plan, agent, model, suite and held-out split')
    .option('--repeats <k>', 'times each instance is played', wholeNumber(2), 10)
    .option('--limit <n>', 'most instances per task type, a seeded sample', wholeNumber(1))
    .option('--alpha <share>', 'p below it is a finding', fraction, 0.05)
    .addOption(setOption())
    .option('--max-cost <usd>', 'stop before more than this is spent, in US$', positiveNumber(1_000_000))
    .option('--run-id <id>', 'name of the run folder, instead of one made from time, config and seed')
    .addOption(new Option('--display <mode>', 'progress on stderr').choices(displayModes).default('auto'))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('aa configs/quickstart.yaml --repeats 10'))
    .action(measure);
}

async function measure(file: string, options: NoiseCommandOptions): Promise<void> {
  const { loadConfig, parseOverride, prepareNoise, runNoise } = await import('../config/index.js');
  const { headOfEvaluation } = await import('./describe-head.js');
  const { createDisplay } = await import('./display.js');
  const { abortOnInterrupt } = await import('./abort-on-interrupt.js');
  const { repeats, limit, alpha, set = [], maxCost, runId } = options;
  const budget = maxCost === undefined ? [] : [{ path: ['budget', 'usd'], value: maxCost }];
  const loaded = loadConfig(file, [...set.map(parseOverride), ...budget]);
  const display = createDisplay(options.display);
  const interrupt = abortOnInterrupt(display.say);
  try {
    const given = { ...(limit === undefined ? {} : { limit }), ...(runId === undefined ? {} : { runId }) };
    const settings = {
      ...loaded,
      ...given,
      repeats,
      alpha,
      emit: display.sink,
      onFolder: display.opened,
      signal: interrupt.signal,
    };
    const prepared = await prepareNoise(settings);
    display.begin(headOfEvaluation(prepared.evaluation, 'aa'));
    const run = await runNoise(prepared);
    display.close();
    await show(run, loaded.config, options.json === true);
    const left = `the episodes so far are in ${run.evaluation.folder}/journal.jsonl`;
    process.exitCode = await exitOfRun(run.evaluation, loaded.config.errorsAllowed, left);
  } finally {
    display.close();
    interrupt.stop();
  }
}

async function show(
  { evaluation, noise, verdicts, alpha }: NoiseRun,
  config: Config,
  json: boolean,
): Promise<void> {
  const { heldOutSplit } = await import('../config/index.js');
  const { renderNoise } = await import('../report/index.js');
  const { folder, models, simulated, instancesAre, plan } = evaluation;
  const split = heldOutSplit(config);
  if (json) {
    printJson({ run: folder, split, plan: plan.id, alpha, noise, verdicts, models, simulated });
    return;
  }
  if (evaluation.results.length === 0) return;
  const planName = plan.text === '' ? 'No plan' : `Plan ${config.plan}`;
  const report = { noise, verdicts, alpha, planName, split, models, simulated, instancesAre };
  print(renderNoise(report));
  print(`\nRun  ${folder}`);
}
