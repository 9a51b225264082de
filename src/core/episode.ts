import type { Spend } from './model.js';

/** One step of an episode. */
export interface Step {
  /** What the agent thought before it acted, where it thinks. */
  readonly thought?: string;
  /** The model's words for the action. */
  readonly rawAction: string;
  /** The action the environment got. */
  readonly action: string;
  /** Who turned the raw action into the action: our grammar, a model call, or nobody (sent as it was). */
  readonly formalizer: 'grammar' | 'model' | 'none';
  readonly observation: string;
}

/** How an episode ended. An error is never a failure of the task. */
export type Outcome =
  | { readonly kind: 'success' }
  | { readonly kind: 'failure' }
  | { readonly kind: 'truncated'; readonly by: 'steps' | 'tokens' | 'time' }
  | { readonly kind: 'error'; readonly code: string; readonly message: string };

/** The record of one rollout: plain data, enough to show it and to reflect on it. */
export interface Episode {
  /** Unique within the run: `<phase>/<instance id>`, and the repeat and trial where there are several. */
  readonly id: string;
  readonly instanceId: string;
  readonly taskType: string;
  readonly goal: string;
  readonly agent: string;
  /** Name and version, for example `alfworld@1.0.0`. */
  readonly environment: string;
  readonly planId: string;
  /** Number of the go at this instance, from 0. */
  readonly trial: number;
  readonly seed: number;
  readonly initialObservation: string;
  readonly steps: readonly Step[];
  readonly outcome: Outcome;
  /** The last reward, in [0, 1]. */
  readonly reward: number;
  /** Further measures of the world's own, each in [0, 1]; absent after an error and in worlds that have none. */
  readonly scores?: Readonly<Record<string, number>>;
  /** What the agent took from it into the next trial; absent where there is none. */
  readonly memory?: string;
  readonly spend: Spend;
}

/** What an episode's id ends with where its instance is played once more, with other seeds; nothing in the first play. */
export function repeatSuffix(repeat: number): string {
  return repeat === 0 ? '' : `/repeat-${repeat}`;
}

/** Number of the play, from 0, by the id of its episode: 2 of `held-out/heat-3/repeat-2` and of its trials. */
export function repeatOf(episodeId: string): number {
  return Number(/\/repeat-(\d{1,6})(?:\/trial-\d+)?$/.exec(episodeId)?.[1] ?? 0);
}

/** Whether the episode reached its goal. */
export function succeeded(episode: Episode): boolean {
  return episode.outcome.kind === 'success';
}

/** What was learned from one episode (paper section 3.2.2). `flaws` and `revision` are empty in summary-only mode. */
export interface Reflection {
  readonly episodeId: string;
  readonly instanceId: string;
  readonly summary: string;
  readonly flaws: string;
  readonly revision: string;
  /** What the episode says of the steps of a structured plan; absent where nobody asked. */
  readonly evidence?: StepEvidence;
}

/** Ids of plan steps by what an episode says of them; a step of which it says nothing is in none. */
export interface StepEvidence {
  readonly helped: readonly string[];
  readonly hurt: readonly string[];
  readonly notFollowed: readonly string[];
}
