import { Document, visit } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../core/errors.js';
import { readStrictYaml } from '../util/strict-yaml.js';
import { controlCharacters } from './create-plan.js';
import { certificateSchema } from './plan-certificate.js';
import { flagKinds } from './suspicious-patterns.js';

/** Name and major version of the plan file's format. */
export const planSchema = 'planwright.plan/v1';

const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'not sha256: and 64 hex digits');
const share = z.number().min(0).max(1);
const count = z.int().min(0);

const provenanceSchema = z.strictObject({
  run: z.string(),
  iteration: count,
  seed: z.int(),
  batch_size: count,
  reflection: z.string(),
  optimizer: z.string(),
  optimizer_model: z.string(),
  agent_model: z.string(),
  tool_version: z.string(),
  simulated: z.boolean(),
});

const evaluationSchema = z.strictObject({
  split: z.string(),
  n: count,
  successes: count,
  rate: share.nullable(),
  wilson95: z.tuple([share, share]).nullable(),
  baseline_rate: share.nullable(),
  baseline_successes: count.nullable(),
  p_paired: share.nullable(),
  errors: count,
});

const trainedOnSchema = z.strictObject({
  suite: z.string(),
  suite_digest: hash,
  split: z.string().optional(),
  selected_on: z.string().optional(),
  untrusted_observations: z.boolean(),
  reviewed_by: z.string().nullable(),
});

/** The review in a plan file. */
export const reviewSchema = z.strictObject({
  state: z.enum(['unreviewed', 'reviewed']),
  content_hash: hash.exactOptional(),
  note: z.string().exactOptional(),
  flags: z.array(z.strictObject({ kind: z.enum(flagKinds), line: z.int().min(1), quote: z.string() })),
});

const stepSchema = z.strictObject({
  id: z.string().min(1),
  iteration: count,
  episodes: z.array(z.string()),
  replaces: z.string().optional(),
  helped: count,
  hurt: count,
  not_followed: count,
});

/** The form of what stands above a plan in its file. */
export const frontMatterSchema = z.strictObject({
  schema: z.literal(planSchema),
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'not words of a-z and 0-9 joined by hyphens'),
  version: count,
  title: z.string(),
  description: z.string(),
  task_type: z.string().regex(/^[^/]+\/./, 'not <environment>/<task type>'),
  environment: z.strictObject({ name: z.string().min(1), version: z.string(), actions_hash: hash }),
  parent: hash.nullable(),
  content_hash: hash,
  provenance: provenanceSchema,
  steps: z.array(stepSchema).optional(),
  evaluation: evaluationSchema.optional(),
  certificate: certificateSchema.optional(),
  trained_on: trainedOnSchema,
  review: reviewSchema.exactOptional(),
  license: z.string(),
});

/** Who made a plan, from what: the run, the models and the settings. `simulated`: a simulated model wrote it. */
export type PlanProvenance = z.infer<typeof provenanceSchema>;
/**
 * A step of a structured plan, in the order of the plan's lines: the update that made it and from which episodes, the id
 * of the step whose place it took, and the numbers of episodes since in which it helped, hurt, or was not followed.
 */
export type PlanStepRecord = z.infer<typeof stepSchema>;
/**
 * How a plan did on tasks it was not learned from. `n` counts tasks without an infrastructure error, `errors` the
 * others; rates are shares in [0, 1], null where nothing could be measured; the baseline is no plan on the same
 * tasks; `p_paired` is McNemar's exact two-sided p.
 */
export type PlanEvaluation = z.infer<typeof evaluationSchema>;
/**
 * The tasks a plan was learned on, and whether a person has read it since. `selected_on` is the split that updates were
 * kept or plans chosen by, absent where none was.
 */
export type PlanTraining = z.infer<typeof trainedOnSchema>;
/**
 * Whether a person has accepted the plan, and what was found in it that a person should look at. `content_hash` is that of
 * the text that was reviewed: the review of another text is none.
 */
export type PlanReview = z.infer<typeof reviewSchema>;
/** What stands above a plan in its file. Keys are spelled as in the file. */
export type PlanFrontMatter = z.infer<typeof frontMatterSchema>;

/** Front matter as YAML, byte for byte the same for equal values; control characters are escaped. */
export function formatFrontMatter(frontMatter: PlanFrontMatter): string {
  const document = new Document(frontMatter, { aliasDuplicateObjects: false });
  // Other styles would fold lines and keep some control characters; within double quotes all can be escaped.
  visit(document, {
    Scalar: (_key, scalar) => {
      if (typeof scalar.value !== 'string') return;
      if (/[\n\t]/.test(scalar.value) || scalar.value.search(controlCharacters) !== -1) {
        scalar.type = 'QUOTE_DOUBLE';
      }
    },
  });
  const hexEscape = (character: string) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const yaml = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
  return yaml.replace(controlCharacters, hexEscape);
}

/**
 * Reads the YAML between a plan file's `---` lines. Core schema, no repeated keys, no aliases. Throws a UsageError
 * that names file, line or key, and refuses other major versions of the format.
 */
export function parseFrontMatter(yaml: string, file: string): PlanFrontMatter {
  const value = parseYaml(yaml, file);
  checkSchema(value, file);
  const result = frontMatterSchema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const key = issue?.path.join('.') ?? '';
  throw new UsageError(
    `${file}: front matter: ${key === '' ? '' : `${key}: `}${issue?.message ?? 'malformed'}`,
    'correct it, or remove the front matter to use the file as a plain plan',
  );
}

function parseYaml(yaml: string, file: string): unknown {
  const { value, problem } = readStrictYaml(yaml);
  if (problem === undefined) return value;
  const { line, message, remedy } = problem;
  // The file's first line is the opening ---.
  const place = line === null ? file : `${file}:${line + 1}`;
  throw new UsageError(`${place}: front matter: ${message}`, remedy);
}

function checkSchema(value: unknown, file: string): void {
  const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined;
  if (schema === planSchema) return;
  const what = schema === undefined ? 'has no schema' : `has schema ${JSON.stringify(schema)}`;
  const isNewer = /^planwright\.plan\/v\d+$/.test(String(schema));
  throw new UsageError(
    `${file}: front matter ${what}; this version reads ${planSchema}`,
    isNewer
      ? 'a later planwright wrote it: update planwright, or export it from there again with --target text'
      : 'remove the front matter to use the file as a plain plan',
  );
}
