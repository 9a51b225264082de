/** `planwright simulate`: the simulated model behind OpenAI's Chat Completions API, on this machine only. */
import type { Command } from 'commander';
import { positiveNumber, share, wholeNumber } from './arguments.js';
import type { SimulateOptions } from './simulate-server.js';

const defaultPort = 8399;

const help = `
With --fault-rate, that share of the calls fails in one of thirteen ways: refused (429, with sensible and odd values of
Retry-After), server errors, connections cut before, within and instead of an answer, answers that never end, that are
cut, empty, a web page or no JSON, or that lack their text. The same seed gives the same storm. At its end the server
says what it served.

Examples:
  planwright simulate
  planwright simulate --latency 50 --spread 0.8
  planwright simulate --prefix-cache
  planwright simulate --fault-rate 0.3 --latency 50 --seed 7`;

/** Adds the command. */
export function registerSimulate(program: Command): void {
  program
    .command('simulate')
    .description('serve the simulated model as an OpenAI-compatible server on 127.0.0.1, until Ctrl+C')
    .option('--port <n>', 'port; 0 picks a free one', wholeNumber(0, 65535), defaultPort)
    .option('--profile <file>', 'YAML file with numbers of your own, served as simulated-custom')
    .option('--fault-rate <share>', 'share of the calls that fail, from 0 to 1', share)
    .option('--latency <ms>', 'milliseconds that each answer takes', wholeNumber(0, 600_000))
    .option(
      '--spread <sigma>',
      'let answers take longer or shorter: sigma of a lognormal, whose median is --latency',
      positiveNumber(3),
    )
    .option('--prefix-cache', 'say in the usage how much of each prompt began like one before it')
    .option('--seed <n>', 'draws faults and spread; default 0', wholeNumber(0))
    .option('--json', 'print the address as one JSON document')
    .addHelpText('after', help)
    .action(async (options: SimulateOptions) => {
      const { serveSimulatedModels } = await import('./simulate-server.js');
      await serveSimulatedModels(options);
    });
}
