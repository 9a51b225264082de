import { z } from 'zod';
import { completeAgent } from './agent-settings.js';
import { completeOptimizer } from './optimizer-settings.js';

const positive = z.number().int().min(1);
const text = z.string().min(1);
/** A value that an option of a world may have. */
const scalar = z.union([z.string(), z.number(), z.boolean()], 'give a text, a number, true or false');
/** One name or several. */
const names = z.union([text, z.array(text).min(1)], 'give a name or a list of names');
const splitOrCount = z.union([text, positive], 'give the name of a split or a number of instances');

const samplingSchema = z.strictObject({
  temperature: z.number().min(0).max(2).exactOptional(),
  topP: z.number().gt(0).max(1).exactOptional(),
});

const modelFields = {
  provider: z.enum(['simulated', 'openai']),
  profile: text,
  name: text,
  baseUrl: text,
  apiKeyEnv: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'give the name of the environment variable that holds the key, never the key'),
  timeoutSeconds: z.number().gt(0),
  maxTokensField: z.enum(['max_tokens', 'max_completion_tokens']),
};

/** A role's own model: what is absent is as in `model`. */
export const roleModelSchema = z.strictObject(modelFields).partial();

const modelSchema = z.strictObject({
  ...roleModelSchema.shape,
  provider: modelFields.provider.default('simulated'),
  profile: modelFields.profile.default('strong'),
  attempts: positive.default(16),
  maxPauseSeconds: z.number().gt(0).default(60),
  outageSeconds: z.number().min(0).default(300),
  agent: roleModelSchema.optional(),
  reflection: roleModelSchema.optional(),
  update: roleModelSchema.optional(),
  formalizer: roleModelSchema.optional(),
  judge: roleModelSchema.optional(),
});

/** Where a world or an agent of the user's own comes from: a module, or a process. */
const originFields = {
  module: text.exactOptional(),
  export: text.exactOptional(),
  command: z
    .array(z.string().refine((word) => !word.includes('\u0000'), 'a word can not hold U+0000'))
    .min(1)
    .refine(([program]) => program !== '', 'give the program first')
    .exactOptional(),
  folder: text.exactOptional(),
  timeoutSeconds: z.number().gt(0).max(600).exactOptional(),
};

const originSchema = z.strictObject(originFields);

const environmentSchema = z.strictObject({
  feedback: z.enum(['augmented', 'plain']).optional(),
  rules: z.record(z.string(), names).optional(),
  options: z.record(z.string(), scalar).optional(),
  ...originFields,
});

const judgeSchema = z.strictObject({
  votes: positive
    .refine((votes) => votes % 2 === 1, 'give an odd number, so that there is a majority')
    .optional(),
});

/** Each agent has some of these settings, see `agentSettings`; its defaults are filled in. */
const agentSchema = z
  .strictObject({
    name: z.string().default('autoplan'),
    calls: z.enum(['together', 'apart']).exactOptional(),
    formalizer: z.enum(['grammar', 'model', 'hybrid']).exactOptional(),
    thoughtTokens: positive.exactOptional(),
    actionTokens: positive.exactOptional(),
    shots: z.number().int().min(0).exactOptional(),
    demonstrations: text.exactOptional(),
    trials: positive.exactOptional(),
    memoryTokens: positive.exactOptional(),
    programTokens: positive.exactOptional(),
    ...originFields,
  })
  .overwrite(completeAgent);

/** Each optimizer has some of these settings, see `optimizerSettings`; its own defaults are filled in. */
const optimizerSchema = z
  .strictObject({
    name: z.string().default('autoplan'),
    reflectionTokens: positive.default(800),
    planTokens: positive.default(1000),
    acceptance: z.enum(['always', 'validation-no-worse']).exactOptional(),
    selection: z.enum(['last', 'best-validation']).exactOptional(),
    validation: positive.exactOptional(),
    edits: positive.exactOptional(),
    steps: positive.exactOptional(),
  })
  .overwrite(completeOptimizer);

/** Everything a training can be told. Defaults are the paper's (section 4.2) where it has them. */
export const configSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'use only a-z, 0-9 and hyphens')
    .optional(),
  suite: text.optional(),
  taskType: names.default('all'),
  plan: text.optional(),
  seed: z.number().int().default(0),
  batchSize: positive.default(4),
  iterations: positive.default(3),
  reflection: z.enum(['full', 'summary']).default('full'),
  train: splitOrCount.default(24),
  heldOut: splitOrCount.default('held-out'),
  headline: text.default('success'),
  judge: judgeSchema.prefault({}),
  concurrency: positive.default(8),
  executor: z
    .strictObject({
      name: z.enum(['local', 'bullmq']).default('local'),
      redis: text.optional(),
    })
    .prefault({}),
  environment: environmentSchema.prefault({}),
  agent: agentSchema.prefault({}),
  optimizer: optimizerSchema.prefault({}),
  model: modelSchema.prefault({}),
  sampling: z
    .strictObject({
      optimize: samplingSchema.default({ temperature: 1, topP: 0.9 }),
      reflect: samplingSchema.default({ temperature: 1, topP: 0.9 }),
      update: samplingSchema.default({ temperature: 1, topP: 0.9 }),
      judge: samplingSchema.default({ temperature: 1, topP: 0.9 }),
      evaluate: samplingSchema.default({ temperature: 0 }),
    })
    .prefault({}),
  limits: z
    .strictObject({
      maxSteps: positive.optional(),
      maxTokens: positive.optional(),
      maxSeconds: z.number().gt(0).optional(),
    })
    .prefault({}),
  budget: z
    .strictObject({
      usd: z.number().gt(0).optional(),
      tokens: positive.optional(),
      calls: positive.optional(),
      seconds: z.number().gt(0).optional(),
    })
    .prefault({}),
  cache: z
    .strictObject({
      folder: text,
      repeats: z.boolean().default(false),
    })
    .optional(),
  durability: z.enum(['none', 'flush', 'fsync']).default('flush'),
  errorsAllowed: z.number().min(0).max(1).default(0),
  prompts: z.record(z.string(), text).default({}),
  prices: text.optional(),
  runs: text.default('runs'),
});

/** A config with its defaults filled in. */
export type Config = z.infer<typeof configSchema>;
/** Where a world or an agent of the user's own comes from. */
export type OriginSettings = z.infer<typeof originSchema>;
/** Settings of one model. */
export type RoleModelConfig = z.infer<typeof roleModelSchema>;

/** Whether a limit on spending is set: then nothing is measured before the plan is learned, so that learning comes first. */
export function hasBudget({ budget }: Pick<Config, 'budget'>): boolean {
  return Object.values(budget).some((value) => value !== undefined);
}

/** Name of the split that plans are measured on. */
export function heldOutSplit({ heldOut }: Pick<Config, 'heldOut'>): string {
  return typeof heldOut === 'string' ? heldOut : 'held-out';
}
