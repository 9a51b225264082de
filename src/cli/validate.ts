import type { Command } from 'commander';
import type { Config } from '../config/index.js';
import { collect } from './arguments.js';
import { print, printJson } from './output.js';

interface ValidateOptions {
  readonly set: readonly string[];
  readonly offline?: boolean;
  readonly json?: boolean;
}

/** One thing that was looked at. A check that was not run is never called good. */
interface Check {
  readonly name: string;
  readonly state: 'ok' | 'skipped' | 'warning';
  readonly detail: string;
}

/** Adds `planwright validate`. */
export function registerValidate(program: Command): void {
  program
    .command('validate')
    .description('check a config: keys, suite, prompts, plan, prices, folders, and that the model answers')
    .argument('<config>', 'config file')
    .option('--set <key=value>', 'set a config value (repeatable)', collect, [])
    .option('--offline', 'do not ask the model server')
    .option('--json', 'print the result as JSON')
    .action(validate);
}

async function validate(file: string, options: ValidateOptions): Promise<void> {
  const { loadConfig, parseOverride } = await import('../config/index.js');
  const config = loadConfig(file, options.set.map(parseOverride));
  const checks = [
    { name: 'config', state: 'ok' as const, detail: `${file}: all keys known and in range` },
    ...(await runChecks(config, options.offline === true)),
  ];
  if (options.json) return printJson({ config: file, checks });
  for (const { name, state, detail } of checks) print(`${state.padEnd(7)} ${name}: ${detail}`);
}

/** Runs every check; the first thing that is wrong is thrown. */
async function runChecks(config: Config & { readonly name: string }, offline: boolean): Promise<Check[]> {
  const { resolveInitialPlan, resolveMethod, resolveTasks, checkRunsFolder } = await import(
    '../config/index.js'
  );
  const tasks = resolveTasks(config);
  const { agent, optimizer } = resolveMethod(config);
  const types = tasks.taskTypes.map(
    ({ taskType, train, heldOut }) => `${taskType} ${train.length}+${heldOut.length}`,
  );
  const plan = resolveInitialPlan(config.plan, tasks.environment.name, tasks.taskTypes[0]?.taskType ?? '');
  checkRunsFolder(config.runs);
  return [
    {
      name: 'suite',
      state: 'ok',
      detail: `${tasks.suite.name}; games to train on + held out: ${types.join(', ')}`,
    },
    { name: 'world', state: 'ok', detail: `${tasks.environment.name}@${tasks.environment.version}` },
    {
      name: 'method',
      state: 'ok',
      detail: `agent ${agent.name}, optimizer ${optimizer.name}, prompts found`,
    },
    {
      name: 'plan',
      state: 'ok',
      detail: plan.text === '' ? 'starts from no plan' : `starts from ${config.plan}`,
    },
    { name: 'runs', state: 'ok', detail: `${config.runs} can be written` },
    ...(await checkModels(config, offline)),
  ];
}

async function checkModels(config: Config, offline: boolean): Promise<Check[]> {
  const { pingModels, resolveModels } = await import('../config/index.js');
  const { findPrice } = await import('../models/index.js');
  if (offline && config.model.provider === 'openai' && config.model.name === undefined) {
    return [
      {
        name: 'models',
        state: 'skipped',
        detail: 'model.name is not set, and the server is not asked (--offline)',
      },
    ];
  }
  const models = await resolveModels(config);
  const unpriced = [...new Set(Object.values(models.names))].filter(
    (name) => findPrice(models.prices, name) === null,
  );
  const prices: Check =
    unpriced.length > 0
      ? {
          name: 'prices',
          state: 'warning',
          detail: `no price for ${unpriced.join(', ')}: cost will be unknown`,
        }
      : { name: 'prices', state: 'ok', detail: 'known for all models' };
  const names = [...new Set(Object.values(models.names))].join(', ');
  if (offline)
    return [prices, { name: 'models', state: 'skipped', detail: `${names}: not asked (--offline)` }];
  return [prices, { name: 'models', state: 'ok', detail: `${names}: ${await pingModels(models)}` }];
}
