import { type Command, Option } from 'commander';
import { note, print, printJson } from './output.js';

interface ReportOptions {
  readonly out?: string;
  readonly json?: boolean;
}

/** Adds `planwright report`. */
export function registerReport(program: Command): void {
  program
    .command('report')
    .description('write what a run was as one HTML file that needs no network')
    .argument('[run]', 'folder or name of the run, or latest (default: latest)')
    .addOption(new Option('-o, --out <file>', 'file to write (default: report.html in the run folder)'))
    .option('--json', 'print where the report is, and what could not be read, as JSON')
    .addHelpText(
      'after',
      `
Works for trainings, evaluations, ablations and certifications, finished or not. The same run gives the same bytes.

Examples:
  planwright report runs/heat
  planwright report latest -o heat.html`,
    )
    .action(report);
}

async function report(given: string | undefined, { out, json }: ReportOptions): Promise<void> {
  const { writeReport } = await import('./write-report.js');
  const written = await writeReport(given, out);
  const { file, bytes, state, problems, episodes } = written;
  if (json) return printJson(written);
  if (state === 'running') note('the run is still going on: the report shows it as it is now');
  for (const problem of problems) note(problem);
  const { formatBytes, renderEstimateChecks } = await import('../report/index.js');
  print(
    `Report ${file} (${formatBytes(bytes)}, ${episodes.shown === episodes.total ? 'all' : `${episodes.shown} of`} ${episodes.total} episodes)`,
  );
  const estimated = renderEstimateChecks(written.estimate);
  if (estimated !== null) print(estimated);
}
