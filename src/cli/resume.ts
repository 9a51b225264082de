import { type Command, Option } from 'commander';
import type { LoadedRun, RunSettings } from '../config/index.js';
import { positiveNumber } from './arguments.js';
import type { Display } from './display.js';
import { type DisplayMode, displayModes } from './display-modes.js';
import { setOption } from './set-option.js';

interface ResumeOptions {
  readonly set?: readonly string[];
  readonly maxCost?: number;
  readonly allowChanged?: boolean;
  readonly display: DisplayMode;
  readonly json?: boolean;
}

const help = `
Answers and episodes that the run's journal has are used again: they are not paid twice, and the result is the same as
if the run had never ended. Episodes that ended in an infrastructure error are played again, unless a plan has been made
from their batch. Budgets count what was spent before.

Examples:
  planwright resume runs/20261121T080314123Z_quickstart_s0_1f3c9a2e
  planwright resume runs/mine --max-cost 10
  planwright resume runs/mine --set budget.calls=5000 --set concurrency=16`;

/** Adds `planwright resume`. */
export function registerResume(program: Command): void {
  program
    .command('resume')
    .description('go on with a run that was stopped, interrupted or killed')
    .argument('<run>', 'folder of the run')
    .addOption(setOption())
    .option(
      '--max-cost <usd>',
      'stop before more than this is spent in all, in US$',
      positiveNumber(1_000_000),
    )
    .option('--allow-changed', 'go on though suite, prompts, models or settings have changed')
    .addOption(new Option('--display <mode>', 'progress on stderr').choices(displayModes).default('auto'))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(resume);
}

async function resume(folder: string, options: ResumeOptions): Promise<void> {
  const { loadRun, lockRun, parseOverride } = await import('../config/index.js');
  const { createDisplay } = await import('./display.js');
  const { abortOnInterrupt } = await import('./abort-on-interrupt.js');
  const { set = [], maxCost, allowChanged = false, json = false } = options;
  const budget = maxCost === undefined ? [] : [{ path: ['budget', 'usd'], value: maxCost }];
  const display = createDisplay(options.display);
  const interrupt = abortOnInterrupt(display.say);
  const lock = lockRun(folder);
  try {
    const run = await loadRun(folder, [...set.map(parseOverride), ...budget]);
    try {
      const resumed = { folder, record: run.record, allowChanged };
      await goOn(
        run,
        { ...run, emit: display.sink, signal: interrupt.signal, resume: resumed },
        display,
        json,
      );
    } finally {
      run.record.close();
    }
  } finally {
    lock.release();
    display.close();
    interrupt.stop();
  }
}

async function goOn(run: LoadedRun, settings: RunSettings, display: Display, json: boolean): Promise<void> {
  const { evaluationOf, prepareEvaluation, prepareTraining, runEvaluation, runTraining } = await import(
    '../config/index.js'
  );
  if (run.kind === 'eval') {
    const prepared = await prepareEvaluation({ ...settings, ...evaluationOf(run) });
    display.expect(prepared.episodes);
    const ended = await runEvaluation(prepared);
    display.close();
    const { showEvaluation } = await import('./show-evaluation.js');
    return showEvaluation(ended, run.config, json);
  }
  const prepared = await prepareTraining(settings);
  display.expect(prepared.episodes);
  const ended = await runTraining(prepared);
  display.close();
  const { showTraining } = await import('./show-training.js');
  return showTraining(ended, prepared, json);
}
