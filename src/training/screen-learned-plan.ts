import type { Manual } from '../core/environment.js';
import type { Episode } from '../core/episode.js';
import type { Plan } from '../core/plan.js';
import { type PlanFlag, screenPlan } from '../plans/index.js';

/** Looks at the plans of one training, and knows what the world has said in it so far. */
export interface LearnedPlanScreen {
  /** Takes note of what was observed in some episodes. */
  observe(episodes: readonly Episode[]): void;
  /** What a person should look at in a plan. */
  screen(plan: Plan): readonly PlanFlag[];
}

/** Most characters of observations that are kept to compare with, the latest ones. */
const mostObserved = 8_000_000;

/** A screen for plans of one task type; what the manual says a plan may repeat. */
export function createPlanScreen({ introduction, actions, task }: Manual): LearnedPlanScreen {
  const known = [introduction, task, ...actions.flatMap(({ form, description }) => [form, description])];
  const observed = new Set<string>();
  let kept = 0;
  const remember = (text: string) => {
    if (observed.has(text)) return;
    observed.add(text);
    kept += text.length;
    for (const oldest of observed) {
      if (kept <= mostObserved) break;
      observed.delete(oldest);
      kept -= oldest.length;
    }
  };
  return {
    observe: (episodes) => {
      for (const { goal, initialObservation, steps } of episodes)
        for (const text of [goal, initialObservation, ...steps.map(({ observation }) => observation)])
          remember(text);
    },
    screen: ({ text }) => screenPlan(text, { observations: [...observed], known }),
  };
}
