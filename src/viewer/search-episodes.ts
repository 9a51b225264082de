/** Episodes in which something is said: read one after another, so only so many for one page. */
import type { Episode } from '../core/episode.js';
import type { EpisodeFilter, RunHistory } from '../history/index.js';
import type { Clock } from '../util/clock.js';
import { nextTurn } from '../util/clock.js';

/** Milliseconds that a page may take for reading. */
const patience = 1000;

/** What was found, and how far was looked. */
export interface Found {
  /** Rows of the table of episodes. */
  readonly rows: readonly number[];
  /** Episodes that were read for it. */
  readonly read: number;
  /** Number among those that fit the filter from which to go on; null where all were read. */
  readonly next: number | null;
}

/** What is looked for. */
export interface Search {
  readonly filter: EpisodeFilter;
  /** A part of anything that is said in the episode; upper and lower case are alike. */
  readonly says: string;
  /** Number of the first that is read, among those that fit the filter. */
  readonly from: number;
  /** Most that are found. */
  readonly limit: number;
}

/** Looks through the episodes that fit a filter, until a page is full or takes too long. */
export async function searchEpisodes(history: RunHistory, search: Search, clock: Clock): Promise<Found> {
  const { episodes } = history;
  const wanted = search.says.toLowerCase();
  const { rows: candidates } = episodes.select(search.filter, { offset: search.from });
  const rows: number[] = [];
  const start = clock.elapsed();
  for (const [i, row] of candidates.entries()) {
    if (rows.length === search.limit || clock.elapsed() - start > patience)
      return { rows, read: i, next: search.from + i };
    const { episode } = history.readEpisode(episodes.row(row).id);
    if (episode !== null && hasSaid(episode, wanted)) rows.push(row);
    // Others are answered in between.
    if (i % 100 === 99) await nextTurn();
  }
  return { rows, read: candidates.length, next: null };
}

function hasSaid({ goal, initialObservation, steps, outcome, memory }: Episode, wanted: string): boolean {
  const told = outcome.kind === 'error' ? [outcome.code, outcome.message] : [];
  const texts = [
    goal,
    initialObservation,
    memory,
    ...told,
    ...steps.flatMap(({ thought, rawAction, action, observation }) => [
      thought,
      rawAction,
      action,
      observation,
    ]),
  ];
  return texts.some((text) => text?.toLowerCase().includes(wanted));
}
