import type { EpisodeEntry, RecordPlace, RunTotals } from '../runs/index.js';
import type { EpisodeFilter, EpisodeRow, EpisodeTable } from './episode-table.js';

/** What the parts of a run need of an episode beyond its row. */
export interface EpisodeColumns {
  readonly count: number;
  /** Takes an episode; one of the same id takes the place of the one before. */
  add(entry: EpisodeEntry, belongs: EpisodePlace): void;
  rowOf(id: string): number;
  row(row: number): EpisodeRow;
  /** The evaluation that a row belongs to; -1 for training. */
  evaluationOf(row: number): number;
  /** Whether no later trial at the instance followed. */
  isLast(row: number): boolean;
  /** The headline's score; NaN where there is none. */
  scoreOf(row: number): number;
  placeOf(row: number): RecordPlace;
  /** Values that occur, in code-unit order. */
  distinct(name: 'taskType' | 'cell'): readonly string[];
  formalizer(): readonly [grammar: number, model: number, none: number];
}

/** What an episode belongs to. */
export interface EpisodePlace {
  readonly cell: string | null;
  readonly iteration: number | null;
  readonly evaluation: number;
}

/** Number columns of a table, by name. */
const numbers = [
  'offset',
  'length',
  'record',
  'iteration',
  'evaluation',
  'trial',
  'steps',
  'reward',
  'score',
  'calls',
  'promptTokens',
  'completionTokens',
  'costUsd',
  'unpricedCalls',
  'grammar',
  'model',
  'none',
  'last',
] as const;

const texts = ['phase', 'instanceId', 'taskType', 'planId', 'cell', 'outcome', 'detail'] as const;

/** An empty table; `scoreName` is the score that is kept. */
export function createEpisodeColumns(scoreName: string): EpisodeColumns {
  const ids: string[] = [];
  const byId = new Map<string, number>();
  const number = Object.fromEntries(numbers.map((name) => [name, [] as number[]])) as NumberColumns;
  const text = Object.fromEntries(texts.map((name) => [name, [] as string[]])) as TextColumns;
  const intern = createInterner();
  const set = (row: number, entry: EpisodeEntry, { cell, iteration, evaluation }: EpisodePlace) => {
    const { place, formalizer, scores, ...rest } = entry;
    const [grammar, model, none] = formalizer;
    const score = scores[scoreName] ?? Number.NaN;
    const values = { ...rest, ...place, grammar, model, none, score, evaluation, last: 1 };
    const all = { ...values, iteration: iteration ?? -1 };
    for (const name of numbers) number[name][row] = all[name];
    const words = { ...rest, cell: cell ?? '' };
    for (const name of texts) text[name][row] = intern(words[name]);
  };
  return {
    get count() {
      return ids.length;
    },
    add: (entry, belongs) => {
      const row = byId.get(entry.id) ?? ids.length;
      if (row === ids.length) ids.push(entry.id);
      byId.set(entry.id, row);
      set(row, entry, belongs);
      const before = entry.trial > 0 ? byId.get(earlierTrial(entry.id, entry.trial)) : undefined;
      if (before !== undefined) number.last[before] = 0;
    },
    rowOf: (id) => byId.get(id) ?? -1,
    row: (row) => rowOf(row, ids, text, number),
    evaluationOf: (row) => number.evaluation[row] ?? -1,
    isLast: (row) => number.last[row] === 1,
    scoreOf: (row) => number.score[row] ?? Number.NaN,
    placeOf: (row) => ({
      offset: number.offset[row] ?? 0,
      length: number.length[row] ?? 0,
      record: number.record[row] ?? 0,
    }),
    distinct: (name) => [...new Set(text[name])].filter((value) => value !== '').sort(),
    formalizer: () => [sum(number.grammar), sum(number.model), sum(number.none)],
  };
}

type NumberColumns = Readonly<Record<(typeof numbers)[number], number[]>>;
type TextColumns = Readonly<Record<(typeof texts)[number], string[]>>;

/** Equal texts as one text in memory. */
function createInterner(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    known.set(text, text);
    return text;
  };
}

function earlierTrial(id: string, trial: number): string {
  const bare = id.replace(/\/trial-\d+$/, '');
  return trial === 1 ? bare : `${bare}/trial-${trial - 1}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rowOf(row: number, ids: readonly string[], text: TextColumns, number: NumberColumns): EpisodeRow {
  const id = ids[row];
  if (id === undefined) throw new RangeError(`there is no row ${row}`);
  const at = (name: keyof NumberColumns) => number[name][row] ?? 0;
  const word = (name: keyof TextColumns) => text[name][row] ?? '';
  return {
    row,
    id,
    phase: word('phase') as EpisodeRow['phase'],
    instanceId: word('instanceId'),
    taskType: word('taskType'),
    planId: word('planId'),
    cell: word('cell') || null,
    iteration: at('iteration') < 0 ? null : at('iteration'),
    trial: at('trial'),
    outcome: word('outcome') as EpisodeRow['outcome'],
    detail: word('detail') || null,
    steps: at('steps'),
    reward: at('reward'),
    calls: at('calls'),
    promptTokens: at('promptTokens'),
    completionTokens: at('completionTokens'),
    costUsd: at('unpricedCalls') > 0 ? null : at('costUsd'),
  };
}

/** The columns as they are now, for readers. */
export function tableOf(columns: EpisodeColumns, totals: RunTotals): EpisodeTable {
  const { count } = columns;
  return {
    count,
    open: [...totals.openEpisodes].map(([id, { phase, steps, action }]) => ({
      id,
      phase: phase as EpisodeRow['phase'],
      steps,
      action,
    })),
    taskTypes: columns.distinct('taskType'),
    cells: columns.distinct('cell'),
    row: columns.row,
    rowOf: columns.rowOf,
    select: (filter, { offset = 0, limit = count } = {}) => {
      const rows: number[] = [];
      let total = 0;
      const fits = matcherOf(filter);
      for (let row = 0; row < count; row++) {
        if (!fits(columns.row(row))) continue;
        if (total >= offset && rows.length < limit) rows.push(row);
        total++;
      }
      return { rows, total };
    },
  };
}

function matcherOf({ text, cell, ...equal }: EpisodeFilter): (row: EpisodeRow) => boolean {
  const wanted = Object.entries(equal).filter(([, value]) => value !== undefined);
  const part = text?.toLowerCase();
  return (row) =>
    wanted.every(([name, value]) => row[name as keyof typeof equal] === value) &&
    (cell === undefined || row.cell === cell || row.cell?.startsWith(`${cell}/`) === true) &&
    (part === undefined || row.id.toLowerCase().includes(part));
}
