/** The form of an ablation file: methods and what they are measured on. */
import { z } from 'zod';
import { familyDimensions, primaryTests } from '../training/index.js';

const text = z.string().min(1);
const whole = z.number().int();
/** Settings of a training, laid over those of the config beneath; checked as part of it. */
const settings = z.record(z.string(), z.unknown()).default({});
/** By task type, or `all`. */
const percents = z.record(z.string(), z.number().min(0).max(100));
const usd = z.number().min(0);

/** What a paper reports of a method. Numbers are facts; what is absent is not reported. */
const paperNumbers = z.strictObject({
  /** Success or accuracy, in percent. */
  success: percents.exactOptional(),
  /** US$ per instance of training, and of inference. */
  trainingUsd: usd.exactOptional(),
  inferenceUsd: usd.exactOptional(),
});

const armSchema = z.strictObject({
  name: text,
  /** Whether the arm learns a plan for each task type before it is measured. */
  train: z.boolean().default(false),
  /** The arm whose learned plans this one follows. */
  planFrom: text.exactOptional(),
  set: settings,
  paper: paperNumbers.exactOptional(),
});

const experimentSchema = z.strictObject({
  /** What stands above its table. */
  title: text.exactOptional(),
  /** Config file that the settings are laid over. */
  config: text.exactOptional(),
  set: settings,
  arms: z.array(armSchema).default([]),
  /** Settings with lists of values: an arm that learns for each combination, see `expandGrid`. */
  grid: z.record(z.string(), z.unknown()).exactOptional(),
  /** Methods of the paper that are not run here. */
  paperOnly: z.array(z.strictObject({ name: text, paper: paperNumbers })).default([]),
});

/** Which of its tables an ablation prints; its report has both. */
export const ablationTables = ['success', 'cost'] as const;

/** How arms are compared: said before anything is played, so that it can not be chosen after a look at the results. */
const analysisSchema = z.strictObject({
  /** What counts as one observation: a run, which is an arm with one seed. Episodes of a run share its plan. */
  unit: z.literal('run').default('run'),
  primary: z.enum(primaryTests).default('paired-t'),
  /** An arm's name, or `first`. */
  baseline: text.default('first'),
  /** What Holm's adjustment is made over. */
  family: z.array(z.enum(familyDimensions)).default([...familyDimensions]),
  /** Largest difference of rates that does not matter. */
  tolerance: z.number().gt(0).lt(1).default(0.05),
});

/** An ablation file. */
export const ablationSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'use only a-z, 0-9 and hyphens')
    .optional(),
  table: z.enum(ablationTables).default('success'),
  /** The seeds themselves, or how many: from 0. */
  seeds: z.union([z.array(whole).min(1), whole.min(1)], 'give a list of seeds, or how many').default([0]),
  /** A model of the price file: tokens are priced as if it had been used. */
  priceAs: text.optional(),
  /** Whether plans are measured after each iteration, or only the last one. */
  measure: z.enum(['last', 'each-iteration']).default('last'),
  analysis: analysisSchema.prefault({}),
  paper: z.strictObject({ model: text, source: text, note: text.exactOptional() }).optional(),
  set: settings,
  experiments: z.record(
    z.string().regex(/^[a-z][a-z0-9-]*$/, 'use only a-z, 0-9 and hyphens'),
    experimentSchema,
  ),
});

/** An ablation file with its defaults filled in. */
export type AblationFile = z.infer<typeof ablationSchema>;
/** One of its experiments. */
export type ExperimentFile = z.infer<typeof experimentSchema>;
/** One of an experiment's arms. */
export type ArmFile = z.infer<typeof armSchema>;
