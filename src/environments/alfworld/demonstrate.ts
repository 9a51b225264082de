/** ALFWorld's expert for demonstrations: plays like someone who does not know where things are, and says why. */
import type { TaskInstance } from '../../core/task.js';
import { createRandom } from '../../util/random.js';
import type { ExpertScript, ScriptedStep } from '../define-environment.js';
import { takeTurns } from '../take-turns.js';
import { createSetupReader } from './check-setup.js';
import { chooseRoute, type Hunt, type Route } from './choose-route.js';
import { writeProgram } from './demonstration-program.js';
import * as thoughts from './demonstration-thoughts.js';
import { pairText, profileTexts } from './profile.js';
import type { Treatment } from './rules.js';

/**
 * Looks for the goal's thing at a few likely places, finds it at the last, and goes on to the next part of the job. Null
 * for a household that gives nothing to search. Throws a UsageError for a setup that is not ALFWorld's.
 */
export function demonstrate(instance: TaskInstance, wording: number): ExpertScript | null {
  const { taskType, setup } = createSetupReader()(instance);
  const route = chooseRoute(taskType, setup, createRandom('demonstration', instance.id));
  if (route === null) return null;
  const walk = createWalk({ setup, pick: takeTurns(wording) });
  follow(route, walk);
  const program = writeProgram(route, profileTexts[setup.profile]);
  return { about: setup.goal.object, steps: walk.steps, program };
}

function follow(route: Route, walk: Walk): void {
  const { taskType, hunts, appliance, target } = route;
  const [first, second] = hunts;
  if (first === undefined) return;
  const { speaker } = walk;
  walk.search(first, thoughts.thinkAhead(speaker, route, first));
  walk.take(first);
  if (appliance !== undefined) walk.treat(taskType as Treatment, first, appliance);
  if (target !== undefined)
    walk.put(first, target, thoughts.thinkOfPlacing(speaker, taskType, first, target));
  if (second === undefined) return;
  if (target === undefined) {
    walk.search(second, thoughts.thinkOfLamp(speaker, first, second));
    walk.act(`use ${second.name}`, thoughts.thinkOfLight(speaker, first, second));
  } else {
    walk.search(second, thoughts.thinkOfSecond(speaker, second));
    walk.take(second);
    walk.put(second, target, thoughts.thinkOfPlacingSecond(speaker, second, target));
  }
}

type Walk = ReturnType<typeof createWalk>;

/** Writes down actions, each with what is thought before it; opens what is closed. */
function createWalk(speaker: thoughts.Speaker) {
  const { receptacles, profile } = speaker.setup;
  const { pairs } = profileTexts[profile];
  const steps: ScriptedStep[] = [];
  const opened = new Set<string>();
  const act = (action: string, thought: string | null = null) => {
    steps.push({ ...(thought !== null && { thought }), action });
  };
  const enter = (place: string, thought: string | null) => {
    act(`go to ${place}`, thought);
    const closed = receptacles.some(([name, , , openable]) => name === place && openable === 1);
    if (!closed || opened.has(place)) return;
    act(`open ${place}`, opened.size === 0 ? thoughts.thinkOfOpening(speaker) : null);
    opened.add(place);
  };
  return {
    speaker,
    steps,
    act,
    search: (hunt: Hunt, thought: string) => {
      hunt.places.forEach((place, index) => {
        const before = hunt.places[index - 1];
        const next = before === undefined ? thought : thoughts.thinkOfNextPlace(speaker, hunt, before, place);
        enter(place, next);
      });
    },
    take: (hunt: Hunt) =>
      act(`take ${hunt.name} from ${hunt.places.at(-1)}`, thoughts.thinkOfTaking(speaker, hunt)),
    treat: (treatment: Treatment, hunt: Hunt, appliance: string) => {
      act(`go to ${appliance}`, thoughts.thinkOfTreating(speaker, treatment, hunt, appliance));
      act(`${treatment} ${hunt.name} with ${appliance}`);
    },
    put: (hunt: Hunt, target: string, thought: string) => {
      enter(target, thought);
      act(pairText(pairs.place, hunt.name, target));
    },
  };
}
