import type { Command } from 'commander';
import { UsageError } from '../core/errors.js';
import { fraction } from './arguments.js';
import { print, printJson } from './output.js';

interface CompareOptions {
  readonly a?: readonly string[];
  readonly b?: readonly string[];
  readonly tolerance: number;
  readonly json?: boolean;
}

const help = `
A side is a run folder of train, eval or ablate, or a results.json. After # stands a part of it: #baseline for the plan
that a training started from, #ARM or #EXPERIMENT/ARM for an arm of an ablation.
One run on each side is compared instance by instance, several run by run, paired by seed where the seeds are the same.
Verdicts: better, worse, tied within the tolerance, not enough runs.

Examples:
  planwright compare runs/with-plan runs/without
  planwright compare runs/trained runs/trained#baseline
  planwright compare 'runs/batch-size#batchsize-8' 'runs/batch-size#batchsize-2'
  planwright compare --a runs/new-s* --b runs/old-s*`;

/** Adds `planwright compare`. */
export function registerCompare(program: Command): void {
  program
    .command('compare')
    .description('say whether one run, or several, did better than others on the same instances')
    .argument('[a]', 'run to judge')
    .argument('[b]', 'run that it is compared with')
    .option('--a <runs...>', 'several runs to judge, instead of the first argument')
    .option('--b <runs...>', 'several runs that they are compared with')
    .option('--tolerance <share>', 'largest difference of rates that does not matter', fraction, 0.05)
    .option('--json', 'print one JSON document')
    .addHelpText('after', help)
    .action(compare);
}

async function compare(
  left: string | undefined,
  right: string | undefined,
  { a, b, tolerance, json = false }: CompareOptions,
): Promise<void> {
  const { compareRunFolders } = await import('../config/index.js');
  const sides = sidesOf([left, right], [a, b]);
  const comparison = compareRunFolders(...sides, tolerance);
  if (json) {
    printJson(comparison);
    return;
  }
  const { renderComparisonOfResults } = await import('../report/index.js');
  print(renderComparisonOfResults(comparison));
}

type Given = readonly string[];

function sidesOf(
  [left, right]: readonly [string | undefined, string | undefined],
  [a, b]: readonly [Given | undefined, Given | undefined],
): [Given, Given] {
  if (a !== undefined && b !== undefined && left === undefined) return [a, b];
  if (left !== undefined && right !== undefined && a === undefined && b === undefined)
    return [[left], [right]];
  throw new UsageError(
    'two sides are compared',
    'give two runs, or several for each with --a and --b: planwright compare --a runs/x* --b runs/y*',
  );
}
