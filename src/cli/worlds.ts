/** `planwright worlds`: the worlds there are, whether they are exact, and how fast they are. */
import type { Command } from 'commander';
import { positiveNumber, wholeNumber, worldOption } from './arguments.js';
import type { CheckOptions } from './check-contract.js';
import { examples } from './examples.js';
import { setOption } from './set-option.js';
import type { WorldsBenchOptions } from './worlds-bench.js';
import type { WorldsVerifyOptions } from './worlds-verify.js';

/** Adds the command group. */
export function registerWorlds(program: Command): void {
  const worlds = program
    .command('worlds')
    .description('list the worlds, verify them, check your own, measure their speed')
    .addHelpText('after', examples('worlds list', 'worlds bench alfworld'));
  worlds
    .command('list')
    .description('the worlds there are')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('worlds list'))
    .action(async ({ json }: { readonly json?: true }) => {
      const { listWorlds } = await import('./worlds-list.js');
      await listWorlds(json === true);
    });
  worlds
    .command('verify')
    .description(
      'replay episodes recorded from the real world and compare every word; exit code 100 if one differs',
    )
    .argument('<world>', 'for example alfworld')
    .requiredOption('--transcripts <file...>', 'recorded episodes, .jsonl or .jsonl.gz')
    .option(
      '--games <source>',
      'folder, zip archive or file with the games or questions they were recorded on',
    )
    .option(
      '--behaviour <name>',
      "rules they were recorded under, for example react (default: by the file's name)",
    )
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      examples('worlds verify alfworld --transcripts episodes.jsonl.gz --games json_2.1.3_tw-pddl.zip'),
    )
    .action(async (world: string, options: WorldsVerifyOptions) => {
      const { verifyWorld } = await import('./worlds-verify.js');
      process.exitCode = await verifyWorld(world, options);
    });
  registerCheck(worlds);
  worlds
    .command('bench')
    .description(
      'steps and resets per second, on 52 instances in turn, 50 steps each: a step lists the admissible actions, ' +
        'takes one of them at random as a text, and has its answer',
    )
    .argument('<world>', 'for example alfworld')
    .option('--seconds <n>', 'how long to measure', positiveNumber(3600), 5)
    .option('--suite <folder>', 'suite to play (default: our own)')
    .option(
      '--option <name=value>',
      'option of the world, for example backend=corpus; may be repeated',
      worldOption,
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('worlds bench alfworld --seconds 10'))
    .action(async (world: string, options: WorldsBenchOptions) => {
      const { benchOneWorld } = await import('./worlds-bench.js');
      await benchOneWorld(world, options);
    });
}

function registerCheck(worlds: Command): void {
  worlds
    .command('check')
    .description(
      'play a world of your own, by a config, and say what breaks the contract; exit code 100 if anything does',
    )
    .argument('<config>', 'config file')
    .option('--per-type <n>', 'instances of each task type that are played', wholeNumber(1), 3)
    .addOption(setOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples('worlds check configs/examples/own-world-python/config.yaml'))
    .action(async (file: string, options: CheckOptions) => {
      const { checkContract } = await import('./check-contract.js');
      process.exitCode = await checkContract('world', file, options);
    });
}
