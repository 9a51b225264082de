/** Heating, cooling and cleaning: which appliance, and in which way. */
import { applianceBeliefs, applianceLikeness } from './beliefs.js';
import { type Effect, typeOf } from './lexicon.js';
import { cannotOpen, openIntent } from './search.js';
import { best, hasFailed, heeds, type Intent, isAt, placesOf, type Situation, wobble } from './situation.js';

/** The next step towards changing what is held; null where nothing is left to try. */
export function changeHeld(s: Situation, effect: Effect, held: string): Intent | null {
  const { memory } = s;
  const type = chooseAppliance(s, effect);
  if (type === null) return null;
  const places = placesOf(memory, type);
  const untried = places.filter((name) => !hasFailed(memory, { verb: effect, object: held, place: name }));
  const place = untried[0] ?? places[0] ?? `${type} 1`;
  const reason = `${held} must be ${past[effect]} and the ${type} should do that`;
  const at = [place, ...places].find(
    (name) => isAt(memory, name) && (name === place || untried.includes(name)),
  );
  if (!at) return { action: { verb: 'go', place }, stage: 'change', reason };
  const closed = memory.places.get(at)?.state === 'closed';
  if (inserts(s, at)) {
    if (closed) return openIntent(at, 'change', `${held} has to go inside`);
    return {
      action: { verb: 'place', object: held, place: at },
      stage: 'change',
      reason: `${held} has to be in the ${type}`,
    };
  }
  if (closed && s.plan.insert !== false && !cannotOpen(s, at) && s.habit('door') < s.profile.householdLogic) {
    return openIntent(at, 'change', `one opens the ${type} to use it`);
  }
  return { action: { verb: effect, object: held, place: at }, stage: 'change', reason };
}

/** One looks whether it is done, as one would at home, unless the plan says how to go on. */
export function checkChanged(s: Situation, effect: Effect, held: string): Intent | null {
  const last = s.memory.events.at(-1);
  const justDone = last?.action?.verb === effect && !last.failed;
  if (!justDone || s.plan.insert === false || s.habit('check') >= s.profile.householdLogic) return null;
  return {
    action: { verb: 'examine', object: held },
    stage: 'change',
    reason: `I want to see whether ${held} is ${past[effect]}`,
  };
}

const past: Readonly<Record<Effect, string>> = { heat: 'heated', cool: 'cooled', clean: 'cleaned' };

/**
 * What to do about an object that was put into an appliance: close it, switch it on, wait, try the verb, and when
 * nothing of that does anything, take it back. Null when the object is not in such a place.
 */
export function changeInserted(s: Situation, effect: Effect): Intent | null {
  const { memory, goal } = s;
  const last = memory.placed.at(-1);
  if (!last || typeOf(last.object) !== goal.object || memory.done.has(`${effect} ${last.object}`))
    return null;
  const { object, place } = last;
  if (!memory.places.get(place)?.contents.includes(object)) return null;
  if (!isAt(memory, place))
    return { action: { verb: 'go', place }, stage: 'change', reason: `${object} is still at ${place}` };
  const state = memory.places.get(place)?.state;
  const since = memory.events.slice(
    memory.events.findLastIndex(({ action }) => action?.verb === 'place') + 1,
  );
  const did = (verb: string) => since.some(({ action }) => action?.verb === verb);
  if (state === 'open' && !did('close')) {
    return {
      action: { verb: 'close', place },
      stage: 'change',
      reason: `it has to be shut for ${object} to ${effect}`,
    };
  }
  if (effect !== 'cool' && !did('use') && !learnedToHold(s)) {
    return {
      action: { verb: 'use', object: place },
      stage: 'change',
      reason: `I have to switch on ${place}`,
    };
  }
  if (effect !== 'cool' && !did(effect)) {
    return { action: { verb: effect, object, place }, stage: 'change', reason: `${object} is in place` };
  }
  if (memory.places.get(place)?.state === 'closed')
    return openIntent(place, 'change', `I want ${object} back`);
  return {
    action: { verb: 'take', object, place },
    stage: 'take',
    reason: `I want to have ${object} in hand again`,
  };
}

/** Whether the model believes it must put the object into the appliance. */
function inserts(s: Situation, place: string): boolean {
  const { memory, plan } = s;
  if (plan.insert === false || learnedToHold(s)) return false;
  const tried = memory.placed.some((entry) => entry.place === place);
  const barred = memory.events.some(
    ({ failed, action }) => failed && action?.verb === 'place' && action.place === place,
  );
  if (tried || barred) return false;
  if (plan.insert === true) return true;
  return s.habit('insert') < s.profile.householdLogic;
}

/** Whether this episode has shown that the object must stay in hand, or that another verb is needed. */
function learnedToHold(s: Situation): boolean {
  const said = s.memory.events.filter(({ cause }) => cause === 'not-carrying' || cause === 'wrong-verb');
  return heeds(
    s,
    said.map(({ index }) => index),
    s.profile.householdLogic,
  );
}

/** Whether the model has given up on a type of appliance; a failure without a stated cause counts for half. */
function ruledOut(s: Situation, effect: Effect, type: string): boolean {
  const strength = applianceBeliefs[effect][type] ?? 0;
  const said = s.memory.refutations.filter((entry) => entry.effect === effect && entry.type === type);
  const indices = (stated: boolean) => said.filter((one) => one.stated === stated).map(({ index }) => index);
  return heeds(s, indices(true), strength) || heeds(s, indices(false), (1 + strength) / 2);
}

/** The type of appliance to try: the plan's, what has worked, then belief, then whatever looks like one. */
export function chooseAppliance(s: Situation, effect: Effect): string | null {
  const { memory, plan } = s;
  const worked = memory.works.get(effect);
  if (worked) return worked;
  const present = new Set(memory.rooms.map(typeOf));
  const open = (type: string) =>
    !ruledOut(s, effect, type) && !memory.absent.has(type) && !unreachable(s, type);
  const named = plan.appliance[effect].filter((type) => present.has(type) && open(type));
  if (named[0]) return named[0];
  const allowed = (type: string) => open(type) && !plan.avoid[effect].includes(type);
  const beliefs = applianceBeliefs[effect];
  const imagined = Object.keys(beliefs).filter(
    (type) => !present.has(type) && s.habit(`imagine ${type}`) < s.profile.invention,
  );
  const believed = [...Object.keys(beliefs).filter((type) => present.has(type)), ...imagined].filter(allowed);
  const score = (weights: Readonly<Record<string, number>>) => (type: string) =>
    Math.log(weights[type] ?? 0.1) + wobble(s, `${effect} ${type}`);
  const favourite = best(believed, score(beliefs));
  return favourite ?? best([...present].filter(allowed), score(applianceLikeness));
}

function unreachable({ memory }: Situation, type: string): boolean {
  const names = placesOf(memory, type);
  return (
    names.length > 0 &&
    names.every((place) => memory.at !== place && hasFailed(memory, { verb: 'go', place }))
  );
}
