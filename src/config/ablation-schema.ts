/** The form of an ablation file: methods and what they are measured on. */
import { z } from 'zod';
import { familyDimensions, primaryTests } from '../training/index.js';

const text = z.string().min(1);
const whole = z.number().int();
/** Settings of a training, laid over those of the config beneath; checked as part of it. */
const settings = z
  .record(z.string(), z.unknown())
  .default({})
  .describe('settings of a training, laid over those of the config beneath');
/** By task type, or `all`. */
const percents = z.record(z.string(), z.number().min(0).max(100));
const usd = z.number().min(0);

/** What a paper reports of a method. Numbers are facts; what is absent is not reported. */
const paperNumbers = z.strictObject({
  success: percents.describe('success or accuracy in percent, by task type or all').exactOptional(),
  trainingUsd: usd.describe('US$ per instance of training').exactOptional(),
  inferenceUsd: usd.describe('US$ per instance of inference').exactOptional(),
});
const paperOf = paperNumbers.describe('what a paper reports of the method; what is absent is not reported');

const armSchema = z.strictObject({
  name: text.describe('name of the method'),
  train: z
    .boolean()
    .default(false)
    .describe('whether it learns a plan for each task type before it is measured'),
  planFrom: text.describe('name of the arm whose learned plans it follows').exactOptional(),
  set: settings,
  paper: paperOf.exactOptional(),
});

const experimentSchema = z.strictObject({
  title: text.describe('what stands above its table').exactOptional(),
  config: text.describe('config file that the settings are laid over').exactOptional(),
  set: settings,
  arms: z.array(armSchema).default([]).describe('the methods that are compared'),
  grid: z
    .record(z.string(), z.unknown())
    .describe('settings with lists of values: an arm that learns for each combination')
    .exactOptional(),
  paperOnly: z
    .array(z.strictObject({ name: text.describe('name of the method'), paper: paperOf }))
    .default([])
    .describe('methods of the paper that are not run here'),
});

/** Which of its tables an ablation prints; its report has both. */
export const ablationTables = ['success', 'cost', 'both'] as const;

/** How arms are compared: said before anything is played, so that it can not be chosen after a look at the results. */
const analysisSchema = z.strictObject({
  unit: z
    .literal('run')
    .default('run')
    .describe(
      'what counts as one observation: a run, an arm with one seed; episodes of a run share its plan',
    ),
  primary: z
    .enum(primaryTests)
    .default('paired-t')
    .describe('the test of the verdict; paired by seed, as arms share their seeds'),
  baseline: text.default('first').describe('the arm that others are compared with: its name, or first'),
  family: z
    .array(z.enum(familyDimensions))
    .default([...familyDimensions])
    .describe("what Holm's adjustment is made over"),
  tolerance: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.05)
    .describe('largest difference of rates that does not matter'),
});

/** An ablation file. */
export const ablationSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'use only a-z, 0-9 and hyphens')
    .describe("name of the ablation; the file's name unless given")
    .optional(),
  table: z
    .enum(ablationTables)
    .default('success')
    .describe('which of its tables is printed; the report has both'),
  seeds: z
    .union([z.array(whole).min(1), whole.min(1)], 'give a list of seeds, or how many')
    .default([0])
    .describe('the seeds themselves, or how many: from 0'),
  priceAs: text.describe('a model of the price file: tokens are priced as if it had been used').optional(),
  measure: z
    .enum(['last', 'each-iteration'])
    .default('last')
    .describe('whether plans are measured after each iteration, or only the last one'),
  analysis: analysisSchema.prefault({}).describe('how arms are compared: said before anything is played'),
  paper: z
    .strictObject({
      model: text.describe('the model of the paper'),
      source: text.describe('paper and place in it'),
      note: text.describe('what to know of its numbers').exactOptional(),
    })
    .optional()
    .describe('where the numbers beside ours are from'),
  set: settings,
  experiments: z
    .record(z.string().regex(/^[a-z][a-z0-9-]*$/, 'use only a-z, 0-9 and hyphens'), experimentSchema)
    .describe('what is played, by name'),
});

/** An ablation file with its defaults filled in. */
export type AblationFile = z.infer<typeof ablationSchema>;
/** One of its experiments. */
export type ExperimentFile = z.infer<typeof experimentSchema>;
/** One of an experiment's arms. */
export type ArmFile = z.infer<typeof armSchema>;
