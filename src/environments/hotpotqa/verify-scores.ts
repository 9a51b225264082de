/** Compares our scores with those that the official script gave, to 1e-12. */
import { z } from 'zod';
import { evaluateOfficial, type GoldQuestion, type OfficialScores } from './evaluate-official.js';
import type { Difference, ReplayedEpisode } from './replay-episode.js';
import { answerOverlap, exactMatch, normalizeAnswer } from './scoring.js';

/** A pair of answers with its scores, one a line. */
export const scoredPairSchema = z.object({
  pred: z.string(),
  gold: z.string(),
  norm_pred: z.string(),
  norm_gold: z.string(),
  em: z.boolean(),
  f1: z.number(),
  prec: z.number(),
  recall: z.number(),
});

/** Runs of the script over whole files: `eval_pred_<name>.json` beside `eval_gold.json`. */
export const officialRunsSchema = z.array(
  z.object({ name: z.string(), n_missing_lines: z.int(), metrics: z.record(z.string(), z.number()) }),
);

const factsSchema = z.array(z.tuple([z.string(), z.number()]));
/** The right answers, as the official files have them. */
export const goldSchema = z.array(
  z.object({ _id: z.string(), answer: z.string(), supporting_facts: factsSchema }),
);
/** Predictions, as the official script reads them. */
export const predictionsSchema = z.object({
  answer: z.record(z.string(), z.string()),
  sp: z.record(z.string(), factsSchema),
});

/** Scores one pair anew. */
export function verifyPair(recorded: z.infer<typeof scoredPairSchema>): ReplayedEpisode {
  const { pred, gold, norm_pred, norm_gold, em, f1, prec, recall } = recorded;
  const ours = answerOverlap(pred, gold);
  return compareAll([
    ['norm_pred', norm_pred, normalizeAnswer(pred)],
    ['norm_gold', norm_gold, normalizeAnswer(gold)],
    ['em', em, exactMatch(pred, gold)],
    ['f1', f1, ours.f1],
    ['prec', prec, ours.precision],
    ['recall', recall, ours.recall],
  ]);
}

/** Scores one whole file anew. */
export function verifyRun(
  { metrics, n_missing_lines: missing }: z.infer<typeof officialRunsSchema>[number],
  predictions: z.infer<typeof predictionsSchema>,
  gold: z.infer<typeof goldSchema>,
): ReplayedEpisode {
  const questions = gold.map(
    ({ _id: id, answer, supporting_facts: supportingFacts }): GoldQuestion => ({
      id,
      answer,
      supportingFacts,
    }),
  );
  const ours = evaluateOfficial(predictions, questions);
  const named = officialNames(ours);
  return compareAll([
    ...Object.entries(metrics).map(([name, value]) => [name, value, named[name]] as const),
    ['n_missing_lines', missing, ours.missing.answer.length + ours.missing.supportingFacts.length],
  ]);
}

/** The scores under the names that the official script prints. */
export function officialNames({ answer, supportingFacts, joint }: OfficialScores): Record<string, number> {
  const groups = [['', answer] as const, ['sp_', supportingFacts] as const, ['joint_', joint] as const];
  const named = groups.flatMap(([prefix, { em, f1, precision, recall }]) => [
    [`${prefix}em`, em] as const,
    [`${prefix}f1`, f1] as const,
    [`${prefix}prec`, precision] as const,
    [`${prefix}recall`, recall] as const,
  ]);
  return Object.fromEntries(named);
}

function compareAll(fields: readonly (readonly [string, unknown, unknown])[]): ReplayedEpisode {
  const differences = fields
    .filter(([, expected, actual]) => !isSame(expected, actual))
    .map(([field, expected, actual = null]): Difference => ({ step: 1, field, expected, actual }));
  return { steps: 1, differences, deviations: [] };
}

function isSame(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) <= 1e-12 : a === b;
}
