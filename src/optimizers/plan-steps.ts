/** Structured plans: a plan's text from its steps, and steps from a plan's text. */
import type { Episode, StepEvidence } from '../core/episode.js';
import type { Plan, PlanStep } from '../core/plan.js';
import { normalizePlanText } from '../plans/index.js';

/** The plan's text that agents read: plain numbered steps. */
export function renderSteps(steps: readonly PlanStep[]): string {
  return steps.map(({ text }, i) => `${i + 1}. ${text}`).join('\n');
}

/** A step's text as it may stand in a plan: one line, without number, bullet or id before it. May be empty. */
export function normalizeStep(text: string): string {
  const line = normalizePlanText(text).replace(/\s+/g, ' ').trim();
  return line.replace(/^(?:(?:step )?\d+[.):]|[-*•]|\[s\d+\])(?:\s+|$)/i, '').trim();
}

/**
 * A plan's steps: its own, or those that its text holds: numbered lines, each with what follows it, or else every line.
 * Ids are `s1`, `s2` and so on.
 */
export function stepsOf({ steps, text }: Plan): readonly PlanStep[] {
  if (steps !== undefined) return steps;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isNumbered = (line: string) => /^\s*\d+[.)]\s/.test(line);
  const first = lines.findIndex(isNumbered);
  const parts: string[] = [];
  lines.forEach((line, i) => {
    if (first < 0 || i < first || isNumbered(line) || parts.length === 0) parts.push(line);
    else parts.push(`${parts.pop()} ${line}`);
  });
  return parts
    .map(normalizeStep)
    .filter((part) => part !== '')
    .map((part, i) => ({ ...noEvidence, id: `s${i + 1}`, text: part, iteration: 0, episodes: [] }));
}

/** A step of which no episode has said anything. */
export const noEvidence = { helped: 0, hurt: 0, notFollowed: 0 } as const;

/** The steps with what another batch says of them. */
export function countEvidence(
  steps: readonly PlanStep[],
  batch: readonly (StepEvidence | undefined)[],
): PlanStep[] {
  const count = (of: keyof StepEvidence, id: string) =>
    batch.filter((evidence) => evidence?.[of].includes(id)).length;
  return steps.map((step) => ({
    ...step,
    helped: step.helped + count('helped', step.id),
    hurt: step.hurt + count('hurt', step.id),
    notFollowed: step.notFollowed + count('notFollowed', step.id),
  }));
}

/** Ids of episodes, in order. */
export function idsOf(episodes: readonly Episode[]): string[] {
  return episodes.map(({ id }) => id);
}
