/** All episodes of a run in columns: small enough for a hundred thousand of them. */
import type { Episode, Outcome } from '../core/episode.js';
import type { Phase } from '../core/event.js';

/** One episode in short. */
export interface EpisodeRow {
  /** Its number in the table, from 0, in order of its end. */
  readonly row: number;
  readonly id: string;
  readonly phase: Phase;
  readonly instanceId: string;
  readonly taskType: string;
  readonly planId: string;
  /** The part of an ablation that it belongs to; null elsewhere. */
  readonly cell: string | null;
  /** Of a training episode, from 0; null for others. */
  readonly iteration: number | null;
  /** Number of the go at this instance, from 0. */
  readonly trial: number;
  readonly outcome: Outcome['kind'];
  /** The error's code, or what ran out; null for others. */
  readonly detail: string | null;
  readonly steps: number;
  /** In [0, 1]. */
  readonly reward: number;
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** US$; null where a price is not known. */
  readonly costUsd: number | null;
}

/** Which episodes are wanted; what is left out does not matter. */
export interface EpisodeFilter {
  readonly phase?: Phase;
  readonly taskType?: string;
  readonly outcome?: Outcome['kind'];
  readonly planId?: string;
  readonly instanceId?: string;
  readonly cell?: string;
  readonly iteration?: number;
  /** A part of the episode's id, upper and lower case alike. */
  readonly text?: string;
}

/** One that is being played. */
export interface OpenEpisode {
  readonly id: string;
  readonly phase: Phase;
  /** Actions so far. */
  readonly steps: number;
  /** The last action; null before the first, or where it is not known. */
  readonly action: string | null;
}

/** The episodes of a run. One that was played again stands once, as it went the last time. */
export interface EpisodeTable {
  readonly count: number;
  /** Those that were begun and have not ended. */
  readonly open: readonly OpenEpisode[];
  /** Values that occur, in code-unit order: for filters. */
  readonly taskTypes: readonly string[];
  readonly cells: readonly string[];
  /** Throws a RangeError for a number that is no row. */
  row(row: number): EpisodeRow;
  /** -1 where there is none. */
  rowOf(id: string): number;
  /** Rows that fit, in order: `limit` of them after the first `offset`; and how many fit in all. */
  select(
    filter: EpisodeFilter,
    page?: { readonly offset?: number; readonly limit?: number },
  ): { readonly rows: readonly number[]; readonly total: number };
}

/** One episode from the journal, or why there is none. */
export type ReadEpisode =
  | { readonly row: EpisodeRow; readonly episode: Episode; readonly problem: null }
  | { readonly row: EpisodeRow | null; readonly episode: null; readonly problem: string };
