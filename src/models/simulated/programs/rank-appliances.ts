import { applianceBeliefs, applianceLikeness } from '../beliefs.js';
import { type Effect, typeOf } from '../lexicon.js';
import type { HouseholdTask } from './household-task.js';

/**
 * Types of appliances to try, the best first: what has worked, what plan or examples name, what does it in real life,
 * then whatever looks like an appliance. What has failed is left out.
 */
export function rankAppliances(task: HouseholdTask, effect: Effect): string[] {
  const { lessons, progress, profile, habit, temperature } = task;
  const { memory } = progress;
  const present = new Set(memory.rooms.map(typeOf));
  const out = new Set([...progress.refuted[effect], ...memory.absent]);
  const { appliance, avoid } = lessons.directives;
  const imagined = Object.keys(applianceBeliefs[effect]).filter(
    (type) => !present.has(type) && habit(`imagine ${type}`) < profile.invention,
  );
  const score = (weights: Readonly<Record<string, number>>) => (a: string, b: string) =>
    value(weights, b) - value(weights, a);
  const value = (weights: Readonly<Record<string, number>>, type: string) =>
    Math.log(weights[type] ?? 0.02) + (habit(`appliance ${type}`) - 0.5) * temperature;
  const believed = Object.keys(applianceBeliefs[effect]).filter(
    (type) => present.has(type) || imagined.includes(type),
  );
  const worked = memory.works.get(effect);
  const ranked = [
    ...(worked ? [worked] : []),
    ...appliance[effect].filter((type) => present.has(type)),
    ...believed.filter((type) => !avoid[effect].includes(type)).sort(score(applianceBeliefs[effect])),
    ...Object.keys(applianceLikeness)
      .filter((type) => present.has(type))
      .sort(score(applianceLikeness)),
  ];
  return [...new Set(ranked)].filter((type) => type === worked || !out.has(type));
}
