import { z } from 'zod';
import { UsageError } from '../../core/errors.js';

const name = z.string().min(1, 'is empty');
const text = z.string().regex(/\S/, 'is empty');

/** One record of the official files (hotpotqa.github.io); what else it holds is not read. */
const recordSchema = z.object({
  _id: name.regex(/^[^\r\n]*$/, 'must be a single line'),
  question: text,
  answer: text,
  type: z.enum(['bridge', 'comparison']),
  level: z.enum(['easy', 'medium', 'hard']),
  supporting_facts: z.array(z.tuple([name, z.int().min(0)])).min(1, 'is empty'),
  context: z.array(z.tuple([name, z.array(z.string())])),
});

/** One question with its answer, its supporting facts and its paragraphs, as the official files hold it. */
export type QuestionRecord = z.infer<typeof recordSchema>;

const remedy = 'give the official train or dev file of HotpotQA, distractor or fullwiki';

/** Checks one record; `place` is its file and number. Throws a UsageError that names the place, the id and the field. */
export function checkQuestion(value: unknown, place: string): QuestionRecord {
  const result = recordSchema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const what =
    issue !== undefined && issue.input === undefined ? 'is missing' : (issue?.message ?? 'is malformed');
  throw new UsageError(`${place}${idOf(value)}: ${field === '' ? '' : `${field}: `}${what}`, remedy);
}

function idOf(value: unknown): string {
  const id = typeof value === 'object' && value !== null && '_id' in value ? value._id : undefined;
  return typeof id === 'string' ? ` (_id ${JSON.stringify(id.slice(0, 50))})` : '';
}
