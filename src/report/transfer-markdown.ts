/** A transfer as a report in Markdown, and as tables. */
import type { TransferComparison, TransferResults } from '../training/index.js';
import { renderSpent } from './ablation-text.js';
import { capitalize } from './gather-notes.js';
import { renderMarkdownTable } from './markdown-table.js';
import { renderSimulated } from './simulated-note.js';
import { type DataRow, type ReportFile, tableFiles } from './table-files.js';
import { describeTransferred, doubtsOf, harmsOf, transferNotes } from './transfer-notes.js';
import { matrixTable } from './transfer-rows.js';
import { simulatedModels } from './transfer-text.js';

/** The report, with the figure that lies beside it, given by its path and title. */
export function renderTransferReport(
  results: TransferResults,
  figure: { readonly path: string; readonly title: string } | null = null,
): string {
  const harms = harmsOf(results).map(({ what, lost }) => `- ${what}. ${lost}.`);
  const ended = results.outcome === 'finished' ? [] : [`This transfer did not finish: ${results.outcome}.`];
  const simulated = simulatedModels(results);
  return `${[
    `# ${results.transfer}`,
    ...ended,
    ...(simulated.length === 0 ? [] : [renderSimulated(simulated).join('\n')]),
    `${capitalize(describeTransferred(results))}.`,
    '## Where a plan hurts',
    ...(harms.length === 0 ? [] : [harms.join('\n')]),
    ...doubtsOf(results),
    `## Difference to no plan in points of ${results.headline.name}, with 95 % intervals`,
    renderMarkdownTable(matrixTable(results)),
    transferNotes(results)
      .map((note) => `- ${note}`)
      .join('\n'),
    ...(figure === null ? [] : [`![${figure.title}](${figure.path})`]),
    renderSpent(results.spend),
  ].join('\n\n')}\n`;
}

/** The matrix as `tables/transfer.md`, and with all numbers as `.csv` and `.json`. */
export function renderTransferTables(results: TransferResults): ReportFile[] {
  const data = results.comparisons.map((one) => dataOf(results, one));
  return tableFiles('tables/transfer', matrixTable(results), data);
}

function dataOf({ plans }: TransferResults, one: TransferComparison): DataRow {
  const plan = plans.find(({ name }) => name === one.plan);
  return {
    plan: one.plan,
    planId: plan?.id ?? null,
    madeFor: plan?.madeFor ?? null,
    model: one.model,
    taskType: one.taskType,
    test: one.test,
    n: one.n,
    planMean: one.planMean,
    baselineMean: one.baselineMean,
    difference: one.difference,
    low95: one.interval95?.[0] ?? null,
    high95: one.interval95?.[1] ?? null,
    p: one.p,
    adjustedP: one.adjustedP,
    verdict: one.verdict,
    lost: one.lost.length,
    gained: one.gained.length,
    lostIds: one.lost.join(' '),
    errors: one.excluded,
    worstCase: one.bounds?.[0] ?? null,
    bestCase: one.bounds?.[1] ?? null,
    detectable: one.detectable,
    notes: one.notes.join('; '),
  };
}
