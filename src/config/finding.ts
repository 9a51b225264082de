/** One thing that was looked at, in words that name no key. */
export interface Finding {
  readonly name: string;
  /** `missing` is essential: what was asked for does not work without it. */
  readonly state: 'ok' | 'missing' | 'warning' | 'skipped';
  readonly detail: string;
  /** A command, or what to do. */
  readonly remedy?: string;
}
