/** When to stop and think, where thoughts and actions are lines of one log: at the start, and when the job moves on. */
import { typeOf } from './lexicon.js';
import type { Goal } from './read-goal.js';
import { isEffect, type Memory } from './read-log.js';

/** Whether the last event is worth a thought: the first one, what moved the job on, or a failure of a new kind. */
export function isTurningPoint({ events, firstSeen }: Memory, goal: Goal | null): boolean {
  const last = events.at(-1);
  if (!last) return true;
  const { action, failed, cause } = last;
  if (failed) return cause !== 'none' && events.findIndex((event) => event.cause === cause) === last.index;
  if (action && (action.verb === 'take' || action.verb === 'place' || isEffect(action.verb))) return true;
  return [...firstSeen].some(([name, { index }]) => index === last.index && typeOf(name) === goal?.object);
}

const steps: Readonly<Record<Goal['kind'], (goal: Goal) => string>> = {
  pick: ({ object, target }) => `find a ${object} and put it in the ${target}`,
  light: ({ object, target }) => `find the ${object}, bring it to a ${target} and look at it there`,
  two: ({ object, target }) => `find two things, both ${object}, and put them in the ${target}`,
  heat: ({ object, target }) => `find a ${object}, heat it and put it in the ${target}`,
  cool: ({ object, target }) => `find a ${object}, cool it and put it in the ${target}`,
  clean: ({ object, target }) => `find a ${object}, clean it and put it in the ${target}`,
};

/** What the job comes to, as the first thought says it; empty where the job is not understood. */
export function outlineJob(goal: Goal | null): string {
  return goal ? `I have to ${steps[goal.kind](goal)}. ` : '';
}
