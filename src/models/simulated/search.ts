/** Finding and fetching things: where to look next, what to open, what to take. */
import { placeBelief } from './beliefs.js';
import { numberOf, typeOf } from './lexicon.js';
import { best, hasFailed, type Intent, isAt, knownThings, type Situation, wobble } from './situation.js';

/** Goes and takes an object of a type: from where it was seen, or after a search. */
export function fetchObject(
  s: Situation,
  type: string,
  usable: (object: string, place: string) => boolean,
): Intent {
  const { memory } = s;
  const known = knownThings(s)
    .filter(({ object, place }) => typeOf(object) === type && usable(object, place))
    .filter(
      ({ object, place }) => !hasFailed(memory, { verb: 'take', object, place }) || isAt(memory, place),
    );
  const source = best(known, ({ place }) => (isAt(memory, place) ? 1 : 0));
  if (!source) return searchFor(s, type);
  const { object, place } = source;
  if (!isAt(memory, place)) {
    return { action: { verb: 'go', place }, stage: 'take', reason: `I have seen ${object} at ${place}` };
  }
  if (memory.places.get(place)?.state === 'closed') return openIntent(place, 'take', `${object} is inside`);
  return {
    action: { verb: 'take', object, place },
    stage: 'take',
    reason: `${object} is here and I need it`,
  };
}

/** The next step of a search for a thing of a type. */
export function searchFor(s: Situation, type: string): Intent {
  const { memory } = s;
  const here = memory.at ? memory.places.get(memory.at) : undefined;
  if (memory.at && here) {
    if (here.state === 'closed' && opens(s, memory.at) && !cannotOpen(s, memory.at)) {
      return openIntent(memory.at, 'open', `${memory.at} is closed and I have not seen what is in it`);
    }
    if (
      here.state === 'unknown' &&
      here.visits > 0 &&
      !hasFailed(memory, { verb: 'examine', object: memory.at })
    ) {
      return {
        action: { verb: 'examine', object: memory.at },
        stage: 'search',
        reason: `I do not know what is on ${memory.at}`,
      };
    }
  }
  const place = nextPlace(s, type);
  if (place === null)
    return { action: { verb: 'look' }, stage: 'other', reason: 'I have searched everywhere I can think of' };
  return {
    action: { verb: 'go', place },
    stage: 'search',
    reason: `I have not found the ${type} yet and it may be at ${place}`,
  };
}

/** The most promising place that has not been searched; then what was left closed; null where nothing is left. */
function nextPlace(s: Situation, type: string): string | null {
  const { memory } = s;
  const isClosed = (name: string) => memory.places.get(name)?.state === 'closed' && !cannotOpen(s, name);
  const fresh = memory.rooms.filter((name) => {
    const place = memory.places.get(name);
    return (
      place !== undefined &&
      (place.visits === 0 ? place.state === 'unknown' : isClosed(name) && opens(s, name))
    );
  });
  const candidates = fresh.length > 0 ? fresh : memory.rooms.filter(isClosed);
  return best(
    candidates.filter((name) => !isAt(memory, name)),
    (name) => promise(s, type, name),
  );
}

function promise(s: Situation, type: string, name: string): number {
  const rank = s.plan.lookFirst.indexOf(typeOf(name));
  const named = rank < 0 ? 0 : 1.6 - 0.25 * Math.min(rank, 6);
  const inVain = s.plan.searched.includes(name) ? 6 : 0;
  return Math.log(placeBelief(type, typeOf(name))) + named - inVain + wobble(s, name) - 0.03 * numberOf(name);
}

/** Whether the model thinks of opening it: always when the plan says so, else by habit and not always. */
function opens(s: Situation, name: string): boolean {
  return s.plan.openClosed || s.habit(`open ${name}`) > s.profile.householdLogic * 0.75 || allSeen(s);
}

function allSeen({ memory }: Situation): boolean {
  return memory.rooms.every((name) => (memory.places.get(name)?.visits ?? 0) > 0);
}

/** Whether opening it was tried in vain. */
export function cannotOpen({ memory }: Situation, place: string): boolean {
  return hasFailed(memory, { verb: 'open', place });
}

/** Opens a place. */
export function openIntent(place: string, stage: Intent['stage'], reason: string): Intent {
  return { action: { verb: 'open', place }, stage, reason };
}
