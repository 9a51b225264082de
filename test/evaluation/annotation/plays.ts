import type { PlayedQuestion, RunAnswers } from '../../../src/evaluation/annotation/index.js';

/** One played question; the right answer to `q<n>` is `a<n>`. */
export function play(n: number, given: string | null, more: Partial<PlayedQuestion> = {}): PlayedQuestion {
  return {
    phase: 'held-out',
    taskType: 'qa',
    planId: 'sha256:plan',
    instanceId: `i${n}`,
    repeat: 0,
    question: `q${n}`,
    expected: `a${n}`,
    given,
    failed: false,
    ...more,
  };
}

/** A run with these plays. */
export function runOf(id: string, ...played: PlayedQuestion[]): RunAnswers {
  return { id, folder: `runs/${id}`, suiteDigest: 'sha256:suite', models: ['m'], simulated: false, played };
}
