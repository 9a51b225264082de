/** `planwright annotate`: people say which answers are right. */
import { type Command, Option } from 'commander';
import type { AnnotateExportOptions } from './annotate-export.js';
import type { AnnotateImportOptions } from './annotate-import.js';
import { wholeNumber } from './arguments.js';
import { examples } from './examples.js';

const aboutExport = `
Writes three files: SHEET.csv to be filled, SHEET.md that says how, and SHEET.key.json that says which run gave which
answer. Give annotators the first two; keep the key, import needs it. An answer that was given several times is one row.

Example:
  planwright annotate export runs/one runs/two --out sheet.csv --sample 200`;

const aboutImport = `
Takes one sheet with a column for each annotator, or a copy of the sheet from each. Marks are yes and no (also y, n, 1,
0, true, false). The majority decides; what comes of it is printed and written to annotations.json in each run folder.
Rates are given with Wilson intervals, pairs with exact McNemar tests, agreement with Fleiss' kappa (Fleiss 1971).

Example:
  planwright annotate import ann.csv ben.csv cem.csv`;

/** Adds the command group. */
export function registerAnnotate(program: Command): void {
  const annotate = program
    .command('annotate')
    .description('have people judge the answers of runs: sheets for annotators, and back')
    .addHelpText(
      'after',
      examples('annotate export runs/mine --out sheet.csv', 'annotate import ann.csv ben.csv cem.csv'),
    );
  registerExport(annotate);
  registerImport(annotate);
}

function registerExport(annotate: Command): void {
  annotate
    .command('export')
    .description('write a sheet with the held-out answers of runs, blind and shuffled')
    .argument('<runs...>', 'run folders of train, eval or ablate')
    .requiredOption('--out <sheet>', 'sheet to write, for example sheet.csv')
    .option('--annotators <n>', 'people who will mark every answer', wholeNumber(1, 100), 3)
    .option(
      '--sample <n>',
      'most questions, a seeded sample, first of those that all runs played; all answers to one stay together',
      wholeNumber(1),
    )
    .option('--seed <n>', 'seed of sample and order', wholeNumber(0), 0)
    .addOption(new Option('--phase <phase>', 'only this phase of the runs').choices(['held-out', 'baseline']))
    .option('--json', 'print one JSON document')
    .addHelpText('after', aboutExport)
    .action(async (runs: readonly string[], options: AnnotateExportOptions) => {
      const { exportSheet } = await import('./annotate-export.js');
      await exportSheet(runs, options);
    });
}

function registerImport(annotate: Command): void {
  annotate
    .command('import')
    .description('check filled sheets, let the majority decide, and say how much annotators agree')
    .argument('<sheets...>', 'filled sheets (CSV)')
    .option('--key <file>', 'key of the sheet (default: the one beside the sheets)')
    .option(
      '--annotators <n>',
      'people who marked answers (default: as the export said)',
      wholeNumber(1, 100),
    )
    .option('--replace', 'write over other annotations of the runs')
    .option('--json', 'print one JSON document')
    .addHelpText('after', aboutImport)
    .action(async (sheets: readonly string[], options: AnnotateImportOptions) => {
      const { importSheets } = await import('./annotate-import.js');
      importSheets(sheets, options);
    });
}
