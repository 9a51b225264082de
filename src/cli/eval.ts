import { type Command, Option } from 'commander';
import type { Override } from '../config/index.js';
import { collect, wholeNumber } from './arguments.js';
import { type DisplayMode, displayModes } from './display-modes.js';
import { exitCodes, note, print, printJson, showPlainly } from './output.js';

interface EvalOptions {
  readonly config?: string;
  readonly suite?: string;
  readonly plan?: string | false;
  readonly agent?: string;
  readonly split: string;
  readonly taskType?: string;
  readonly repeats: number;
  readonly limit?: number;
  readonly set: readonly string[];
  readonly display: DisplayMode;
  readonly json?: boolean;
}

/** Adds `planwright eval`. */
export function registerEval(program: Command): void {
  program
    .command('eval')
    .description('measure a frozen plan, or no plan, on a split')
    .option('--suite <folder>', 'suite to play')
    .option('--plan <file>', 'plan to follow: a plan file, or any text')
    .option('--no-plan', 'follow no plan (the default)')
    .option('--agent <name>', 'agent that plays')
    .option('--split <name>', 'split by our name or the official one', 'held-out')
    .option('--task-type <type>', "only this task type (default: the plan's own, else all)")
    .option('--repeats <k>', 'times each game is played, with other seeds', wholeNumber(1), 1)
    .option('--limit <n>', 'most games per task type, a seeded sample', wholeNumber(1))
    .option('--config <file>', 'take everything else from a config file')
    .option(
      '--set <key=value>',
      'set a config value, for example model.provider=openai (repeatable)',
      collect,
      [],
    )
    .addOption(new Option('--display <mode>', 'progress on stderr').choices(displayModes).default('auto'))
    .option('--json', 'print the result as JSON')
    .action(evaluate);
}

async function evaluate(options: EvalOptions): Promise<void> {
  const { loadConfig, parseOverride, runEvaluation, taskTypeOfPlan } = await import('../config/index.js');
  const { createDisplay } = await import('./display.js');
  const { abortOnInterrupt } = await import('./abort-on-interrupt.js');
  const planType = typeof options.plan === 'string' ? taskTypeOfPlan(options.plan) : undefined;
  const config = loadConfig(options.config, [
    ...fromOptions(options, planType),
    ...options.set.map(parseOverride),
  ]);
  const display = createDisplay(options.display);
  const interrupt = abortOnInterrupt();
  try {
    const { repeats } = options;
    const limited = options.limit === undefined ? {} : { limit: options.limit };
    const measured = await runEvaluation({
      config,
      repeats,
      ...limited,
      emit: display.sink,
      signal: interrupt.signal,
    });
    display.close();
    await show(measured, options);
    process.exitCode = measured.errorShare > config.errorsAllowed ? exitCodes.tooManyErrors : exitCodes.ok;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    note('interrupted; nothing was written');
    process.exitCode = exitCodes.interrupted;
  } finally {
    display.close();
    interrupt.stop();
  }
}

function fromOptions(options: EvalOptions, planType: string | undefined): Override[] {
  const taskType = options.taskType ?? planType;
  const given: readonly (readonly [string, unknown])[] = [
    ['suite', options.suite],
    ['plan', options.plan === false ? undefined : options.plan],
    ['taskType', taskType],
    ['heldOut', options.split],
    ['agent.name', options.agent],
  ];
  return given.flatMap(([key, value]) => (value === undefined ? [] : [{ path: key.split('.'), value }]));
}

type Measured = Awaited<ReturnType<typeof import('../config/index.js')['runEvaluation']>>;

async function show(measured: Measured, options: EvalOptions): Promise<void> {
  const { renderEvaluation } = await import('../report/index.js');
  const { plan, spend, ...rest } = measured;
  if (options.json)
    return printJson({
      plan: plan.id,
      split: options.split,
      ...rest,
      usage: spend.usage,
      costUsd: spend.costUsd,
    });
  const planName = plan.text === '' ? 'No plan' : `Plan ${options.plan || plan.id.slice(7, 15)}`;
  print(showPlainly(renderEvaluation({ ...measured, split: options.split, planName })));
}
