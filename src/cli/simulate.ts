/** `planwright simulate`: the simulated model behind OpenAI's Chat Completions API, on this machine only. */
import type { Command } from 'commander';
import { wholeNumber } from './arguments.js';
import type { SimulateOptions } from './simulate-server.js';

const defaultPort = 8399;

/** Adds the command. */
export function registerSimulate(program: Command): void {
  program
    .command('simulate')
    .description('serve the simulated model as an OpenAI-compatible server on 127.0.0.1, until Ctrl+C')
    .option('--port <n>', 'port; 0 picks a free one', wholeNumber(0, 65535), defaultPort)
    .option('--profile <file>', 'YAML file with numbers of your own, served as simulated-custom')
    .option('--json', 'print the address as one JSON document')
    .action(async (options: SimulateOptions) => {
      const { serveSimulatedModels } = await import('./simulate-server.js');
      await serveSimulatedModels(options);
    });
}
