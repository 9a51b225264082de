import type { RunHistory } from '../history/index.js';
import { planWords } from '../pages/index.js';

/** What the plans of a run are called, by their ids, in order of their making. */
export function namePlans({ trainings }: Pick<RunHistory, 'trainings'>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { initial, iterations, final } of trainings) {
    const plans = [initial, ...iterations.flatMap(({ after }) => after ?? []), final];
    for (const plan of plans) if (!names.has(plan.id)) names.set(plan.id, planWords(plan));
  }
  return names;
}

/** What a plan is called that may be none of the run's own: then the first digits of its id. */
export function planName(names: ReadonlyMap<string, string>, id: string): string {
  return names.get(id) ?? (id === '' ? 'no plan' : id.replace(/^sha256:/, '').slice(0, 8));
}
