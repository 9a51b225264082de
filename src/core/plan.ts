/** A natural-language plan for one task type: what is optimized, frozen, evaluated and shipped. */
export interface Plan {
  /** `sha256:` and the hash of the text (LF line ends). */
  readonly id: string;
  /** The plan it was revised from; absent for a plan nobody revised. */
  readonly parentId?: string;
  /** Number of updates since the initial plan, which has 0. */
  readonly iteration: number;
  readonly environment: string;
  readonly taskType: string;
  /** The plan itself; empty text means no plan at all. */
  readonly text: string;
}
