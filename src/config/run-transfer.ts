/** Runs a prepared transfer: each plan and no plan on every model and task type, in one folder with one report. */
import { drawTransferFigure, renderTransferReport, renderTransferTables } from '../report/index.js';
import type { Run } from '../runs/index.js';
import type { TransferResults } from '../training/index.js';
import { describeTransfer } from './describe-transfer.js';
import type { PreparedAblation } from './prepare-ablation.js';
import { runCells } from './run-ablation.js';
import type { EndedRun } from './run-in-folder.js';

/** What a transfer left behind. */
export interface TransferRun extends EndedRun {
  readonly results: TransferResults;
  /** Share of episodes that may end in an error. */
  readonly errorsAllowed: number;
}

/** Measures, compares and writes; ends as `runAblation` does. */
export async function runTransfer(prepared: PreparedAblation): Promise<TransferRun> {
  const { cells, ...ended } = await runCells(prepared, {
    describe: (done, outcome) => describeTransfer(prepared, done, outcome),
    report: writeReport,
  });
  const results = describeTransfer(prepared, cells, ended.outcome);
  return { ...ended, results, errorsAllowed: prepared.shared.errorsAllowed };
}

/** Writes report, table and figure. Who has interrupted a run does not wait for the figure. */
async function writeReport(run: Run, results: TransferResults): Promise<void> {
  const figure = results.outcome === 'interrupted' ? null : await drawTransferFigure(results);
  for (const { path, text } of [...renderTransferTables(results), ...(figure?.files ?? [])])
    run.writeText(path, text);
  run.writeText('report.md', renderTransferReport(results, figure));
}
