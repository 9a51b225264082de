/** Plans by instances: what came of each pair. Holds so many instances as fit on a wide screen, and counts the rest. */
import type { Episode, Outcome } from '../../core/episode.js';

/** What came of an instance under a plan; `mixed` where several plays of it came out differently. */
export type Mark = 'none' | 'lost' | 'won' | 'error' | 'mixed';

/** Most instances that are shown one by one. */
const mostColumns = 256;

/** One plan's results. */
export interface BoardRow {
  readonly won: number;
  readonly n: number;
  readonly errors: number;
  /** By column. */
  readonly marks: readonly Mark[];
}

/** The results of plans on the same instances. */
export interface Board {
  /** Column of each instance that has one. */
  readonly columns: ReadonlyMap<string, number>;
  /** Instances that were played and have no column. */
  readonly hidden: number;
  /** By plan id, in the order in which they were first played. */
  readonly rows: ReadonlyMap<string, BoardRow>;
}

/** Nothing was played. */
export const emptyBoard: Board = { columns: new Map(), hidden: 0, rows: new Map() };

const emptyRow: BoardRow = { won: 0, n: 0, errors: 0, marks: [] };

/** The board after an episode. A further trial, or a play that repeats one lost to an error, takes its place. */
export function addEpisode(board: Board, episode: Episode): Board {
  const { instanceId, planId, outcome, trial, id } = episode;
  const placed = place(board, instanceId, trial);
  const row = placed.rows.get(planId) ?? emptyRow;
  const column = placed.columns.get(instanceId);
  const before = column === undefined ? 'none' : (row.marks[column] ?? 'none');
  const playedAgain = before === 'error' && !/\/repeat-\d+/.test(id);
  const replaced: Mark = trial > 0 ? 'lost' : playedAgain ? 'error' : 'none';
  const mark = markOf(outcome);
  const next: BoardRow = {
    ...count(count(row, replaced, -1), mark, 1),
    marks: column === undefined ? row.marks : setMark(row.marks, column, merge(before, mark, replaced)),
  };
  return { ...placed, rows: new Map(placed.rows).set(planId, next) };
}

/** A row for a plan of which nothing is known yet. */
export function addRow(board: Board, planId: string): Board {
  return board.rows.has(planId) ? board : { ...board, rows: new Map(board.rows).set(planId, emptyRow) };
}

function place(board: Board, instanceId: string, trial: number): Board {
  if (board.columns.has(instanceId)) return board;
  if (board.columns.size >= mostColumns) return trial > 0 ? board : { ...board, hidden: board.hidden + 1 };
  return { ...board, columns: new Map(board.columns).set(instanceId, board.columns.size) };
}

function markOf({ kind }: Outcome): Mark {
  if (kind === 'success') return 'won';
  return kind === 'error' ? 'error' : 'lost';
}

function count(row: BoardRow, mark: Mark, by: 1 | -1): BoardRow {
  if (mark === 'none') return row;
  if (mark === 'error') return { ...row, errors: Math.max(0, row.errors + by) };
  return { ...row, n: Math.max(0, row.n + by), won: row.won + (mark === 'won' ? by : 0) };
}

function merge(before: Mark, mark: Mark, replaced: Mark): Mark {
  if (before === 'none' || before === mark || replaced !== 'none') return mark;
  if (mark === 'error') return before;
  return before === 'error' ? mark : 'mixed';
}

function setMark(row: readonly Mark[], column: number, mark: Mark): readonly Mark[] {
  const next = [...row];
  while (next.length < column) next.push('none');
  next[column] = mark;
  return next;
}
