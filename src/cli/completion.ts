/** `planwright completion`: scripts that let a shell complete commands, options, settings and runs. */
import { Argument, type Command } from 'commander';
import { readText } from '../util/files.js';
import { packagePath } from '../util/package.js';

const shells = ['bash', 'zsh', 'fish'] as const;

const help = `
To have it in every shell from now on:
  bash  planwright completion bash >> ~/.bashrc
  zsh   planwright completion zsh >> ~/.zshrc   (after the line with compinit)
  fish  planwright completion fish > ~/.config/fish/completions/planwright.fish

Example, for this shell alone:
  source <(planwright completion bash)

Examples:
  planwright completion bash
  planwright completion fish > ~/.config/fish/completions/planwright.fish`;

/** Adds `planwright completion`. */
export function registerCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that lets your shell complete commands, options, settings and runs')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .addHelpText('after', help)
    .action((shell: (typeof shells)[number]) => printCompletion(program, shell));
}

async function printCompletion(program: Command, shell: (typeof shells)[number]): Promise<void> {
  const { readTables } = await import('./completion/tables.js');
  const { formatBash } = await import('./completion/bash.js');
  const { formatFish } = await import('./completion/fish.js');
  const { formatZsh } = await import('./completion/zsh.js');
  const { environmentNames } = await import('../environments/index.js');

  const tables = readTables(program, {
    values: { world: environmentNames },
    schema: JSON.parse(readText(packagePath('configs/schema.json'))),
  });
  const formats = { bash: formatBash, zsh: formatZsh, fish: formatFish };
  process.stdout.write(formats[shell](tables));
}
