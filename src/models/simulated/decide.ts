/** What to do next: the stage of the job the log shows, and one action for it. */
import { changeHeld, changeInserted, checkChanged } from './change.js';
import { typeOf } from './lexicon.js';
import type { Goal } from './read-goal.js';
import { isEffect } from './read-log.js';
import type { Sighting } from './read-plan.js';
import { fetchObject, openIntent, searchFor } from './search.js';
import {
  best,
  hasFailed,
  heeds,
  type Intent,
  isAt,
  knownThings,
  placesOf,
  type Situation,
  sameAction,
  wobble,
} from './situation.js';

/** Decides on the next action. */
export function decide(s: Situation): Intent {
  const again = repeatSomething(s);
  if (again) return again;
  const intent = pursueGoal(s);
  const last = s.memory.events.at(-1);
  if (last?.failed && sameAction(last.action, intent.action) && last.cause !== 'hands-full') {
    const { verb, place } = intent.action;
    if (verb === 'place' && place && last.cause === 'closed')
      return openIntent(place, 'open', `${place} is closed`);
    return s.random.chance(0.5) ? intent : lookAround(s);
  }
  return intent;
}

/** What one does when nothing seems to work. */
function lookAround(s: Situation): Intent {
  const verb = s.random.pick(['look', 'inventory'] as const);
  return { action: { verb }, stage: 'other', reason: 'that did not work and I have to see where I stand' };
}

/** Now and then it goes back to where it has been. */
function repeatSomething(s: Situation): Intent | null {
  const visited = s.memory.rooms.filter(
    (name) => (s.memory.places.get(name)?.visits ?? 0) > 0 && !isAt(s.memory, name),
  );
  const rate = s.plan.checkOnce ? s.profile.repeat / 2 : s.profile.repeat;
  if (visited.length === 0 || !s.random.chance(rate)) return null;
  const place = s.random.pick(visited);
  return { action: { verb: 'go', place }, stage: 'search', reason: `I want to look at ${place} again` };
}

function pursueGoal(s: Situation): Intent {
  const { goal, memory } = s;
  const held = memory.holding;
  if (held && typeOf(held) !== goal.object) return putAway(s, held);
  if (goal.kind === 'light') return pursueLight(s, held);
  const { kind } = goal;
  if (isEffect(kind)) {
    const check = held ? checkChanged(s, kind, held) : null;
    if (check) return check;
    if (held && !seemsChanged(s, held)) return changeHeld(s, kind, held) ?? deliver(s, held);
    if (!held && !seesItIsNotDone(s)) return lookAround(s);
    if (!held) {
      const inserted = changeInserted(s, kind);
      if (inserted) return inserted;
    }
  }
  if (held && kind === 'two' && wantsBoth(s)) return fetchObject(s, goal.object, (object) => object !== held);
  if (held) return deliver(s, held);
  return fetchObject(s, goal.object, (_object, place) => isEffect(kind) || typeOf(place) !== goal.target);
}

/**
 * Whether the object counts as changed in the model's eyes: an observation said so, or it lay in the appliance and
 * nothing since has spoken against that (real-life logic: what was in the fridge is cool).
 */
function seemsChanged({ goal, memory, plan }: Situation, held: string): boolean {
  if (memory.done.has(`${goal.kind} ${held}`)) return true;
  if (goal.kind !== 'cool' || plan.insert === false) return false;
  const stays = memory.placed.filter(({ object }) => object === held);
  const delivered = stays.findIndex(({ place }) => typeOf(place) === goal.target);
  return stays.length > 0 && delivered < 0;
}

/** Whether the model has noticed that the job goes on though it thinks that it has done all of it. */
function seesItIsNotDone({ goal, memory, profile, habit }: Situation): boolean {
  const last = memory.placed.at(-1);
  if (!last || typeOf(last.place) !== goal.target || typeOf(last.object) !== goal.object) return true;
  const since =
    memory.events.length - 1 - memory.events.findLastIndex(({ action }) => action?.verb === 'place');
  return since >= 4 || habit(`notice ${memory.placed.length} ${since}`) < profile.heed;
}

