import { type Command, Option } from 'commander';
import type { CertificationRun, Override, PreparedCertification } from '../config/index.js';
import { fraction, wholeNumber } from './arguments.js';
import { type DisplayMode, displayModes } from './display-modes.js';
import {
  createKeptEstimate,
  describeMeasuring,
  dryRunOption,
  estimateOption,
  makeEstimate,
} from './estimate.js';
import { type ExecutorOptions, executorOption, executorOverrides, redisOption } from './executor-options.js';
import { exitOfRun } from './exit-of-run.js';
import { exitCodes, note, print, printJson } from './output.js';
import { setOption } from './set-option.js';

interface CertifyCommandOptions extends ExecutorOptions {
  readonly suite?: string;
  readonly baseline: string;
  readonly agent?: string;
  readonly config?: string;
  readonly limit?: number;
  readonly alpha: number;
  readonly set?: readonly string[];
  readonly runId?: string;
  readonly dryRun?: boolean;
  readonly estimate?: boolean;
  readonly display: DisplayMode;
  readonly json?: boolean;
}

const help = `
The certificate is written into the plan file; of a registered plan, beside it. openings.jsonl in the runs folder
remembers what was measured on the held-out tasks, by train and eval as well; p is corrected for the number of plans
tried. Run the same comparison again, and it is said to be a repeat: it does not count again, and the first result stands.
Exit codes: 0 certified, 100 not certified or not enough runs, 2 wrong input, 3 too many episodes ended in an error,
4 budget reached, 130 interrupted.

Examples:
  planwright certify runs/RUN/plans/best.md --suite tasks/household
  planwright certify new.md --suite tasks/household --baseline old.md --config configs/household.yaml`;

/** Adds `planwright certify`. */
export function registerCertify(program: Command): void {
  program
    .command('certify')
    .description(
      'prove on held-out tasks, by fresh rollouts, that a plan helps; writes it into the plan file',
    )
    .argument('<plan>', 'plan file, or registered plan such as heat@production')
    .option('--suite <folder>', 'suite to play')
    .option('--baseline <file>', 'plan to compare it with, or none', 'none')
    .option('--agent <name>', 'agent that plays: autoplan, react, reflexion, adaplanner')
    .option('--limit <n>', 'most instances, a seeded sample', wholeNumber(1))
    .option('--alpha <share>', 'chance of a false certificate that is put up with', fraction, 0.05)
    .option('--config <file>', 'take everything else from a config file')
    .addOption(setOption())
    .addOption(executorOption())
    .addOption(redisOption())
    .option('--run-id <id>', 'name of the run folder, instead of one made from time, config and seed')
    .addOption(dryRunOption())
    .addOption(estimateOption())
    .addOption(new Option('--display <mode>', 'progress on stderr').choices(displayModes).default('auto'))
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(certify);
}

async function certify(planFile: string, options: CertifyCommandOptions): Promise<void> {
  const { estimateCertification, loadConfig, parseOverride, prepareCertification, runCertification } =
    await import('../config/index.js');
  const { headOfCertification } = await import('./describe-head.js');
  const { createDisplay } = await import('./display.js');
  const { abortOnInterrupt } = await import('./abort-on-interrupt.js');
  const { baseline, limit, alpha, runId, set = [], json = false } = options;
  const overrides = [
    ...(await fromOptions(planFile, options)),
    ...executorOverrides(options),
    ...set.map(parseOverride),
  ];
  const loaded = loadConfig(options.config, overrides);
  const display = createDisplay(options.dryRun ? 'none' : options.display);
  const interrupt = abortOnInterrupt(display.say);
  const kept = createKeptEstimate(options.estimate);
  try {
    const { signal } = interrupt;
    const prepared = await prepareCertification({
      ...loaded,
      planFile,
      alpha,
      ...(baseline === 'none' ? {} : { baselineFile: baseline }),
      ...(limit === undefined ? {} : { limit }),
      ...(runId === undefined ? {} : { runId }),
      emit: display.sink,
      onFolder: (folder) => {
        display.opened(folder);
        kept.keep(folder);
      },
      signal,
      dryRun: options.dryRun === true,
    });
    for (const line of prepared.notes) note(`note: ${line}`);
    if (options.dryRun) return await describeWork(prepared, signal, json);
    await kept.make(signal, prepared.config.budget, (how) => estimateCertification(prepared, how));
    display.begin(headOfCertification(prepared));
    const run = await runCertification(prepared);
    display.close();
    await showCertification(run, prepared, json);
    await kept.check(run);
  } finally {
    display.close();
    interrupt.stop();
  }
}

async function describeWork(
  prepared: PreparedCertification,
  signal: AbortSignal,
  json: boolean,
): Promise<void> {
  const { estimateCertification } = await import('../config/index.js');
  const { tasks, planFile, baselineFile, opening } = prepared;
  const { taskType } = tasks.plan;
  const heldOut = tasks.instances.length;
  const estimate = await makeEstimate(signal, (how) => estimateCertification(prepared, how));
  const lines = [
    `  ${taskType}: ${heldOut} ${tasks.environment.instancesAre} with ${planFile} and with ${baselineFile ?? 'no plan'}; opening ${opening} of split ${tasks.split}`,
  ];
  await describeMeasuring(prepared, { taskType, heldOut, opening }, lines, estimate, json);
}

async function fromOptions(
  planFile: string,
  { config, suite, agent }: CertifyCommandOptions,
): Promise<Override[]> {
  const { certifiableTaskType } = await import('../config/index.js');
  const given: readonly (readonly [string, unknown])[] = [
    ['name', config === undefined ? 'certify' : undefined],
    ['suite', suite],
    ['taskType', certifiableTaskType(planFile)],
    ['agent.name', agent],
  ];
  return given.flatMap(([key, value]) => (value === undefined ? [] : [{ path: key.split('.'), value }]));
}

/** Prints a certification, and sets the exit code. */
export async function showCertification(
  run: CertificationRun,
  prepared: PreparedCertification,
  json: boolean,
): Promise<void> {
  await show(run, prepared, json);
  process.exitCode = await exitOf(run, prepared);
}

async function show(
  run: CertificationRun,
  { planFile, baselineFile, tasks }: PreparedCertification,
  json: boolean,
): Promise<void> {
  if (json) {
    printJson({ run: run.folder, plan: planFile, written: run.written, ...run.document });
    return;
  }
  if (run.certificate === null) return;
  const { renderCertificate } = await import('../report/index.js');
  const text = renderCertificate({
    ...run,
    certificate: run.certificate,
    planName: planFile,
    baselineName: baselineFile ?? 'no plan',
    taskType: tasks.plan.taskType,
    instancesAre: tasks.environment.instancesAre,
  });
  print(text);
  print(
    `\nRun   ${run.folder}\nPlan  ${planFile}${run.written ? '' : ' (as it was)'}\nSee   planwright report ${run.folder}`,
  );
}

async function exitOf(run: CertificationRun, { config }: PreparedCertification): Promise<number> {
  const left = `the plan file is as it was; see ${run.folder}`;
  const code = await exitOfRun(run, config.errorsAllowed, left);
  if (code !== exitCodes.ok) return code;
  return run.certificate?.verdict === 'certified' ? exitCodes.ok : exitCodes.gate;
}
