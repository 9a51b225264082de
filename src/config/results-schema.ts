/** The parts of `results.json` that runs are compared by. */
import { z } from 'zod';
import { successHeadline } from '../evaluation/index.js';

const outcomeSchema = z.looseObject({ kind: z.enum(['success', 'failure', 'truncated', 'error']) });
const scoresSchema = z.record(z.string(), z.number());
const instanceSchema = z.object({
  instanceId: z.string(),
  taskType: z.string(),
  outcome: outcomeSchema,
  scores: scoresSchema.optional(),
});
const evaluationSchema = z.object({ results: z.array(instanceSchema) });
const headlineSchema = z.object({ name: z.string(), kind: z.enum(['binary', 'graded']) });
const worldSchema = z.looseObject({ name: z.string(), version: z.string() });
const shared = {
  suite: z.object({ name: z.string(), digest: z.string() }),
  environment: worldSchema,
  headline: headlineSchema.default(successHeadline),
  simulated: z.boolean().default(false),
};

const trainingSchema = z.object({
  format: z.literal('planwright-results/1'),
  outcome: z.string(),
  seed: z.number(),
  heldOutSplit: z.string(),
  instancesAre: z.string().default('instances'),
  models: z.record(z.string(), z.string()),
  taskTypes: z.array(z.object({ heldOut: evaluationSchema, baseline: evaluationSchema })),
  ...shared,
});
const measuringSchema = z.object({
  format: z.literal('planwright-evaluation/1'),
  outcome: z.string(),
  seed: z.number(),
  split: z.string(),
  models: z.array(z.string()),
  instancesAre: z.string().default('instances'),
  results: z.array(
    z.object({
      instanceId: z.string(),
      taskType: z.string(),
      outcomes: z.array(z.string()),
      scores: z.array(scoresSchema).optional(),
    }),
  ),
  ...shared,
});
const cellSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('measured'),
    taskType: z.string(),
    seed: z.number(),
    heldOut: evaluationSchema,
  }),
  z.object({ state: z.literal('not-measured'), taskType: z.string(), seed: z.number(), reason: z.string() }),
]);
const ablationSchema = z.object({
  format: z.literal('planwright-ablation/1'),
  outcome: z.string(),
  experiments: z.array(
    z.object({
      name: z.string(),
      models: z.array(z.string()),
      heldOutSplit: z.string(),
      instancesAre: z.string().default('instances'),
      arms: z.array(z.object({ name: z.string(), cells: z.array(cellSchema) })),
      ...shared,
    }),
  ),
});
/** What a `results.json` of any run holds, as far as it is compared. */
export const resultsSchema = z.discriminatedUnion('format', [
  trainingSchema,
  measuringSchema,
  ablationSchema,
]);

/** Results of a training. */
export type TrainingFile = z.infer<typeof trainingSchema>;
/** Results of an evaluation. */
export type EvaluationFile = z.infer<typeof measuringSchema>;
/** Results of an ablation. */
export type AblationResultsFile = z.infer<typeof ablationSchema>;
