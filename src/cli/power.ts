import { type Command, Option } from 'commander';
import type { PowerRun } from '../config/index.js';
import { fraction, positiveNumber, share, wholeNumber } from './arguments.js';
import { type DisplayMode, displayModes } from './display-modes.js';
import { exitOfRun } from './exit-of-run.js';
import { print, printJson } from './output.js';
import { setOption } from './set-option.js';

interface PowerCommandOptions {
  readonly effect: number;
  readonly alpha: number;
  readonly power: number;
  readonly pilot: number;
  readonly rate?: number;
  readonly flips?: number;
  readonly set?: readonly string[];
  readonly maxCost?: number;
  readonly runId?: string;
  readonly display: DisplayMode;
  readonly json?: boolean;
}

const help = `
The pilot plays training tasks twice with different seeds, so that the held-out ones stay sealed. With --rate nothing is
played, and costs are not known.

Examples:
  planwright power configs/household.yaml --effect 0.2
  planwright power configs/household.yaml --rate 0.35 --flips 0.2`;

/** Adds `planwright power`. */
export function registerPower(program: Command): void {
  program
    .command('power')
    .description(
      'before money is spent: the difference that can be found, the tasks and runs needed, the cost',
    )
    .argument('<config>', 'config file')
    .option('--effect <share>', 'true difference of success rates to be found', fraction, 0.1)
    .option('--alpha <share>', 'p below it is a finding', fraction, 0.05)
    .option('--power <share>', 'chance to find it', fraction, 0.8)
    .option('--pilot <n>', 'instances per task type that are played twice', wholeNumber(1), 24)
    .option('--rate <share>', "the baseline's success rate, instead of a pilot", share)
    .option('--flips <share>', 'with --rate: chance that two plays of one task differ', share)
    .addOption(setOption())
    .option('--max-cost <usd>', 'stop before more than this is spent, in US$', positiveNumber(1_000_000))
    .option('--run-id <id>', "name of the pilot's run folder, instead of one made from time, config and seed")
    .addOption(new Option('--display <mode>', 'progress on stderr').choices(displayModes).default('auto'))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(workOut);
}

async function workOut(file: string, options: PowerCommandOptions): Promise<void> {
  const { givenChances, loadConfig, parseOverride, preparePower, runPower } = await import(
    '../config/index.js'
  );
  const { headOfEvaluation } = await import('./describe-head.js');
  const { createDisplay } = await import('./display.js');
  const { abortOnInterrupt } = await import('./abort-on-interrupt.js');
  const { effect, alpha, power, pilot, rate, flips, set = [], maxCost, runId } = options;
  const budget = maxCost === undefined ? [] : [{ path: ['budget', 'usd'], value: maxCost }];
  const loaded = loadConfig(file, [...set.map(parseOverride), ...budget]);
  const chances = givenChances(rate, flips);
  const display = createDisplay(options.display);
  const interrupt = abortOnInterrupt(display.say);
  try {
    const prepared = await preparePower({
      ...loaded,
      effect,
      alpha,
      power,
      pilot,
      ...(chances === null ? {} : { chances }),
      ...(runId === undefined ? {} : { runId }),
      emit: display.sink,
      onFolder: display.opened,
      signal: interrupt.signal,
    });
    if (prepared.pilot !== null) display.begin(headOfEvaluation(prepared.pilot, 'power'));
    const run = await runPower(prepared);
    display.close();
    await show(run, options.json === true);
    if (run.pilot === null) return;
    const left = `the episodes so far are in ${run.pilot.folder}/journal.jsonl`;
    process.exitCode = await exitOfRun(run.pilot, loaded.config.errorsAllowed, left);
  } finally {
    display.close();
    interrupt.stop();
  }
}

async function show({ report, pilot }: PowerRun, json: boolean): Promise<void> {
  if (json) {
    printJson({ run: pilot?.folder ?? null, ...report });
    return;
  }
  const { renderPower } = await import('../report/index.js');
  print(renderPower(report));
  if (pilot !== null) print(`\nRun  ${pilot.folder}`);
}
