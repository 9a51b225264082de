import type { ServedPlan } from './served-plan.js';
import { wordsOf } from './words.js';

/** A plan and how well it fits a task. */
export interface RankedPlan {
  readonly plan: ServedPlan;
  /**
   * How much of the task the plan is about, in [0, 1]: each word of the task counts by how well it tells the plans apart,
   * fully where it stands in the plan's title or description, twice in its task type, half in its text alone.
   */
  readonly score: number;
  /** Words of the task that stand in the plan, as the task has them. */
  readonly matched: readonly string[];
  /** How many of those at most half of the plans have, and how many of these stand not in the text alone. */
  readonly telling: number;
  readonly own: number;
}

/** A search over plans: gives them all, the best first, equal ones in order of their ids. */
export function createRanking(plans: readonly ServedPlan[]): (task: string) => readonly RankedPlan[] {
  const indexed = plans.map((plan) => ({ plan, parts: partsOf(plan) }));
  const spread = new Map<string, number>();
  for (const { parts } of indexed)
    for (const word of parts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
  // A word that no plan has tells as much as one that a single plan has.
  const weightOf = (word: string) => Math.log(1 + plans.length / (spread.get(word) ?? 1));
  return (task) => {
    const words = [...wordsOf(task)];
    const whole = words.reduce((sum, [word]) => sum + weightOf(word), 0);
    const ranked = indexed.map(({ plan, parts }) => {
      const found = words.filter(([word]) => parts.has(word));
      const sum = found.reduce((total, [word]) => total + weightOf(word) * (parts.get(word) ?? 0), 0);
      const score = whole === 0 ? 0 : Math.min(1, sum / whole);
      const telling = found.filter(([word]) => (spread.get(word) ?? 0) <= Math.max(1, plans.length / 2));
      const own = telling.filter(([word]) => (parts.get(word) ?? 0) >= 1);
      const matched = found.map(([, written]) => written);
      return { plan, score, matched, telling: telling.length, own: own.length };
    });
    return ranked.sort((a, b) => b.score - a.score || (a.plan.id < b.plan.id ? -1 : 1));
  };
}

/** The words of a plan, each with what it counts there. */
function partsOf({ planFile: { plan, details } }: ServedPlan): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  const add = (text: string, count: number) => {
    for (const word of wordsOf(text).keys()) parts.set(word, count);
  };
  add(plan.text, 0.5);
  add(`${plan.environment} ${details?.title ?? ''} ${details?.description ?? ''}`, 1);
  add(plan.taskType, 2);
  return parts;
}
