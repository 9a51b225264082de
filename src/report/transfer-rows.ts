/** A transfer as rows of cells: plans and task types by models. */
import { measureOf } from '../evaluation/index.js';
import type {
  TransferBaseline,
  TransferComparison,
  TransferResults,
  TransferVerdict,
} from '../training/index.js';
import type { Rows } from './ablation-rows.js';
import { bounds, formatP, percent } from './numbers.js';
import { differenceCell, points } from './verdict-words.js';

/** A verdict as it is printed; `tolerance` is the largest difference of rates that does not matter. */
export function transferVerdictWords(verdict: TransferVerdict, tolerance: number): string {
  switch (verdict) {
    case 'no-difference':
      return `no difference within ${points(tolerance)} points`;
    case 'not-enough-tasks':
      return 'not enough tasks';
    case 'not-measured':
      return 'not measured';
    default:
      return verdict;
  }
}

/** A p value after its letter: `p 0.03`, `p < 0.0001`. */
export function pWords(p: number): string {
  return `p ${formatP(p)}`;
}

/** The matrix for a terminal: two lines for each plan and task type, the numbers and the verdict; no plan below. */
export function matrixRows(results: TransferResults): Rows {
  const { tolerance } = results;
  const blank = ['', '', ...results.models.map(() => '')];
  const body = placesOf(results).flatMap(({ plan, taskType, madeFor, cells }) => [
    [plan, taskType, ...cells.map(numbersOf)],
    ['', madeFor, ...cells.map(({ verdict }) => shout(verdict, tolerance))],
  ]);
  return [headOf(results), ...body, blank, ...baselineRows(results)];
}

/** The same for Markdown, with one line for each. */
export function matrixTable(results: TransferResults): Rows {
  const { tolerance } = results;
  const cell = (one: TransferComparison) =>
    one.difference === null
      ? shout(one.verdict, tolerance)
      : `${numbersOf(one)}: ${shout(one.verdict, tolerance)}`;
  const body = placesOf(results).map(({ plan, taskType, madeFor, cells }) => [
    plan,
    madeFor === '' ? taskType : `${taskType} (${madeFor})`,
    ...cells.map(cell),
  ]);
  return [headOf(results), ...body, ...baselineRows(results)];
}

function headOf({ models }: TransferResults): readonly string[] {
  return ['plan', 'task type', ...models.map(({ name }) => name)];
}

/** A row of the matrix: one comparison for each model. */
interface MatrixPlace {
  readonly plan: string;
  readonly taskType: string;
  /** What the plan was made for, where that is another task type. */
  readonly madeFor: string;
  readonly cells: readonly TransferComparison[];
}

function placesOf({ plans, taskTypes, comparisons }: TransferResults): MatrixPlace[] {
  return plans.flatMap(({ name, madeFor }) =>
    taskTypes.map(({ taskType }) => ({
      plan: name,
      taskType,
      madeFor: madeFor === null || madeFor === taskType ? '' : `made for ${madeFor}`,
      cells: comparisons.filter((one) => one.plan === name && one.taskType === taskType),
    })),
  );
}

function numbersOf({ difference, interval95, adjustedP }: TransferComparison): string {
  const p = adjustedP === null ? '' : ` ${pWords(adjustedP)}`;
  return `${differenceCell(difference, interval95)}${p}`;
}

/** What nobody may miss stands in capitals. */
function shout(verdict: TransferVerdict, tolerance: number): string {
  const words = transferVerdictWords(verdict, tolerance);
  return verdict === 'hurts' ? words.toUpperCase() : words;
}

function baselineRows({ taskTypes, baselines, headline }: TransferResults): string[][] {
  const cell = ({ measured }: TransferBaseline) => {
    if (measured === null) return 'not measured';
    const { mean, interval95 } = measureOf(measured, headline);
    return mean === null ? 'not measured' : `${percent(mean)} ${bounds(interval95)}`;
  };
  return taskTypes.map(({ taskType }) => [
    'no plan',
    taskType,
    ...baselines.filter((one) => one.taskType === taskType).map(cell),
  ]);
}
