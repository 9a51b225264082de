/** A training's results for a terminal: what was learned, whether it helped, what it cost, where it lies. */
import type { Environment } from '../core/environment.js';
import {
  type Comparison,
  failuresOf,
  type MeasuredRate,
  type MeasuredScore,
  measureOf,
} from '../evaluation/index.js';
import { poolEvaluations, type TrainingSummary } from '../training/index.js';
import { alignRows } from '../util/table.js';
import { headlineOf, nameTest, poolComparisons, renderComparison } from './comparisons.js';
import { renderFailures } from './failures-text.js';
import { cellsOf, headOf } from './headline-cells.js';
import { type InstanceWords, wordsFor } from './instance-words.js';
import { formatP, signedPoints } from './numbers.js';
import { renderScores } from './scores-text.js';
import { renderSimulated } from './simulated-note.js';
import { renderSpend, type SpendReport } from './spend-text.js';
import { renderValidation } from './validation-text.js';

/** What the text is made from. */
export interface TrainingReport extends SpendReport {
  readonly results: readonly TrainingSummary[];
  readonly simulated: boolean;
  readonly heldOutSplit: string;
  /** What the instances are called; games unless given. */
  readonly instancesAre?: Environment['instancesAre'];
  /** What the plans are compared with: `no plan`, or the plan that training began with. */
  readonly baselineName: string;
  readonly runFolder: string;
  readonly planPaths: readonly string[];
}

/** The whole text, with a last line that has no line end. */
export function renderTraining(report: TrainingReport): string {
  const { results } = report;
  const [only] = results;
  const blocks =
    results.length === 1 && only ? [renderPlanText(only), renderOne(report, only)] : [renderTypes(report)];
  return [...blocks, ...renderNotes(report), renderSpend(report).join('\n'), renderPlaces(report)].join(
    '\n\n',
  );
}

function renderPlanText({ taskType, plan }: TrainingSummary): string {
  if (plan.text === '') return `No plan was learned for ${taskType}.`;
  const lines = plan.text.split('\n').map((line) => `  ${line}`);
  const updates = plan.iteration === 1 ? '1 update' : `${plan.iteration} updates`;
  return [`The plan for ${taskType}, after ${updates}:`, '', ...lines].join('\n');
}

function renderOne(report: TrainingReport, { comparison, heldOut, baseline }: TrainingSummary): string {
  const headline = headlineOf(report.results);
  const words = wordsOf(report);
  const before = `before (${report.baselineName})`;
  const after = 'after (this plan)';
  const rows = [
    headOf('', headline, words),
    [before, ...cellsOf(baseline, headline)],
    [after, ...cellsOf(heldOut, headline)],
  ];
  const scores = [[before, baseline] as const, [after, heldOut] as const];
  return [
    `Did it help? ${renderVerdict(comparison)} ${nameInstances(report)}, never seen in training:`,
    '',
    ...indent(alignRows(rows)),
    ...renderComparison(comparison, headline, words),
    ...renderScores(scores, headline),
  ].join('\n');
}

/** The answer in a word or two. */
function renderVerdict({ n, difference, p }: Comparison): string {
  if (n === 0) return 'Not measured.';
  if (p >= 0.05) return 'Not shown: a difference like this can be chance.';
  return difference > 0 ? 'Yes.' : 'No, it did harm.';
}

/** One column per task type and one for all instances, as in Table 3 of the paper, with intervals. */
function renderTypes(report: TrainingReport): string {
  const { results, baselineName } = report;
  const headline = headlineOf(results);
  const words = wordsOf(report);
  const all = {
    taskType: 'all',
    heldOut: poolEvaluations(results.map(({ heldOut }) => heldOut)),
    baseline: poolEvaluations(results.map(({ baseline }) => baseline)),
    comparison: poolComparisons(results),
  };
  const columns = [...results, all];
  const row = (name: string, cell: (column: typeof all) => string) => [name, ...columns.map(cell)];
  const mean = (measured: MeasuredRate) => bareMean(measureOf(measured, headline));
  const interval = (measured: MeasuredRate) => bareInterval(measureOf(measured, headline));
  const rows = [
    row(`${headline.name} in %`, ({ taskType }) => taskType),
    row(baselineName, ({ baseline }) => mean(baseline)),
    row('  95 % interval', ({ baseline }) => interval(baseline)),
    row('learned plan', ({ heldOut }) => mean(heldOut)),
    row('  95 % interval', ({ heldOut }) => interval(heldOut)),
    row('difference', ({ comparison: { n, difference } }) => (n === 0 ? '-' : signedPoints(difference))),
    row('p', ({ comparison: { n, p } }) => (n === 0 ? '-' : formatP(p))),
    row(words.plural, ({ heldOut }) => String(measureOf(heldOut, headline).n)),
  ];
  return [
    `${nameInstances(report)}, never seen in training; one plan per task type:`,
    '',
    ...indent(alignRows(rows)),
    '',
    `  p: ${nameTest(headline, words)}; not corrected for the number of task types.`,
    ...renderScores(
      [
        [baselineName, all.baseline],
        ['learned plan', all.heldOut],
      ],
      headline,
    ),
  ].join('\n');
}

function wordsOf({ instancesAre }: TrainingReport): InstanceWords {
  return wordsFor(instancesAre);
}

function nameInstances(report: TrainingReport): string {
  const { plural } = wordsOf(report);
  if (report.heldOutSplit === 'held-out') return `Held-out ${plural}`;
  return `${plural === 'games' ? 'Games' : 'Questions'} of ${report.heldOutSplit}`;
}

function bareMean({ mean }: MeasuredScore): string {
  return mean === null ? '-' : (mean * 100).toFixed(0);
}

function bareInterval({ interval95 }: MeasuredScore): string {
  return interval95 === null ? '-' : interval95.map((bound) => (bound * 100).toFixed(0)).join('-');
}

/** What a reader must know to read the numbers right: one paragraph, or none. */
function renderNotes(report: TrainingReport): string[] {
  const { results, simulated, models } = report;
  const { plural } = wordsOf(report);
  const failures = failuresOf(
    results.flatMap(({ heldOut, baseline }) => [...heldOut.results, ...baseline.results]),
  );
  const unsolvable = results.reduce((sum, result) => sum + result.unsolvable, 0);
  const lines = [
    ...renderFailures(failures),
    ...(unsolvable > 0
      ? [`${unsolvable} ${plural} cannot be solved under these rules and were left out.`]
      : []),
    ...results.flatMap(renderIterationNotes),
    ...results.flatMap(renderValidation),
    ...(simulated ? renderSimulated(models) : []),
  ];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** What the optimizer had to say about iterations; the same words once, with the iterations they are about. */
function renderIterationNotes({ taskType, iterations }: TrainingSummary): string[] {
  const byNote = new Map<string, number[]>();
  for (const { iteration, note } of iterations)
    if (note !== undefined) byNote.set(note, [...(byNote.get(note) ?? []), iteration + 1]);
  return [...byNote].map(([note, numbers]) => {
    const shown =
      numbers.length > 5
        ? `${numbers.slice(0, 5).join(', ')} and ${numbers.length - 5} more`
        : numbers.join(', ');
    return `${taskType}, iteration${numbers.length > 1 ? 's' : ''} ${shown}: ${note}.`;
  });
}

function renderPlaces({ runFolder, planPaths }: TrainingReport): string {
  const see = `See   planwright report ${runFolder}`;
  return [`Run   ${runFolder}`, ...planPaths.map((path) => `Plan  ${path}`), see].join('\n');
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
