/** A HotpotQA question as data, and the check that a setup, which someone may have edited, is one. */
import { z } from 'zod';
import { UsageError } from '../../core/errors.js';
import type { TaskInstance } from '../../core/task.js';
import type { JsonObject } from '../../util/json.js';
import type { SupportingFact } from './evaluate-official.js';
import type { Paragraph } from './wiki.js';

/** The one task type: one plan is learned for all questions. */
export const taskTypes = ['qa'] as const;

/** One question, less its text, which is the instance's goal. */
export interface HotpotqaSetup extends JsonObject {
  readonly answer: string;
  /** What the question asks for: something found by way of something else, or a comparison of two things. */
  readonly type: 'bridge' | 'comparison';
  readonly level?: 'easy' | 'medium' | 'hard';
  /** The sentences that the answer follows from. */
  readonly supportingFacts: readonly SupportingFact[];
  /** The paragraphs that come with the question; absent where only a whole encyclopedia will do. */
  readonly context?: readonly Paragraph[];
}

const title = z.string().min(1, 'is empty');

const schema = z.object({
  answer: z.string().regex(/\S/, 'is empty'),
  type: z.enum(['bridge', 'comparison']),
  level: z.enum(['easy', 'medium', 'hard']).optional(),
  supportingFacts: z.array(z.tuple([title, z.int().nonnegative()])),
  context: z.array(z.tuple([title, z.array(z.string())])).optional(),
});

/** The setup of a HotpotQA instance. Throws a UsageError that names the instance and the place. */
export function checkSetup({ id, taskType, goal, setup }: TaskInstance): HotpotqaSetup {
  const fail = (what: string): never => {
    throw new UsageError(`task instance ${id}: not a HotpotQA question: ${what}`, 'import it again');
  };
  if (taskType !== 'qa') fail(`task type '${taskType}' is not qa`);
  if (goal.trim() === '') fail('the question is empty');
  const result = schema.safeParse(setup);
  if (result.success) return result.data as HotpotqaSetup;
  const issue = result.error.issues[0];
  return fail(`setup.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`);
}
