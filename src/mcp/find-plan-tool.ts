/** The one tool: it finds the plan for a task, and says how well it fits. */
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isReviewed, renderInstructions } from '../plans/index.js';
import { showOnOneLine } from '../util/show-plainly.js';
import { isCertified } from './admission.js';
import type { Catalogue } from './catalogue.js';
import { isSimulated, purposeOf, statusOf, taskTypeOf, titleOf, uriOf } from './describe-plan.js';
import { type FoundPlan, fits, isForTaskType } from './find-plan.js';
import type { RankedPlan } from './rank-plans.js';
import type { ServedPlan } from './served-plan.js';

/** Most characters of a task. */
export const longestTask = 20_000;

/** Most words, and most ids, that a message names. */
const mostListed = 20;

const inputSchema = z.strictObject({
  task: z.string().max(longestTask).optional().describe('The task at hand, in plain words'),
  task_type: z
    .string()
    .max(200)
    .optional()
    .describe('The kind of task, where it is known: for example alfworld/heat, heat, or the id of a plan'),
});

const alternativeSchema = z.object({
  id: z.string(),
  uri: z.string(),
  task_type: z.string(),
  description: z.string(),
  score: z
    .number()
    .describe('Share of the words of the task that the plan is about, from 0 to 1; 1 where the fit is exact'),
  matched_words: z.array(z.string()),
});

const planSchema = alternativeSchema.extend({
  title: z.string(),
  version: z.number(),
  content_hash: z.string(),
  certified: z.boolean(),
  reviewed: z.boolean(),
  simulated: z.boolean().describe('Made with a simulated model: no evidence about any language model'),
  text: z.string(),
});

const outputSchema = z.object({
  fit: z
    .enum(fits)
    .describe(
      'exact: by task type; good: by words; unclear: choose an alternative yourself; none: no plan fits',
    ),
  message: z.string(),
  plan: planSchema.nullable(),
  alternatives: z.array(alternativeSchema),
});

type Output = z.infer<typeof outputSchema>;

/** The tool as it is listed. */
export const findPlanTool: Tool = {
  name: 'find_plan',
  title: 'Find a plan',
  description:
    'Finds the plan that was made for the kind of task at hand. Call it before you begin a task of a kind that comes again ' +
    'and again; follow the plan if one fits, and go on without if none does.',
  inputSchema: toSchema(inputSchema, 'input'),
  outputSchema: toSchema(outputSchema, 'output'),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
};

/** A zod schema as the JSON schema that the protocol wants. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  return { ...z.toJSONSchema(schema, { io }), type: 'object' } as Tool['inputSchema'];
}

/** Answers a call. Wrong arguments are an answer, too: the model that asked can then do better. */
export function callFindPlan(catalogue: Catalogue, given: unknown): CallToolResult {
  const parsed = inputSchema.safeParse(given ?? {});
  if (!parsed.success) return complain(describeIssue(parsed.error));
  const { task, task_type: taskType } = parsed.data;
  if (!task?.trim() && !taskType?.trim()) return complain('give the task, or the task_type');
  const found = catalogue.find({ task, taskType });
  const output: Output = {
    fit: found.fit,
    message: describeFit(found, catalogue, taskType),
    plan: found.best === null ? null : describeBest(found.best),
    alternatives: found.alternatives.map(describeRanked),
  };
  return { content: [{ type: 'text', text: renderOutput(output, found) }], structuredContent: output };
}

function complain(problem: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: `find_plan: ${problem}` }] };
}

function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  const at = issue?.path.join('.') ?? '';
  return showOnOneLine(`${at === '' ? '' : `${at}: `}${issue?.message ?? 'wrong arguments'}`).slice(0, 300);
}

function describeRanked({ plan, score, matched }: RankedPlan): Output['alternatives'][number] {
  return {
    id: plan.id,
    uri: uriOf(plan.id),
    task_type: taskTypeOf(plan),
    description: purposeOf(plan),
    score: Math.round(score * 100) / 100,
    matched_words: [...matched],
  };
}

function describeBest(ranked: RankedPlan): Output['plan'] {
  const { plan } = ranked;
  return {
    ...describeRanked(ranked),
    title: titleOf(plan),
    version: plan.version,
    content_hash: plan.planFile.plan.id,
    certified: isCertified(plan.planFile),
    reviewed: isReviewed(plan.planFile),
    simulated: isSimulated(plan),
    text: plan.planFile.plan.text,
  };
}

function describeFit(
  { fit, best }: FoundPlan,
  { plans, leftOut }: Catalogue,
  taskType: string | undefined,
): string {
  if (plans.length === 0)
    return `There are no plans to choose from${leftOut.length === 0 ? '' : `; not served, as they are not reviewed, not certified or broken: ${leftOut.length}`}.`;
  const id = best?.plan.id;
  if (fit === 'exact') return `${id} is the plan for ${showOnOneLine(taskType ?? '')}.`;
  const missing =
    taskType === undefined || plans.some((plan) => isForTaskType(plan, taskType))
      ? ''
      : 'There is no plan for that task type. ';
  switch (fit) {
    case 'good':
      return `${missing}${id} fits by its words (${best?.matched.slice(0, mostListed).join(', ')}), and better than any other plan. Check that it is for this kind of task.`;
    case 'unclear':
      return `${missing}No plan fits clearly. If one of these is for this kind of task, ask again with its id as task_type; if none is, go on without a plan.`;
    case 'none':
      return `${missing}No plan fits; go on without one. The plans there are: ${listIds(plans)}.`;
  }
}

function listIds(plans: readonly ServedPlan[]): string {
  const more = plans.length > mostListed ? `, and ${plans.length - mostListed} more` : '';
  const ids = plans.slice(0, mostListed).map(({ id }) => id);
  return `${ids.join(', ')}${more}`;
}

function renderOutput({ message, alternatives }: Output, { best }: FoundPlan): string {
  const listed = alternatives.map(
    ({ id, description, score }) =>
      `- ${id} (${Math.round(score * 100)} %)${description === '' ? '' : `: ${description}`}`,
  );
  return [
    message,
    ...(best === null ? [] : [statusOf(best.plan), renderInstructions(best.plan.planFile)]),
    ...(listed.length === 0 ? [] : [[best === null ? 'Plans:' : 'Other plans:', ...listed].join('\n')]),
  ].join('\n\n');
}
