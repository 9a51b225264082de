/** The tables of an ablation as rows of cells, for text and for Markdown: a row for each method, the paper's below it. */
import { type Headline, type MeasuredRate, measureOf, successHeadline } from '../evaluation/index.js';
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

/** Methods by task types: the headline in percent, with its interval for all of them together. */
export function successRows(experiment: ExperimentResults, settings: TableSettings): Rows {
  const { taskTypes, instancesAre, headline, arms, paperOnly } = experiment;
  const types = taskTypes.length > 1 ? taskTypes.map(({ taskType }) => taskType) : [];
  const { everyInterval } = settings;
  const armRow = (arm: ArmResults) => [
    arm.name,
    ...types.map((type) => measureCell(arm.taskTypes[type], headline, everyInterval)),
    measureCell(arm.all, headline, true),
    arm.all === null ? 'not measured' : String(measureOf(arm.all, headline).n),
  ];
  const [only] = types.length === 0 ? taskTypes : [];
  const paperCells = ({ success = {} }: PaperNumbers) => [
    ...types.map((type) => paperCell(success[type])),
    paperCell(success[only?.taskType ?? 'all'] ?? success.all),
    '-',
  ];
  return [
    ['', ...types, types.length > 0 ? 'all' : headline.name, instancesAre],
    ...withPaper(arms, paperOnly, armRow, paperCells, settings.paper),
    ...(types.length === 0 ? [] : [countRow(experiment)]),
  ];
}

/** How many instances the columns stand for. */
function countRow({ taskTypes, instancesAre }: ExperimentResults): readonly string[] {
  const counts = taskTypes.map(({ heldOut }) => heldOut);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return [`(${instancesAre} held out)`, ...counts.map(String), String(all), '-'];
}

/** Methods by the measures beside the headline, each in percent with its interval; no rows where there are none. */
export function scoreRows({ arms, headline }: ExperimentResults): Rows {
  const measured = arms.flatMap(({ all }) => Object.entries(all?.scores ?? {}));
  const kinds = new Map(measured.map(([name, { kind }]): [string, Headline] => [name, { name, kind }]));
  const others = [successHeadline, ...kinds.values()].filter(({ name }) => name !== headline.name);
  if (kinds.size === 0 && headline.name === successHeadline.name) return [];
  const rows = arms.map(({ name, all }) => [name, ...others.map((score) => measureCell(all, score, true))]);
  return [['', ...others.map(({ name }) => name)], ...rows];
}

/** A column of costs: what it shows of an arm, and what the paper has there. */
interface CostColumn {
  readonly head: string;
  readonly cell: (arm: ArmResults) => string;
  readonly paper?: (numbers: PaperNumbers) => number | undefined;
}

/** Training and inference of each method, per instance; also what was really paid where `alsoPaid` says so. */
export function costRows(
  { arms, paperOnly }: ExperimentResults,
  { paper, priceAs }: TableSettings,
  alsoPaid = false,
): Rows {
  const paid = (cost: InstanceCost | null) => formatUsd(cost?.usd ?? null);
  const usd = priceAs === null ? paid : (cost: InstanceCost | null) => formatUsd(cost?.usdAs ?? null);
  const tokens = (cost: InstanceCost | null) => (cost === null ? '-' : groupDigits(cost.tokens));
  const columns: readonly CostColumn[] = [
    { head: 'training US$', cell: (arm) => usd(arm.training), paper: ({ trainingUsd }) => trainingUsd },
    { head: 'training tokens', cell: (arm) => tokens(arm.training) },
    { head: 'inference US$', cell: (arm) => usd(arm.inference), paper: ({ inferenceUsd }) => inferenceUsd },
    { head: 'inference tokens', cell: (arm) => tokens(arm.inference) },
    { head: 'inference calls', cell: ({ inference }) => inference?.calls.toFixed(1) ?? '-' },
    { head: 'calls a step', cell: ({ inference }) => inference?.callsPerStep?.toFixed(2) ?? '-' },
    ...(arms.some(({ judging }) => judging !== null)
      ? [{ head: 'judging US$', cell: (arm: ArmResults) => usd(arm.judging) }]
      : []),
    ...(alsoPaid
      ? [
          { head: 'training US$ paid', cell: (arm: ArmResults) => paid(arm.training) },
          { head: 'inference US$ paid', cell: (arm: ArmResults) => paid(arm.inference) },
        ]
      : []),
  ];
  const armRow = (arm: ArmResults) => [arm.name, ...columns.map(({ cell }) => cell(arm))];
  const paperCells = (numbers: PaperNumbers) => columns.map((column) => paperCell(column.paper?.(numbers)));
  return [['', ...columns.map(({ head }) => head)], ...withPaper(arms, paperOnly, armRow, paperCells, paper)];
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

/** A measure in percent and its interval, `88 [80, 93]`, or without it. */
function measureCell(rate: MeasuredRate | null | undefined, by: Headline, withInterval: boolean): string {
  const { mean = null, interval95 = null } = rate ? measureOf(rate, by) : {};
  if (mean === null) return '-';
  const value = (mean * 100).toFixed(0);
  return withInterval && interval95 !== null ? `${value} ${bounds(interval95)}` : value;
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
