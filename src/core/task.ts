import type { JsonObject } from '../util/json.js';

/** One task that an agent can be given: everything its environment needs to start it, as plain data. */
export interface TaskInstance {
  /** Unique within the suite; survives re-imports. */
  readonly id: string;
  /** Name of the environment that plays it, for example `alfworld`. */
  readonly environment: string;
  /** Task type in the environment's short form, for example `heat`. One plan is learned per task type. */
  readonly taskType: string;
  /** `train`, `validation`, `held-out`, or a further split under its official name. */
  readonly split: string;
  /** The split's official name where it differs, for example `valid_unseen`. */
  readonly sourceSplit?: string;
  /** The goal as the agent reads it: one sentence. */
  readonly goal: string;
  /** Whatever the environment needs; only that environment reads it. */
  readonly setup: JsonObject;
}

/** A named set of task instances with a digest that changes when any of them does. */
export interface TaskSuite {
  readonly name: string;
  readonly environment: string;
  /** `sha256:` and the hash of the instances as stored. */
  readonly digest: string;
  readonly instances: readonly TaskInstance[];
}
