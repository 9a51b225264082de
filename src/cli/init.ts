/** `planwright init`: something that runs, to begin with. */
import type { Command } from 'commander';
import { print, printJson } from './output.js';
import { nameOfCall, quoteForShell } from './own-name.js';

interface InitOptions {
  readonly world?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

const help = `
Writes planwright.yaml, a tiny suite of our own games or questions, a README and a JSON schema for editors. The model is
simulated, so that no key is needed. Nothing is overwritten, but for these same files with --force.

Examples:
  planwright init
  planwright init first-plan
  planwright init questions --world hotpotqa`;

/** Adds `planwright init`. */
export function registerInit(program: Command): void {
  program
    .command('init')
    .description('write a small project that leads to a learned plan in three commands, no key needed')
    .argument('[folder]', 'folder to write it into; made where it is missing', '.')
    .option('--world <world>', 'alfworld, household tasks (default), or hotpotqa, questions')
    .option('--force', 'replace files of the same names')
    .option('--json', 'print what was written and the next commands as JSON')
    .addHelpText('after', help)
    .action(init);
}

async function init(folder: string, { world, force, json }: InitOptions): Promise<void> {
  const { createStarter, describeStarterCommands, starterCommands } = await import('../config/index.js');
  const planwright = nameOfCall({ script: process.argv[1] ?? '', environment: process.env, folder });
  // A file that may be shared does not name this machine's folders.
  const portable = planwright.endsWith('planwright') ? planwright : 'planwright';
  const paths = await createStarter({
    folder,
    planwright: portable,
    ...(force === undefined ? {} : { force }),
    ...(world === undefined ? {} : { world }),
  });
  if (json)
    return printJson({ folder, files: paths, commands: starterCommands(planwright), simulated: true });
  const target = folder.startsWith('-') ? `./${folder}` : folder;
  const enter = folder === '.' ? [] : [`cd ${quoteForShell(target)}`];
  const lines = [
    `Written to ${folder === '.' ? 'this folder' : folder}: ${paths.join(', ')}.`,
    'The model is simulated: a program that stands in for a language model. No key is needed.',
    '',
    'To learn a plan, in under a minute:',
    '',
    ...[...enter, ...describeStarterCommands(planwright)].map((command) => `  ${command}`),
  ];
  print(lines.join('\n'));
}
