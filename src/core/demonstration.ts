import type { JsonObject } from '../util/json.js';

/** One step of a demonstration. A thought stands only where the expert stopped to think. */
export interface DemonstrationStep {
  readonly thought?: string;
  readonly action: string;
  readonly observation: string;
}

/** A worked example: an instance that an expert played to its goal, with the thoughts of someone who does not know it. */
export interface Demonstration {
  /** The instance that was played; never one of a held-out split. */
  readonly instanceId: string;
  readonly taskType: string;
  readonly goal: string;
  readonly initialObservation: string;
  readonly steps: readonly DemonstrationStep[];
  /** The same solution as a program, for agents whose plan is one; they check its form. */
  readonly program?: JsonObject;
}
