/** A plan and the numbers that name it; its text is had with `readPlan`. */
export interface PlanRef {
  readonly id: string;
  /** Number of updates since the initial plan. */
  readonly iteration: number;
  /** Whether its text is empty: no plan at all. */
  readonly empty: boolean;
}
