/** `planwright view`: the runs of a folder in a browser, live. */
import type { Command } from 'commander';
import { wholeNumber } from './arguments.js';
import type { ViewOptions } from './view-server.js';

const help = `
Shows the runs of a folder in a browser, also while they go on: the list, a run, its episodes turn by turn, and two runs
compared. It only reads. The page needs no JavaScript; with it, it brings itself up to date.

It listens on 127.0.0.1: nobody but this machine reaches it. With --host it can be reached from elsewhere, unencrypted,
and asks for a token, which stands in the address that is printed. Better is a tunnel: ssh -L 7788:127.0.0.1:7788 HOST.

Examples:
  planwright view
  planwright view my-runs --port 9000
  planwright view runs/heat
  planwright view runs --host 0.0.0.0`;

/** Adds the command. */
export function registerView(program: Command): void {
  program
    .command('view')
    .description('show runs in a browser, on 127.0.0.1, until Ctrl+C')
    .argument('[dir]', 'folder of runs, or of one run', 'runs')
    .option(
      '--port <n>',
      'port; 0 picks a free one (default: 7788, or the next free one)',
      wholeNumber(0, 65535),
    )
    .option('--host <address>', 'address to listen on; any but this machine alone needs a token', '127.0.0.1')
    .option('--token <token>', 'token to ask for (default: one is made up where one is needed)')
    .option('--json', 'print the address as one line of JSON')
    .addHelpText('after', help)
    .action(async (root: string, options: ViewOptions) => {
      const { serveView } = await import('./view-server.js');
      await serveView(root, options);
    });
}
