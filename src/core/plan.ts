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
  /** Of a structured plan: its steps, one for each line of the text. They say nothing to agents, who read the text. */
  readonly steps?: readonly PlanStep[];
}

/** A step of a structured plan: what it says, where it came from, and what episodes since have said of it. */
export interface PlanStep {
  /** Unique within a training; a step that says something else has another id. */
  readonly id: string;
  /** One line, without a number. */
  readonly text: string;
  /** The update that made it, from 1; 0 for a step of the plan that training began with. */
  readonly iteration: number;
  /** Ids of the episodes that it was made from. */
  readonly episodes: readonly string[];
  /** Id of the step whose place it took; absent where it took none. */
  readonly replaces?: string;
  /** Numbers of episodes that it helped in, that it hurt in, and in which it was not followed. */
  readonly helped: number;
  readonly hurt: number;
  readonly notFollowed: number;
}
