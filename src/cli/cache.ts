import type { Command } from 'commander';
import { age, byteCount } from './arguments.js';
import { examples } from './examples.js';
import { print, printJson } from './output.js';

interface JsonOption {
  readonly json?: boolean;
}

interface PruneOptions extends JsonOption {
  readonly olderThan?: number;
  readonly maxSize?: number;
}

const argumentHelp = 'folder of the cache, as cache.folder in the config';

/** Adds `planwright cache` and its commands. */
export function registerCache(program: Command): void {
  const cache = program
    .command('cache')
    .description('look at the answers of models that a response cache keeps, and thin them out')
    .addHelpText('after', examples('cache stats cache'));
  cache
    .command('stats')
    .description('how many answers there are, and of which models')
    .argument('[folder]', argumentHelp, 'cache')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  planwright cache stats cache')
    .action(stats);
  cache
    .command('prune')
    .description('remove old answers; without limits only those that are damaged. Runs may go on meanwhile')
    .argument('[folder]', argumentHelp, 'cache')
    .option('--older-than <age>', 'remove what is older, for example 12h, 30d or 8w', age)
    .option(
      '--max-size <size>',
      'then remove the oldest until no more is left, for example 500MB or 1GB',
      byteCount,
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  planwright cache prune cache\n  planwright cache prune cache --older-than 30d --max-size 1GB',
    )
    .action(prune);
}

async function stats(folder: string, { json }: JsonOption): Promise<void> {
  const { summarizeAnswers } = await import('../models/index.js');
  const { formatBytes, groupDigits } = await import('../report/index.js');
  const { renderTable } = await import('./table.js');
  const summary = await summarizeAnswers(folder);
  if (json) return printJson({ folder, ...summary });
  const { models, answers, bytes } = summary;
  const rows = [...models, { model: 'all', answers, bytes }].map((row) => [
    row.model,
    groupDigits(row.answers),
    formatBytes(row.bytes),
  ]);
  print(renderTable([['model', 'answers', 'size'], ...rows]));
}

async function prune(folder: string, { olderThan, maxSize, json }: PruneOptions): Promise<void> {
  const { pruneAnswers } = await import('../models/index.js');
  const { formatBytes, groupDigits } = await import('../report/index.js');
  const { systemClock } = await import('../util/clock.js');
  const pruning = await pruneAnswers(folder, {
    ...(olderThan === undefined ? {} : { keptSince: systemClock.now() - olderThan }),
    ...(maxSize === undefined ? {} : { maxBytes: maxSize }),
  });
  if (json) return printJson({ folder, ...pruning });
  const { removed, damaged, left } = pruning;
  print(`Removed  ${groupDigits(removed.answers)} answers, ${formatBytes(removed.bytes)}`);
  if (damaged > 0) print(`Damaged  ${groupDigits(damaged)} more, removed too`);
  print(`Left     ${groupDigits(left.answers)} answers, ${formatBytes(left.bytes)}`);
}
