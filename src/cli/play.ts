/** `planwright play`: a person plays an instance in the terminal. */
import { type Command, Option } from 'commander';
import { rule, worldOption } from './arguments.js';
import { examples } from './examples.js';
import type { PlayOptions } from './play-session.js';

/** Adds the command. */
export function registerPlay(program: Command): void {
  program
    .command('play')
    .description('play a task yourself, in the terminal')
    .argument('<suite>', 'suite folder, for example tasks/household')
    .option('--instance <id>', 'id of the instance (default: the first of the split)')
    .option('--split <split>', 'split to take the first instance from', 'train')
    .option('--task-type <type>', 'task type to take the first instance of')
    .addOption(
      new Option(
        '--feedback <kind>',
        'augmented says why an action failed (default), plain does not',
      ).choices(['augmented', 'plain']),
    )
    .option('--rule <name=values>', 'changed rule, for example heat=toaster; may be repeated', rule)
    .option(
      '--option <name=value>',
      'option of the world, for example backend=corpus; may be repeated',
      worldOption,
    )
    .addHelpText(
      'after',
      examples('play tasks/household --task-type heat', 'play tasks/encyclopedia --option backend=corpus'),
    )
    .action(async (folder: string, options: PlayOptions) => {
      const { playSuite } = await import('./play-session.js');
      process.exitCode = await playSuite(folder, options);
    });
}
