import type { ActionForm, Manual } from '../core/environment.js';

/**
 * What is wrong with a manual, given actions that its world offered: text is missing, a form stands twice, another
 * wording has other slots than its form, or an action has none of the forms.
 */
export function checkManual(
  manual: Manual,
  offered: ReadonlySet<string>,
  { unlistedActions = [] }: { readonly unlistedActions?: readonly string[] } = {},
): string[] {
  const { introduction, actions, task } = manual;
  const problems: string[] = [];
  if (introduction.trim() === '') problems.push('the manual has no introduction');
  if (task.trim() === '') problems.push('the manual does not say what the task is');
  if (new Set(actions.map(({ form }) => form)).size < actions.length)
    problems.push('the manual lists a form twice');
  problems.push(...actions.flatMap(checkForm));
  const patterns = actions.map(({ form }) => formPattern(form));
  for (const action of offered) {
    if (unlistedActions.includes(action) || patterns.some((pattern) => pattern.test(action))) continue;
    problems.push(`the manual has no form for "${action}"`);
  }
  return problems;
}

const slot = /\{[^{}]+\}/g;

function checkForm({ form, description, alsoSaid = [] }: ActionForm): string[] {
  const slots = slotsOf(form);
  return [
    ...(description.trim() === '' ? [`the form "${form}" has no description`] : []),
    ...alsoSaid
      .filter((one) => slotsOf(one) !== slots)
      .map((one) => `"${one}" has other slots than "${form}"`),
  ];
}

function slotsOf(form: string): string {
  return (form.match(slot) ?? []).toSorted().join(' ');
}

function formPattern(form: string): RegExp {
  const words = form.split(slot).map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`^${words.join('.+')}$`, 's');
}
