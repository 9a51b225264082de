/** The tables of an ablation as rows of cells, for text and for Markdown: a row for each method, the paper's below it. */
import { type Headline, type MeasuredRate, measureOf } from '../evaluation/index.js';
import type {
  ArmResults,
  ExperimentResults,
  InstanceCost,
  PaperNumbers,
  PaperSource,
} from '../training/index.js';
import { bounds, groupDigits } from './numbers.js';

/** Rows of one length; the first one is the head. */
export type Rows = readonly (readonly string[])[];

/** What a table is made from, and how much it tells. */
export interface TableSettings {
  readonly paper: PaperSource | null;
  /** With an interval in every cell, not only for all instances together. */
  readonly everyInterval: boolean;
  /** The model whose prices are shown; null for what was really spent. */
  readonly priceAs: string | null;
}

/** Methods by task types: the headline in percent, with an interval for all of them, and the world's scores. */
export function successRows(experiment: ExperimentResults, settings: TableSettings): Rows {
  const { taskTypes, instancesAre, headline, arms, paperOnly } = experiment;
  const { everyInterval, paper } = settings;
  const types = taskTypes.length > 1 ? taskTypes.map(({ taskType }) => taskType) : [];
  const measures = [headline, ...scoresOf(experiment)];
  const cells = (rate: MeasuredRate | null | undefined, by: Headline) => {
    const { value, range } = showMeasure(rate, by);
    return everyInterval ? [`${value} ${range}`.replace('- -', '-')] : [value, range];
  };
  const armRow = (arm: ArmResults) => [
    arm.name,
    ...types.map((type) => cells(arm.taskTypes[type], headline)[0] ?? ''),
    ...measures.flatMap((score) => cells(arm.all, score)),
    arm.all === null ? 'not measured' : String(measureOf(arm.all, headline).n),
  ];
  const blanks = (count: number) => Array.from({ length: count }, () => '-');
  const width = everyInterval ? 1 : 2;
  const paperCells = ({ success = {} }: PaperNumbers) => [
    ...types.map((type) => paperCell(success[type])),
    paperCell(success.all),
    ...blanks(width * measures.length),
  ];
  const names = [types.length > 0 ? 'all' : headline.name, ...measures.slice(1).map(({ name }) => name)];
  const head = names.flatMap((name) => (everyInterval ? [name] : [name, '95 %']));
  return [['', ...types, ...head, instancesAre], ...withPaper(arms, paperOnly, armRow, paperCells, paper)];
}

/** Training and inference of each method, per instance. */
export function costRows({ arms, paperOnly }: ExperimentResults, settings: TableSettings): Rows {
  const judged = arms.some(({ judging }) => judging !== null);
  const usd = (cost: InstanceCost | null) =>
    cost === null ? '-' : formatUsd(settings.priceAs === null ? cost.usd : cost.usdAs);
  const tokens = (cost: InstanceCost | null) => (cost === null ? '-' : groupDigits(cost.tokens));
  const armRow = ({ name, training, inference, judging }: ArmResults) => [
    name,
    usd(training),
    tokens(training),
    usd(inference),
    tokens(inference),
    inference === null ? '-' : inference.calls.toFixed(1),
    ...(judged ? [usd(judging)] : []),
  ];
  const paperCells = ({ trainingUsd, inferenceUsd }: PaperNumbers) => [
    paperCell(trainingUsd),
    '-',
    paperCell(inferenceUsd),
    '-',
    '-',
    ...(judged ? ['-'] : []),
  ];
  const head = [
    '',
    'training US$',
    'training tokens',
    'inference US$',
    'inference tokens',
    'inference calls',
  ];
  const rows = withPaper(arms, paperOnly, armRow, paperCells, settings.paper);
  return [[...head, ...(judged ? ['judging US$'] : [])], ...rows];
}

/** Rows of arms, each with the paper's below it, then those that only the paper has. A row of dashes is left out. */
function withPaper(
  arms: readonly ArmResults[],
  paperOnly: ExperimentResults['paperOnly'],
  armRow: (arm: ArmResults) => readonly string[],
  paperCells: (paper: PaperNumbers) => readonly string[],
  paper: PaperSource | null,
): readonly (readonly string[])[] {
  const known = (row: readonly string[]) => (row.slice(1).some((cell) => cell !== '-') ? [row] : []);
  return [
    ...arms.flatMap((arm) => [
      armRow(arm),
      ...(arm.paper ? known([`  paper${paper ? ` (${paper.model})` : ''}`, ...paperCells(arm.paper)]) : []),
    ]),
    ...paperOnly.flatMap((row) => known([`${row.name} (paper only)`, ...paperCells(row.paper)])),
  ];
}

/** The world's own scores beside the headline. */
function scoresOf({ arms, headline }: ExperimentResults): readonly Headline[] {
  const kinds = new Map<string, Headline>();
  for (const { all } of arms)
    for (const [name, { kind }] of Object.entries(all?.scores ?? {})) kinds.set(name, { name, kind });
  return [...kinds.values()].filter(({ name }) => name !== headline.name);
}

/** A measure in percent and its interval; dashes where there is none. */
function showMeasure(rate: MeasuredRate | null | undefined, by: Headline) {
  const { mean = null, interval95 = null } = rate ? measureOf(rate, by) : {};
  return { value: mean === null ? '-' : (mean * 100).toFixed(0), range: bounds(interval95) };
}

function paperCell(value: number | undefined): string {
  return value === undefined ? '-' : String(value);
}

/** US$ with three digits that matter; a dash where a price is not known. */
function formatUsd(usd: number | null): string {
  if (usd === null) return '-';
  if (usd === 0) return '0';
  return usd >= 1000 ? usd.toFixed(0) : usd.toPrecision(3);
}
