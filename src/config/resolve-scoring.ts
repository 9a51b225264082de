/** What results are compared by, and whether a model judges the answers. */
import type { Environment } from '../core/environment.js';
import {
  type Headline,
  type JudgePrompt,
  type JudgeSettings,
  judgePrompts,
  successHeadline,
} from '../evaluation/index.js';
import type { Config } from './schema.js';
import { SettingError } from './setting-error.js';

/** How results are scored beside success. */
export interface ResolvedScoring {
  readonly headline: Headline;
  /** Absent where answers are not judged. */
  readonly judge?: JudgeSettings;
}

/** Votes where a judge is asked for, and not how many. */
const usualVotes = 3;

/** The measure by which a judge's verdict is known. */
const judged: Headline = { name: judgePrompts.judge.name, kind: 'binary' };

/**
 * Answers are judged where the headline says so or a number of votes is set. Throws a SettingError for a headline that
 * the world does not have, and for a judge where there are no answers.
 */
export function resolveScoring(
  { headline: name, judge: { votes } }: Config,
  environment: Environment,
  prompt: JudgePrompt,
): ResolvedScoring {
  const known = headlinesOf(environment);
  const headline = known.find((one) => one.name === name);
  if (headline === undefined) {
    const problem =
      name === judged.name
        ? `${environment.name} has no answers to judge`
        : `there is no "${name}" in ${environment.name}`;
    throw new SettingError('headline', problem, `known: ${known.map((one) => one.name).join(', ')}`);
  }
  if (votes !== undefined && environment.answers === undefined) {
    throw new SettingError('judge.votes', `${environment.name} has no answers to judge`, 'leave it out');
  }
  if (votes === undefined && headline !== judged) return { headline };
  return { headline, judge: { votes: votes ?? usualVotes, prompt } };
}

function headlinesOf({ scores = {}, answers }: Environment): readonly Headline[] {
  const own = Object.entries(scores).map(([name, kind]): Headline => ({ name, kind }));
  return [successHeadline, ...own, ...(answers === undefined ? [] : [judged])];
}
