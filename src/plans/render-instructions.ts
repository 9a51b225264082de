import type { PlanFile } from './plan-file.js';

/**
 * A plan as text for the system message (the instructions) of an agent, in the words that agents are given it in here: what
 * it is for, where the plan's file says so, and the plan. Empty for an empty plan. For a plan without a file `details` is
 * null.
 */
export function renderInstructions({ plan, details }: Pick<PlanFile, 'plan' | 'details'>): string {
  if (plan.text === '') return '';
  const purpose = details?.description.trim() ?? '';
  const rule = `Follow this plan, which was made for jobs of this kind:\n${plan.text}`;
  return purpose === '' ? rule : `${purpose}\n\n${rule}`;
}
