/** The noise floor of an agent, a model and a suite: the same plan on the same instances with other seeds. */
import {
  countFalseVerdicts,
  type FalseVerdicts,
  measureNoise,
  type NoiseFloor,
  type RepeatedPlays,
} from '../training/index.js';
import type { RepeatedResult } from './combine-repeats.js';
import type { RunSettings } from './prepare-run.js';
import {
  type EvaluationRun,
  type PreparedEvaluation,
  prepareEvaluation,
  runEvaluation,
} from './run-evaluation.js';

/** What to repeat. */
export interface NoiseOptions extends RunSettings {
  /** Times that each instance is played, 2 or more. */
  readonly repeats: number;
  /** Most instances per task type. */
  readonly limit?: number;
  readonly alpha: number;
}

/** Everything resolved, before anything is played. */
export interface PreparedNoise {
  readonly evaluation: PreparedEvaluation;
  readonly alpha: number;
}

/** What repeating found. */
export interface NoiseRun {
  readonly evaluation: EvaluationRun;
  readonly noise: NoiseFloor;
  readonly verdicts: FalseVerdicts;
  readonly alpha: number;
}

/** Resolves what is to be repeated: the config's plan, or none, on its held-out split. Rejects with a UsageError. */
export async function prepareNoise({ alpha, ...options }: NoiseOptions): Promise<PreparedNoise> {
  return { evaluation: await prepareEvaluation(options), alpha };
}

/** Plays and counts. A reached budget and an interrupt are outcomes: what was finished counts. Rejects with a UsageError. */
export async function runNoise({ evaluation: prepared, alpha }: PreparedNoise): Promise<NoiseRun> {
  const evaluation = await runEvaluation(prepared);
  const plays = playsOf(evaluation.results);
  return {
    evaluation,
    noise: measureNoise(plays),
    verdicts: countFalseVerdicts(plays, alpha, prepared.config.seed),
    alpha,
  };
}

/** The plays of an evaluation with repeats. */
export function playsOf(results: readonly RepeatedResult[]): readonly RepeatedPlays[] {
  return results.map(({ instanceId, outcomes }) => ({
    instanceId,
    won: outcomes.map((outcome) => (outcome === 'error' ? null : outcome === 'success')),
  }));
}
