/** What a display says of a run before anything has happened. */

/** Facts that no event has. What is not known is absent. */
export interface RunHead {
  /** What is done: `train`, `eval`. */
  readonly command: string;
  /** Name of the config. */
  readonly name: string;
  /** The facts, most important first, each a few words: optimizer, splits, seed, models, budget. */
  readonly facts: readonly string[];
  /** Folder of the run, once there is one. */
  readonly folder?: string;
  /** Episodes in all, and whether that is the most there can be. */
  readonly episodes?: number;
  readonly atMost?: boolean;
  /** Cells of an ablation. */
  readonly cells?: number;
  /** Instances that updates are judged on each time. */
  readonly validation?: number;
  /** US$. */
  readonly budget?: number;
  /** When it began, in milliseconds since 1970-01-01 UTC; null where that is not known; absent: now. */
  readonly started?: number | null;
  /** Whether what happens now happened before: then it says nothing about the pace. */
  readonly past?: boolean;
  /** What kind of a look at the run this is, where it is not the run itself, for example a replay. */
  readonly look?: string;
}

/** Nothing is known. */
export const noHead: RunHead = { command: '', name: '', facts: [] };
