import { type Command, Option } from 'commander';
import type { Override, RunSettings } from '../config/index.js';
import { positiveNumber } from './arguments.js';
import type { Display } from './display.js';
import { type DisplayMode, displayModes } from './display-modes.js';
import { type ExecutorOptions, executorOption, executorOverrides, redisOption } from './executor-options.js';
import { setOption } from './set-option.js';

interface ResumeOptions extends ExecutorOptions {
  readonly set?: readonly string[];
  readonly maxCost?: number;
  readonly allowChanged?: boolean;
  readonly display: DisplayMode;
  readonly failOnHurt?: boolean;
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
    .argument('<run>', 'folder of the run, or latest')
    .addOption(setOption())
    .addOption(executorOption())
    .addOption(redisOption())
    .option(
      '--max-cost <usd>',
      'stop before more than this is spent in all, in US$',
      positiveNumber(1_000_000),
    )
    .option('--allow-changed', 'go on though suite, prompts, models or settings have changed')
    .addOption(new Option('--display <mode>', 'progress on stderr').choices(displayModes).default('auto'))
    .option('--fail-on-hurt', 'of a transfer: exit 100 where a plan hurts')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(resume);
}

async function resume(run: string, options: ResumeOptions): Promise<void> {
  const { findRun, lockRun, parseOverride } = await import('../config/index.js');
  const { createDisplay } = await import('./display.js');
  const { abortOnInterrupt } = await import('./abort-on-interrupt.js');
  const { set = [], maxCost, allowChanged = false, failOnHurt = false, json = false } = options;
  const budget = maxCost === undefined ? [] : [{ path: ['budget', 'usd'], value: maxCost }];
  const display = createDisplay(options.display);
  const interrupt = abortOnInterrupt(display.say);
  const folder = findRun(run);
  const lock = lockRun(folder);
  try {
    const task = {
      folder,
      overrides: [...executorOverrides(options), ...set.map(parseOverride), ...budget],
      allowChanged,
    };
    await goOn({ ...task, display, signal: interrupt.signal, failOnHurt, json });
  } finally {
    lock.release();
    display.close();
    interrupt.stop();
  }
}

/** What to go on with, and how to show it. */
interface ResumeTask {
  readonly folder: string;
  readonly overrides: readonly Override[];
  readonly allowChanged: boolean;
  readonly display: Display;
  readonly signal: AbortSignal;
  readonly failOnHurt: boolean;
  readonly json: boolean;
}

async function goOn(task: ResumeTask): Promise<void> {
  const { loadRecord, readRunKind } = await import('../config/index.js');
  const { folder, allowChanged, display, signal } = task;
  const kind = readRunKind(folder);
  // An ablation adds up each of its cells from their calls; the others know an ended episode by its record.
  const record = await loadRecord(folder, kind === 'ablate' || kind === 'transfer' ? 'replay' : 'resume');
  try {
    const told = { emit: display.sink, onFolder: display.opened, signal };
    const settings = { ...told, resume: { folder, record, allowChanged } };
    if (kind === 'ablate') await resumeAblation(task, settings);
    else if (kind === 'transfer') await resumeTransfer(task, settings);
    else if (kind === 'certify') await resumeCertification(task, settings);
    else if (kind === 'eval') await resumeEvaluation(task, settings);
    else await resumeTraining(task, settings);
  } finally {
    record.close();
  }
}

type Settings = Required<Pick<RunSettings, 'emit' | 'onFolder' | 'signal' | 'resume'>>;

async function resumeTraining({ folder, overrides, display, json }: ResumeTask, settings: Settings) {
  const { headOfTraining } = await import('./describe-head.js');
  const { loadConfigOfRun, prepareTraining, runTraining } = await import('../config/index.js');
  const { showTraining } = await import('./show-training.js');
  const prepared = await prepareTraining({ ...loadConfigOfRun(folder, overrides), ...settings });
  display.begin(headOfTraining(prepared));
  const run = await runTraining(prepared);
  display.close();
  await showTraining(run, prepared, json);
}

async function resumeEvaluation({ folder, overrides, display, json }: ResumeTask, settings: Settings) {
  const { headOfEvaluation } = await import('./describe-head.js');
  const { evaluationOf, loadConfigOfRun, prepareEvaluation, runEvaluation } = await import(
    '../config/index.js'
  );
  const { showEvaluation } = await import('./show-evaluation.js');
  const loaded = loadConfigOfRun(folder, overrides);
  const prepared = await prepareEvaluation({ ...loaded, ...evaluationOf(folder), ...settings });
  display.begin(headOfEvaluation(prepared));
  const run = await runEvaluation(prepared);
  display.close();
  await showEvaluation(run, loaded.config, json);
}

async function resumeCertification({ folder, overrides, display, json }: ResumeTask, settings: Settings) {
  const { headOfCertification } = await import('./describe-head.js');
  const { certificationOf, loadConfigOfRun, prepareCertification, runCertification } = await import(
    '../config/index.js'
  );
  const { showCertification } = await import('./certify.js');
  const loaded = loadConfigOfRun(folder, overrides);
  const prepared = await prepareCertification({ ...loaded, ...certificationOf(folder), ...settings });
  display.begin(headOfCertification(prepared));
  const run = await runCertification(prepared);
  display.close();
  await showCertification(run, prepared, json);
}

async function resumeAblation({ folder, overrides, display, json }: ResumeTask, settings: Settings) {
  const { headOfAblation } = await import('./describe-head.js');
  const { loadAblationOfRun, prepareAblation, runAblation } = await import('../config/index.js');
  const { showAblation } = await import('./ablate.js');
  const prepared = await prepareAblation({ ablation: loadAblationOfRun(folder, overrides), ...settings });
  display.begin(headOfAblation(prepared));
  const run = await runAblation(prepared);
  display.close();
  await showAblation(run, prepared, json);
}

async function resumeTransfer(
  { folder, overrides, display, failOnHurt, json }: ResumeTask,
  settings: Settings,
) {
  const { loadTransferOfRun, prepareAblation, runTransfer } = await import('../config/index.js');
  const { showTransfer } = await import('./transfer.js');
  const prepared = await prepareAblation({ ablation: loadTransferOfRun(folder, overrides), ...settings });
  display.expect(prepared.episodes);
  const run = await runTransfer(prepared);
  display.close();
  await showTransfer(run, prepared, { failOnHurt, json });
}
