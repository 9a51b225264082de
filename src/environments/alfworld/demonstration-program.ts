/** A route as a program: for agents whose plan is one. It would do in any household with these places. */
import type { JsonObject } from '../../util/json.js';
import type { Hunt, Route } from './choose-route.js';
import { type ProfileTexts, pairText } from './profile.js';

/** Searches, treats and places as the route does, but finds out by itself where the things are. */
export function writeProgram({ hunts, taskType, appliance, target }: Route, texts: ProfileTexts): JsonObject {
  const parts = hunts.flatMap((hunt, index): Part[] => {
    const slot = index === 0 ? 'number' : 'other';
    const thing = `${hunt.type} {${slot}}`;
    if (taskType === 'light' && index === 1) {
      return [{ why: `find a ${hunt.type} and switch it on`, do: [search(hunt, slot), use(thing)] }];
    }
    const which = index === 0 ? 'a' : 'another';
    const find = { why: `find ${which} ${hunt.type} and take it`, do: [search(hunt, slot), take(thing)] };
    const treat = appliance === undefined ? [] : [treatWith(taskType, thing, appliance)];
    const put = target === undefined ? [] : [putInto(thing, target, texts)];
    return [find, ...treat, ...put];
  });
  return { steps: parts.map((part, index) => ({ step: index + 1, ...part })) };
}

interface Part {
  readonly why: string;
  readonly do: readonly JsonObject[];
}

const openIfClosed = (place: string): JsonObject => ({
  if: 'is closed',
  do: [{ action: `open ${place}`, expect: 'You open' }],
});

function search({ type, likely }: Hunt, slot: string): JsonObject {
  return {
    forEach: 'place',
    in: likely,
    do: [{ action: 'go to {place}' }, openIfClosed('{place}')],
    until: `a ${type} {${slot}}`,
  };
}

const take = (thing: string): JsonObject => ({
  action: `take ${thing} from {place}`,
  expect: `You pick up the ${thing}`,
});

const use = (lamp: string): JsonObject => ({ action: `use ${lamp}`, expect: `You turn on the ${lamp}` });

function treatWith(verb: string, thing: string, appliance: string): Part {
  const action = `${verb} ${thing} with ${appliance}`;
  return { why: `${verb} it`, do: [{ action: `go to ${appliance}` }, { action, expect: `You ${verb}` }] };
}

function putInto(thing: string, target: string, { pairs }: ProfileTexts): Part {
  const action = pairText(pairs.place, thing, target);
  return {
    why: `bring it to ${target}`,
    do: [
      { action: `go to ${target}` },
      openIfClosed(target),
      { action, expect: `You ${pairs.place.verb}the ${thing}` },
    ],
  };
}
