/** What went wrong in a run. */

/** Something that happened several times. */
export interface Counted {
  /** For example `rate-limit`. */
  readonly code: string;
  readonly count: number;
}

/** What went wrong. */
export interface TroubleHistory {
  /** Episodes that ended in an error, by its code; `example` is the id of one of them. */
  readonly episodeErrors: readonly (Counted & { readonly example: string })[];
  /** Attempts sent to a server; 0 for models in process. */
  readonly attempts: number;
  /** Attempts that failed, by code: most were sent again. */
  readonly failedAttempts: readonly Counted[];
  /** Attempts of which no end is recorded: they may have been paid in vain. */
  readonly lostAttempts: number;
  /** Times that a call had to wait for long, and the seconds of all of them. */
  readonly pauses: { readonly count: number; readonly seconds: number };
  /** Times that the server was gone and was waited for; the last words about it. */
  readonly outages: { readonly count: number; readonly message: string | null; readonly waiting: boolean };
  /** Times that the run was gone on with, each with what had changed, in words. */
  readonly resumes: readonly { readonly changes: readonly string[] }[];
  /** Cells of an ablation that were not measured, and why. */
  readonly missingCells: readonly { readonly cell: string; readonly reason: string }[];
}
