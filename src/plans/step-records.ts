/** Steps of a structured plan as its file holds them: what they say stands in the text, the rest in the front matter. */
import { UsageError } from '../core/errors.js';
import type { Plan, PlanStep } from '../core/plan.js';
import type { PlanStepRecord } from './front-matter.js';

/** The steps for the front matter; undefined for a plan whose lines are not its steps. */
export function recordSteps({ steps = [], text }: Plan): PlanStepRecord[] | undefined {
  const lines = readLines(text);
  if (lines.length !== steps.length || steps.some((step, i) => step.text !== lines[i])) return undefined;
  return steps.map(({ id, iteration, episodes, replaces, helped, hurt, notFollowed }) => ({
    id,
    iteration,
    episodes: [...episodes],
    ...(replaces === undefined ? {} : { replaces }),
    helped,
    hurt,
    not_followed: notFollowed,
  }));
}

/** The steps again, from a plan's text and its front matter. Throws a UsageError where they do not fit together. */
export function restoreSteps(records: readonly PlanStepRecord[], text: string, file: string): PlanStep[] {
  const lines = readLines(text);
  if (lines.length !== records.length)
    throw new UsageError(
      `${file}: front matter: steps: there are ${records.length}, but the plan has ${lines.length} numbered lines`,
      'remove steps from the front matter',
    );
  return records.map(({ id, iteration, episodes, replaces, helped, hurt, not_followed }, i) => ({
    id,
    text: lines[i] ?? '',
    iteration,
    episodes,
    ...(replaces === undefined ? {} : { replaces }),
    helped,
    hurt,
    notFollowed: not_followed,
  }));
}

/** The lines of a plan without their numbers; none where they are not numbered from 1 on. */
function readLines(text: string): string[] {
  const lines = text.split('\n').map((line, i) => /^(\d+)\. (.*)$/.exec(line)?.slice(1) ?? [String(-i), '']);
  return lines.every(([number], i) => number === String(i + 1)) ? lines.map(([, line = '']) => line) : [];
}
