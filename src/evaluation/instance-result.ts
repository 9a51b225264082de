import type { Answers } from '../core/environment.js';
import type { Episode, Outcome } from '../core/episode.js';
import type { TaskInstance } from '../core/task.js';
import type { Vote } from './judge.js';

/** How one instance went. */
export interface InstanceResult {
  readonly instanceId: string;
  readonly taskType: string;
  /** Of the last trial. */
  readonly outcome: Outcome;
  /** Actions of the last trial. */
  readonly steps: number;
  /** All trials in order, where the agent had more than one. */
  readonly trials?: readonly { readonly outcome: Outcome; readonly steps: number }[];
  /** The world's own measures, each in [0, 1], where it has any, and `judge` where the answer was judged. */
  readonly scores?: Readonly<Record<string, number>>;
  /** Scores that could not be had, by name, and why: infrastructure errors, never counted as 0. */
  readonly missingScores?: Readonly<Record<string, string>>;
  /** In a world with answers: that of the last trial, null for none, and the right one. Put in when all is played. */
  readonly answer?: string | null;
  readonly expected?: string;
  /** What the judge said, where it was asked. */
  readonly votes?: readonly Vote[];
  /** Actions that needed the formalizer's grammar, its model, or neither. */
  readonly formalizer: Readonly<Record<'grammar' | 'model' | 'none', number>>;
}

/** The result of an instance from its trials, in order; the last one tells how it went. */
export function summarizeTrials(
  instance: TaskInstance,
  trials: readonly Episode[],
  answers: Answers | undefined,
): InstanceResult {
  const last = trials.at(-1) as Episode;
  const formalizer = { grammar: 0, model: 0, none: 0 };
  for (const step of trials.flatMap(({ steps }) => steps)) formalizer[step.formalizer]++;
  const { instanceId, taskType, outcome, scores } = last;
  return {
    instanceId,
    taskType,
    outcome,
    steps: last.steps.length,
    ...(trials.length > 1 ? { trials: trials.map(describeTrial) } : {}),
    formalizer,
    ...(scores === undefined ? {} : { scores }),
    ...(answers === undefined ? {} : answersOf(instance, last, answers)),
  };
}

function describeTrial({ outcome, steps }: Episode) {
  return { outcome, steps: steps.length };
}

function answersOf(instance: TaskInstance, { steps }: Episode, { given, expected }: Answers) {
  return { answer: given(steps.map(({ action }) => action)), expected: expected(instance) };
}