/** For two objects, real-life logic carries both at once, until the hands prove full. */
function wantsBoth(s: Situation): boolean {
  const { memory, plan, profile } = s;
  if (plan.oneAtATime || memory.placed.length > 0) return false;
  const full = memory.events.filter(({ cause }) => cause === 'hands-full').map(({ index }) => index);
  return !heeds(s, full, profile.householdLogic) && s.habit('carry both') < profile.householdLogic;
}

/** Brings what is held to a place of the goal's type. */
function deliver(s: Situation, held: string): Intent {
  const { goal, memory } = s;
  const first = memory.placed.find(
    ({ object, place }) => object !== held && typeOf(place) === goal.target,
  )?.place;
  const targets = placesOf(memory, goal.target).filter((place) => !refusesIt(s, held, place));
  const preference = (place: string) =>
    (place === first ? 4 : 0) + (isAt(memory, place) ? 2 : 0) + wobble(s, `target ${place}`) * 0.3;
  const target = best(targets, preference);
  if (target === null) return searchFor(s, goal.target);
  if (!isAt(memory, target)) {
    return {
      action: { verb: 'go', place: target },
      stage: 'deliver',
      reason: `${held} belongs at ${target}`,
    };
  }
  if (memory.places.get(target)?.state === 'closed')
    return openIntent(target, 'deliver', `${target} is closed`);
  return {
    action: { verb: 'place', object: held, place: target },
    stage: 'deliver',
    reason: `the job wants ${held} here`,
  };
}

function refusesIt({ memory }: Situation, object: string, place: string): boolean {
  return memory.events.some(
    ({ failed, cause, action }) =>
      failed && cause !== 'closed' && sameAction(action, { verb: 'place', object, place }),
  );
}

/** Puts down what the job does not ask for. */
function putAway(s: Situation, held: string): Intent {
  const place = s.memory.at ?? s.memory.rooms[0] ?? 'countertop 1';
  const action = { verb: 'place', object: held, place } as const;
  const reason = `${held} is not what the job is about`;
  if (s.memory.at && !hasFailed(s.memory, action)) return { action, stage: 'other', reason };
  return searchFor(s, held);
}

/** Looks at an object under a lamp: fetch it, find the lamp, and then what a reader thinks of. */
function pursueLight(s: Situation, held: string | null): Intent {
  const { goal, memory, plan } = s;
  if (!held) return fetchObject(s, goal.object, () => true);
  const lamp = findThing(s, goal.target);
  if (!lamp) return searchFor(s, goal.target);
  if (!isAt(memory, lamp.place)) {
    return {
      action: { verb: 'go', place: lamp.place },
      stage: 'light',
      reason: `${lamp.object} is at ${lamp.place}`,
    };
  }
  const looks: Intent['action'][] = [{ verb: 'examine', object: held }, { verb: 'look' }];
  const untried = looks.filter((action) => !memory.events.some((event) => sameAction(event.action, action)));
  const byLooking = !plan.useLamp && untried[0] && s.habit('look under lamp') < s.profile.householdLogic;
  if (byLooking && untried[0]) {
    return { action: untried[0], stage: 'light', reason: `${held} has to be looked at near ${lamp.object}` };
  }
  return {
    action: { verb: 'use', object: lamp.object },
    stage: 'light',
    reason: `${lamp.object} must be on`,
  };
}

function findThing(s: Situation, type: string): Sighting | null {
  return knownThings(s).find(({ object }) => typeOf(object) === type) ?? null;
}

/** What a clueless but helpful assistant does: look around, then go from place to place. */
export function wander(s: Omit<Situation, 'goal'>): Intent {
  const goal: Goal = { kind: 'pick', object: 'thing', target: 'place' };
  if (s.memory.events.length === 0)
    return { action: { verb: 'look' }, stage: 'other', reason: 'I do not know the job' };
  return searchFor({ ...s, goal }, goal.object);
}
