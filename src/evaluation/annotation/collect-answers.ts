import type { Answers } from '../../core/environment.js';
import type { Episode } from '../../core/episode.js';
import { UsageError } from '../../core/errors.js';
import type { Phase, RunEvent } from '../../core/event.js';
import type { TaskInstance } from '../../core/task.js';
import { visibleText } from './sheet-cells.js';

/** The phases in which plans are measured. */
export const measuredPhases = ['held-out', 'baseline'] as const satisfies readonly Phase[];

/** A phase in which a plan is measured. */
export type MeasuredPhase = (typeof measuredPhases)[number];

/** How one play of a question went, its texts as annotators see them. */
export interface PlayedQuestion {
  readonly phase: MeasuredPhase;
  readonly taskType: string;
  readonly planId: string;
  readonly instanceId: string;
  /** Number of the play of this instance in this phase, from 0. */
  readonly repeat: number;
  readonly question: string;
  readonly expected: string;
  /** Null where no answer was given, or an empty one. */
  readonly given: string | null;
  /** Whether the episode ended in an error: it says nothing about the answer then. */
  readonly failed: boolean;
}

/** What a run's journal holds of answers. */
export interface CollectedAnswers {
  /** In an order that does not depend on which episode ended first. */
  readonly played: readonly PlayedQuestion[];
  /** Whether the run came to its own end. */
  readonly finished: boolean;
}

/**
 * The questions that a run was measured on; of several trials of one instance the last counts. Throws a UsageError for
 * an instance that the suite does not have.
 */
export async function collectAnswers(
  events: AsyncIterable<RunEvent>,
  instances: readonly TaskInstance[],
  answers: Answers,
): Promise<CollectedAnswers> {
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  const evaluations = new Map<string, number>();
  const played = new Map<string, PlayedQuestion>();
  let finished = false;
  for await (const event of events) {
    if (event.type === 'run-end') finished = event.outcome === 'finished';
    if (event.type === 'evaluation-start') {
      const key = `${event.phase} ${event.taskType}`;
      evaluations.set(key, (evaluations.get(key) ?? 0) + 1);
    }
    if (event.type !== 'episode-end' || !isMeasured(event.phase)) continue;
    const { phase, episode } = event;
    const repeat = Math.max(0, (evaluations.get(`${phase} ${episode.taskType}`) ?? 0) - 1);
    const instance = byId.get(episode.instanceId);
    if (instance === undefined)
      throw new UsageError(`the suite has no instance "${episode.instanceId}", which the run has played`);
    const key = [measuredPhases.indexOf(phase), episode.taskType, episode.instanceId, repeat].join('\n');
    played.set(key, describePlay(episode, { phase, repeat, instance, answers }));
  }
  const inOrder = [...played].sort(([a], [b]) => (a < b ? -1 : 1));
  return { played: inOrder.map(([, one]) => one), finished };
}

function isMeasured(phase: Phase): phase is MeasuredPhase {
  return measuredPhases.some((one) => one === phase);
}

function describePlay(
  { taskType, planId, instanceId, steps, outcome }: Episode,
  place: { phase: MeasuredPhase; repeat: number; instance: TaskInstance; answers: Answers },
): PlayedQuestion {
  const { phase, repeat, instance, answers } = place;
  const given = visibleText(answers.given(steps.map(({ action }) => action)) ?? '');
  return {
    phase,
    taskType,
    planId,
    instanceId,
    repeat,
    question: visibleText(instance.goal),
    expected: visibleText(answers.expected(instance)),
    given: given === '' ? null : given,
    failed: outcome.kind === 'error',
  };
}
