import type { HotpotqaSetup } from './setup.js';

/** What may be said once a question of the training is over: the right answer, and the pages that it follows from. */
export function describeLesson({ answer, supportingFacts }: HotpotqaSetup): string {
  const titles = [...new Set(supportingFacts.map(([title]) => `"${title}"`))];
  const pages = titles.length === 1 ? 'this page' : 'these pages';
  const where = titles.length === 0 ? '' : ` It follows from ${pages}: ${titles.join(', ')}.`;
  return `The right answer is "${answer}".${where}`;
}
