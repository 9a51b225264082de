import type { PlanFile } from '../plans/index.js';

/** A plan as it is served. */
export interface ServedPlan {
  /** The plan's name, for example `alfworld-heat`. */
  readonly id: string;
  /** Of a registry its number there, else the number of updates of the plan. */
  readonly version: number;
  /** The alias that it was chosen by; null where none was. */
  readonly alias: string | null;
  readonly planFile: PlanFile;
}
