import { z } from 'zod';
import { UsageError } from '../../core/errors.js';
import { measuredPhases } from './collect-answers.js';

/** Name and version of the key's format. */
export const keyFormat = 'planwright-annotation-key/1';

const count = z.int().min(0);

const episodeSchema = z.strictObject({
  /** Number of the run in the key's list. */
  run: count,
  phase: z.enum(measuredPhases),
  taskType: z.string(),
  planId: z.string(),
  instanceId: z.string(),
  repeat: count,
});

const rowSchema = z.strictObject({
  id: z.string().min(1),
  question: z.string(),
  expected: z.string(),
  given: z.string(),
  episodes: z.array(episodeSchema).min(1),
});

const runSchema = z.strictObject({
  /** Name of the run folder; of an arm of an ablation with experiment and arm behind it. */
  id: z.string().min(1),
  /** The run folder, seen from the folder of the key. */
  folder: z.string().min(1),
  suiteDigest: z.string(),
  models: z.array(z.string()),
  /** Whether any of the models is a simulated one. */
  simulated: z.boolean(),
});

const keySchema = z
  .strictObject({
    format: z.literal(keyFormat),
    /** Name of the sheet, with which the ids of its rows begin. */
    sheet: z.string().min(1),
    seed: z.int(),
    /** Annotators that the sheet was made for. */
    annotators: z.int().min(1),
    /** Questions that were drawn; null for all of them. */
    sample: z.int().min(1).nullable(),
    runs: z.array(runSchema).min(1),
    rows: z.array(rowSchema).min(1),
    /** Episodes that gave no answer: wrong, and not shown. */
    unanswered: z.array(episodeSchema),
    /** Episodes that ended in an error: left out. */
    errors: z.array(episodeSchema),
  })
  .refine(({ runs, rows, unanswered, errors }) => {
    const episodes = [...rows.flatMap((row) => row.episodes), ...unanswered, ...errors];
    return episodes.every(({ run }) => run < runs.length);
  }, 'names a run that is not in its list');

/** What a sheet does not say: which runs, plans and instances its rows are from. */
export type AnnotationKey = z.infer<typeof keySchema>;
/** One answer to be marked; whoever gave the same one to the same question shares it. */
export type SheetRow = AnnotationKey['rows'][number];
/** One episode that stands behind an answer. */
export type AnnotatedEpisode = z.infer<typeof episodeSchema>;

/** Reads a key. Throws a UsageError that names the file and what is wrong with it. */
export function parseAnnotationKey(text: string, file: string): AnnotationKey {
  const remedy = 'give the key that was written beside the sheet';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${file}: is not valid JSON (cut or edited?)`, remedy);
  }
  const result = keySchema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new UsageError(
    `${file}: is not the key of a sheet: ${place}${issue?.message ?? 'malformed'}`,
    remedy,
  );
}

/** A key as the text of its file. */
export function formatAnnotationKey(key: AnnotationKey): string {
  return `${JSON.stringify(key, null, 2)}\n`;
}
