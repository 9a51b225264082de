/** `planwright agents`: whether an agent keeps its contract. */
import type { Command } from 'commander';
import type { CheckOptions } from './check-contract.js';
import { examples } from './examples.js';
import { setOption } from './set-option.js';

/** Adds the command group. */
export function registerAgents(program: Command): void {
  const agents = program
    .command('agents')
    .description('check an agent of your own')
    .addHelpText('after', examples('agents check configs/examples/own-world-js/config.yaml'));
  agents
    .command('check')
    .description(
      'let the agent of a config play with a scripted model and say what breaks the contract; exit code 100 if anything does',
    )
    .argument('<config>', 'config file')
    .addOption(setOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('agents check configs/examples/own-world-python/config.yaml'))
    .action(async (file: string, options: CheckOptions) => {
      const { checkContract } = await import('./check-contract.js');
      process.exitCode = await checkContract('agent', file, options);
    });
}
