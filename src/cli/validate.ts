import type { Command } from 'commander';
import { exitCodes, print, printJson } from './output.js';
import { setOption } from './set-option.js';

interface ValidateOptions {
  readonly set?: readonly string[];
  readonly offline?: boolean;
  readonly json?: boolean;
}

const help = `
Exit codes: 0 all is well (warnings included), 2 something is wrong.

Examples:
  planwright validate configs/quickstart.yaml
  planwright validate configs/alfworld.yaml --set suite=alfworld-suite --offline`;

/** Adds `planwright validate`. */
export function registerValidate(program: Command): void {
  program
    .command('validate')
    .description('check a config: keys, suite, prompts, plan, prices, folders, and that the model answers')
    .argument('<config>', 'config file')
    .addOption(setOption())
    .option('--offline', 'ask no model server')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', help)
    .action(validate);
}

async function validate(file: string, { set = [], offline = false, json }: ValidateOptions): Promise<void> {
  const { checkSetup, loadConfig, parseOverride } = await import('../config/index.js');
  const loaded = loadConfig(file, set.map(parseOverride));
  const known = { name: 'config', state: 'ok', detail: `${file}: all keys are known, all values in range` };
  const checks = [known, ...(await checkSetup(loaded, offline))];
  const valid = checks.every(({ state }) => state !== 'failed');
  if (json) printJson({ config: file, valid, checks });
  else for (const { name, state, detail } of checks) print(`${state.padEnd(7)}  ${name}: ${detail}`);
  process.exitCode = valid ? exitCodes.ok : exitCodes.usage;
}
