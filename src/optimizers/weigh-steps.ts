/** Which steps of the plan helped in an episode, which hurt, and which were not followed. */
import type { StepEvidence } from '../core/episode.js';
import type { Plan, PlanStep } from '../core/plan.js';
import { definePrompt } from '../core/prompt.js';
import { findJson } from '../util/find-json.js';
import { stepsOf } from './plan-steps.js';
import type { FurtherQuestion } from './reflect.js';

/** The prompts about single steps. */
export const stepPrompts = {
  /** How a step is shown; `evidence` is empty where there is none to show. */
  listedStep: definePrompt(
    'listedStep',
    ['id', 'text', 'evidence'],
    ({ id, text, evidence }) => `- [${id}] ${text}${evidence === '' ? '' : ` (${evidence})`}`,
    ['evidence'],
  ),
  weighSteps: definePrompt('weighSteps', ['steps'], ({ steps }) =>
    [
      `These are the steps of the plan, each with its id:\n${steps}`,
      'Say for each step whether it helped in this job, hurt, or was not followed. Go by what the observations ' +
        'show; leave a step out when they say nothing of it. Answer with JSON alone, the ids in lists: ' +
        '{"helped": [], "hurt": [], "notFollowed": []}',
    ].join('\n\n'),
  ),
};
/** The prompts about single steps, by stage. */
export type StepPrompts = typeof stepPrompts;

/** The steps of a plan for a model to read; what episodes have said of them is shown where asked for. */
export function listSteps(
  { listedStep }: StepPrompts,
  steps: readonly PlanStep[],
  withEvidence: boolean,
): string {
  return steps
    .map((step) =>
      listedStep.render({ id: step.id, text: step.text, evidence: withEvidence ? showEvidence(step) : '' }),
    )
    .join('\n');
}

function showEvidence({ helped, hurt, notFollowed }: PlanStep): string {
  return `helped ${helped}, hurt ${hurt}, not followed ${notFollowed}`;
}

/** The question that follows an episode's flaws; null where its answer can not be read. */
export function askAboutSteps(prompts: StepPrompts): FurtherQuestion {
  return async ({ plan }, ask) => {
    const question = prompts.weighSteps.render({ steps: listSteps(prompts, stepsOf(plan), false) });
    return readEvidence(await ask('weigh-steps', question), plan);
  };
}

/** Ids that the plan does not have are left out; a step is in the first of the lists that names it. */
export function readEvidence(reply: string, plan: Plan): StepEvidence | null {
  const value = findJson(reply);
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const open = new Set(stepsOf(plan).map(({ id }) => id));
  const take = (key: keyof StepEvidence): string[] => {
    const list: unknown = (value as Readonly<Record<string, unknown>>)[key];
    return Array.isArray(list) ? list.filter((id): id is string => open.delete(id as string)) : [];
  };
  return { hurt: take('hurt'), helped: take('helped'), notFollowed: take('notFollowed') };
}
