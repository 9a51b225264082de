import type { Plan } from './plan.js';
import type { TaskInstance } from './task.js';

/** Limits of one episode. */
export interface EpisodeLimits {
  /** Most actions. */
  readonly maxSteps: number;
  /** Most tokens, prompt and completion together. */
  readonly maxTokens?: number;
  /** Most wall time in seconds, looked at between steps. */
  readonly maxSeconds?: number;
}

/** All that it takes to play one episode, as plain data: whoever has the same world and agent can play it. */
export interface EpisodeTask {
  /** Unique within the run, or within the cell of an ablation. */
  readonly episodeId: string;
  readonly instance: TaskInstance;
  readonly plan: Plan;
  /** Labels the random seeds of the calls. */
  readonly seedScope: string;
  /** The run's seed. */
  readonly seed: number;
  readonly limits: EpisodeLimits;
  readonly trial?: number;
  readonly memory?: readonly string[];
  readonly another?: boolean;
}
