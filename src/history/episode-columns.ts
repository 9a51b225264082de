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
  outcomeOf(row: number): EpisodeRow['outcome'];
  idOf(row: number): string;
  word(row: number, name: TextName): string;
  /** -1 for episodes that belong to none. */
  iterationOf(row: number): number;
  stepsOf(row: number): number;
  /** The headline's score; NaN where there is none. */
  scoreOf(row: number): number;
  placeOf(row: number): RecordPlace;
  /** Values that occur, in code-unit order. */
  distinct(name: 'taskType' | 'cell'): readonly string[];
  formalizer(): readonly [grammar: number, model: number, none: number];
  played(): readonly [steps: number, calls: number];
}

/** What an episode belongs to. */
export interface EpisodePlace {
  readonly cell: string | null;
  readonly iteration: number | null;
  readonly evaluation: number;
}

/** Number columns of a table, in the order in which they stand in its rows. */
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

type NumberName = (typeof numbers)[number];

const column = Object.fromEntries(numbers.map((name, i) => [name, i])) as Record<NumberName, number>;

const texts = ['phase', 'instanceId', 'taskType', 'planId', 'cell', 'outcome', 'detail'] as const;

type TextName = (typeof texts)[number];

type TextColumns = Readonly<Record<TextName, string[]>>;

/** Reads a number of a row. */
type NumberAt = (row: number, name: NumberName) => number;

/** An empty table; `scoreName` is the score that is kept. */
export function createEpisodeColumns(scoreName: string): EpisodeColumns {
  const ids: string[] = [];
  const byId = new Map<string, number>();
  const cells = createNumberRows();
  const { text, set: setTexts } = createTextRows();
  const sum = (name: NumberName) => {
    let all = 0;
    for (let row = 0; row < ids.length; row++) all += cells.at(row, name);
    return all;
  };
  return {
    get count() {
      return ids.length;
    },
    add: (entry, belongs) => {
      const row = byId.get(entry.id) ?? ids.length;
      if (row === ids.length) ids.push(entry.id);
      byId.set(entry.id, row);
      cells.set(row, numbersOf(entry, belongs, scoreName));
      setTexts(row, entry, belongs.cell);
      const before = entry.trial > 0 ? byId.get(earlierTrial(entry.id, entry.trial)) : undefined;
      if (before !== undefined) cells.put(before, 'last', 0);
    },
    rowOf: (id) => byId.get(id) ?? -1,
    row: (row) => rowOf(row, ids, text, cells.at),
    evaluationOf: (row) => cells.at(row, 'evaluation'),
    isLast: (row) => cells.at(row, 'last') === 1,
    outcomeOf: (row) => (text.outcome[row] ?? 'error') as EpisodeRow['outcome'],
    idOf: (row) => ids[row] ?? '',
    word: (row, name) => text[name][row] ?? '',
    iterationOf: (row) => cells.at(row, 'iteration'),
    stepsOf: (row) => cells.at(row, 'steps'),
    scoreOf: (row) => cells.at(row, 'score'),
    placeOf: (row) => ({
      offset: cells.at(row, 'offset'),
      length: cells.at(row, 'length'),
      record: cells.at(row, 'record'),
    }),
    distinct: (name) => [...new Set(text[name])].filter((value) => value !== '').sort(),
    formalizer: () => [sum('grammar'), sum('model'), sum('none')],
    played: () => [sum('steps'), sum('calls')],
  };
}

/** Columns of texts, each of which stands in memory once. */
function createTextRows() {
  const text = Object.fromEntries(texts.map((name) => [name, [] as string[]])) as TextColumns;
  const intern = createInterner();
  const set = (row: number, entry: EpisodeEntry, cell: string | null) => {
    text.phase[row] = intern(entry.phase);
    text.instanceId[row] = intern(entry.instanceId);
    text.taskType[row] = intern(entry.taskType);
    text.planId[row] = intern(entry.planId);
    text.cell[row] = intern(cell ?? '');
    text.outcome[row] = intern(entry.outcome);
    text.detail[row] = intern(entry.detail);
  };
  return { text, set };
}

/** The numbers of an episode in the order of the columns. */
function numbersOf(entry: EpisodeEntry, { iteration, evaluation }: EpisodePlace, score: string): number[] {
  const { place, formalizer, trial, steps, reward, scores, calls, promptTokens } = entry;
  const { completionTokens, costUsd, unpricedCalls } = entry;
  return [
    place.offset,
    place.length,
    place.record,
    iteration ?? -1,
    evaluation,
    trial,
    steps,
    reward,
    scores[score] ?? Number.NaN,
    calls,
    promptTokens,
    completionTokens,
    costUsd,
    unpricedCalls,
    ...formalizer,
    1,
  ];
}

/** Rows of numbers in one piece of memory that grows. */
function createNumberRows() {
  const width = numbers.length;
  let data = new Float64Array(width * 1024);
  return {
    set: (row: number, values: readonly number[]) => {
      if ((row + 1) * width > data.length) {
        const larger = new Float64Array(data.length * 2);
        larger.set(data);
        data = larger;
      }
      data.set(values, row * width);
    },
    put: (row: number, name: NumberName, value: number) => {
      data[row * width + column[name]] = value;
    },
    at: (row: number, name: NumberName): number => data[row * width + column[name]] ?? 0,
  };
}

type Interner = (text: string) => string;

/** Equal texts as one text in memory. */
function createInterner(): Interner {
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

function rowOf(row: number, ids: readonly string[], text: TextColumns, number: NumberAt): EpisodeRow {
  const id = ids[row];
  if (id === undefined) throw new RangeError(`there is no row ${row}`);
  const at = (name: NumberName) => number(row, name);
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
      const fits = matcherOf(columns, filter);
      for (let row = 0; row < count; row++) {
        if (!fits(row)) continue;
        if (total >= offset && rows.length < limit) rows.push(row);
        total++;
      }
      return { rows, total };
    },
  };
}

type Matcher = (row: number) => boolean;

function matcherOf(columns: EpisodeColumns, { text, cell, iteration, ...equal }: EpisodeFilter): Matcher {
  const wanted = Object.entries(equal).filter(([, value]) => value !== undefined) as [TextName, string][];
  const part = text?.toLowerCase();
  return (row) =>
    wanted.every(([name, value]) => columns.word(row, name) === value) &&
    (iteration === undefined || columns.iterationOf(row) === iteration) &&
    (cell === undefined || isWithin(columns.word(row, 'cell'), cell)) &&
    (part === undefined || columns.idOf(row).toLowerCase().includes(part));
}

function isWithin(cell: string, outer: string): boolean {
  return cell === outer || cell.startsWith(`${outer}/`);
}
