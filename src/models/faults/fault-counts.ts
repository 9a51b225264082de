import type { FaultKind } from './fault-options.js';

/** What a server has served so far. Every request is counted in one of `answered`, `faults`, `inOutage`, `refused`. */
export interface FaultCounts {
  /** Requests for completions that came in, whatever became of them. */
  readonly requests: number;
  /** Good answers that were sent whole. */
  readonly answered: number;
  /** Good answers among those that did not say what they used. */
  readonly withoutUsage: number;
  /** Tokens of the good answers that said so. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Requests that were worked out: a provider asks money for them, answered or not. */
  readonly processed: number;
  readonly faults: Readonly<Record<FaultKind, number>>;
  /** Requests that came in an outage. */
  readonly inOutage: number;
  /** Requests that were wrong themselves, or whose client went away before they were answered. */
  readonly refused: number;
  /** Most requests that were open at one time. */
  readonly mostOpen: number;
}

/** Counts that are still being made. */
export type OpenCounts = { -readonly [Key in Exclude<keyof FaultCounts, 'faults'>]: FaultCounts[Key] } & {
  readonly faults: Record<FaultKind, number>;
};
