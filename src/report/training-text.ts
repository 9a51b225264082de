/** A training's results for a terminal: what was learned, whether it helped, what it cost, where it lies. */
import type { MeasuredRate, SuccessRate } from '../evaluation/index.js';
import { poolEvaluations, type SpendSummary, type TrainingSummary } from '../training/index.js';
import { alignRows } from '../util/table.js';
import { type Comparison, poolComparisons } from './comparisons.js';
import { count, formatP, groupDigits, interval, percent, signedPoints } from './numbers.js';
import { renderScores } from './scores-text.js';
import { renderSimulated } from './simulated-note.js';

/** What the text is made from. */
export interface TrainingReport {
  readonly results: readonly TrainingSummary[];
  readonly spend: SpendSummary;
  /** Model names in use; simulated ones are said to be. */
  readonly models: readonly string[];
  readonly simulated: boolean;
  readonly heldOutSplit: string;
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
  return [...blocks, ...renderNotes(report), renderSpend(report), renderPlaces(report)].join('\n\n');
}

function renderPlanText({ taskType, plan }: TrainingSummary): string {
  if (plan.text === '') return `No plan was learned for ${taskType}.`;
  const lines = plan.text.split('\n').map((line) => `  ${line}`);
  const updates = plan.iteration === 1 ? '1 update' : `${plan.iteration} updates`;
  return [`The plan for ${taskType}, after ${updates}:`, '', ...lines].join('\n');
}

function renderOne(report: TrainingReport, { comparison, heldOut, baseline }: TrainingSummary): string {
  const rows = [
    ['', 'games won', 'rate', '95 % interval'],
    [`before (${report.baselineName})`, ...rateCells(baseline)],
    ['after (this plan)', ...rateCells(heldOut)],
  ];
  return [
    `Did it help? ${renderVerdict(comparison)} ${nameGames(report)}, never seen in training:`,
    '',
    ...indent(alignRows(rows)),
    ...renderComparison(comparison),
    ...renderBothScores(baseline, heldOut),
  ].join('\n');
}

function renderBothScores(baseline: MeasuredRate, heldOut: MeasuredRate): string[] {
  return renderScores([
    ['before', baseline],
    ['after', heldOut],
  ]);
}

function renderComparison({ n, difference, onlyA, onlyB, p }: Comparison): string[] {
  if (n === 0) return [];
  return [
    '',
    `  Difference ${signedPoints(difference)} points: ${onlyA} games won only with the plan, ${onlyB} only before; p ${equals(p)}.`,
    '  p: exact McNemar test on the same games, paired.',
  ];
}

/** The answer in a word or two. */
function renderVerdict({ n, difference, p }: Comparison): string {
  if (n === 0) return 'Not measured.';
  if (p >= 0.05) return 'Not shown: a difference like this can be chance.';
  return difference > 0 ? 'Yes.' : 'No, it did harm.';
}

/** One column per task type and one for all games, as in Table 3 of the paper, with intervals. */
function renderTypes(report: TrainingReport): string {
  const { results, baselineName } = report;
  const all = {
    taskType: 'all',
    heldOut: poolEvaluations(results.map(({ heldOut }) => heldOut)),
    baseline: poolEvaluations(results.map(({ baseline }) => baseline)),
    comparison: poolComparisons(results.map(({ comparison }) => comparison)),
  };
  const columns = [...results, all];
  const row = (name: string, cell: (column: typeof all) => string) => [name, ...columns.map(cell)];
  const rows = [
    row('success in %', ({ taskType }) => taskType),
    row(baselineName, ({ baseline }) => bareRate(baseline)),
    row('  95 % interval', ({ baseline }) => bareInterval(baseline)),
    row('learned plan', ({ heldOut }) => bareRate(heldOut)),
    row('  95 % interval', ({ heldOut }) => bareInterval(heldOut)),
    row('difference', ({ comparison: { n, difference } }) => (n === 0 ? '-' : signedPoints(difference))),
    row('p', ({ comparison: { n, p } }) => (n === 0 ? '-' : formatP(p))),
    row('games', ({ heldOut }) => String(heldOut.n)),
  ];
  return [
    `${nameGames(report)}, never seen in training; one plan per task type:`,
    '',
    ...indent(alignRows(rows)),
    '',
    '  p: exact McNemar test on the same games, paired; not corrected for the number of task types.',
    ...renderBothScores(all.baseline, all.heldOut),
  ].join('\n');
}

function nameGames({ heldOutSplit }: TrainingReport): string {
  return heldOutSplit === 'held-out' ? 'Held-out games' : `Games of ${heldOutSplit}`;
}

function bareRate({ rate }: SuccessRate): string {
  return rate === null ? '-' : (rate * 100).toFixed(0);
}

function bareInterval({ wilson95 }: SuccessRate): string {
  return wilson95 === null ? '-' : wilson95.map((bound) => (bound * 100).toFixed(0)).join('-');
}

/** What a reader must know to read the numbers right: one paragraph, or none. */
function renderNotes({ results, simulated, models }: TrainingReport): string[] {
  const errors = results.reduce((sum, { heldOut, baseline }) => sum + heldOut.errors + baseline.errors, 0);
  const unsolvable = results.reduce((sum, result) => sum + result.unsolvable, 0);
  const lines = [
    ...(errors > 0
      ? [`${errors} episodes ended in an infrastructure error and are left out, not counted as failures.`]
      : []),
    ...(unsolvable > 0 ? [`${unsolvable} games cannot be solved under these rules and were left out.`] : []),
    ...results.flatMap(renderIterationNotes),
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

function renderSpend({ spend, models }: TrainingReport): string {
  const { usage, costUsd, unpricedCalls, byPurpose } = spend;
  const { promptTokens, completionTokens, cachedTokens, estimatedCalls } = usage;
  const cached = cachedTokens > 0 ? ` (${percent(cachedTokens / promptTokens)} of them cached)` : '';
  const estimated = estimatedCalls > 0 ? `, ${groupDigits(estimatedCalls)} calls estimated` : '';
  const tokens = `${groupDigits(promptTokens)} prompt${cached} and ${groupDigits(completionTokens)} completion tokens`;
  const money =
    costUsd === null
      ? `no price known for ${groupDigits(unpricedCalls)} calls: add ${models.join(', ')} to the price file`
      : `US$ ${costUsd.toFixed(2)}`;
  const cost = `Cost: ${groupDigits(usage.calls)} model calls, ${tokens}${estimated}; ${money}.`;
  const acted = byPurpose.act?.calls ?? 0;
  if (acted === 0) return cost;
  const formalized = groupDigits(byPurpose.formalize?.calls ?? 0);
  return `${cost}\nFormalizer: ${formalized} of ${groupDigits(acted)} actions needed a model call to be put into form.`;
}

function renderPlaces({ runFolder, planPaths }: TrainingReport): string {
  return [`Run   ${runFolder}`, ...planPaths.map((path) => `Plan  ${path}`)].join('\n');
}

function rateCells(rate: SuccessRate): string[] {
  return [count(rate), percent(rate.rate), interval(rate)];
}

function equals(p: number): string {
  const text = formatP(p);
  return text.startsWith('<') ? text : `= ${text}`;
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
