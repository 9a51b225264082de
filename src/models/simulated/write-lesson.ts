/**
 * What the simulated model takes from a try that did not do the job into the next try at it: a short plan, only from
 * what the log shows. Each point is noticed with the profile's insight.
 */
import { applianceBeliefs, applianceLikeness, placeBelief } from './beliefs.js';
import { type Effect, typeOf } from './lexicon.js';
import type { Goal } from './read-goal.js';
import { isEffect, type Memory } from './read-log.js';
import { doing, type Review } from './reflect.js';
import { placesOf } from './situation.js';

/** Most places that one sentence names. */
const mostNames = 14;

/** The lesson, one sentence a point. */
export function writeLesson({ goal, memory, profile, random }: Review): string {
  const points = goal
    ? [
        ...searchPoints(goal, memory),
        ...(isEffect(goal.kind) ? effectPoints(goal.kind, goal, memory) : []),
        ...handPoints(goal, memory),
        ...lampPoints(goal, memory),
        ...wastePoints(memory),
      ]
    : [];
  const kept = [...new Set(points)].filter(() => random.chance(profile.insight));
  return kept.length === 0
    ? 'Next time I will do the job step by step and go to places that I have not seen yet.'
    : kept.join(' ');
}

function searchPoints(goal: Goal, memory: Memory): string[] {
  const wanted = goal.kind === 'light' ? [goal.object, goal.target] : [goal.object];
  const points = wanted.flatMap((type) => {
    const seen = [...memory.firstSeen].filter(
      ([name, { place }]) => typeOf(name) === type && !(isDelivery(goal) && typeOf(place) === goal.target),
    );
    const where = seen.slice(0, 3).map(([name, { place }]) => `${name} at ${place}`);
    return where.length > 0
      ? [`I saw ${where.join(', ')}: I will go straight there.`]
      : vainPoints(type, memory);
  });
  const shut = [...memory.places].find(([, { state, visits }]) => state === 'closed' && visits > 0);
  if (shut && points.some((point) => point.includes('was not')))
    points.push(`Open what is closed before going on: ${shut[0]} was closed when I left it.`);
  return points;
}

/** Jobs that end with bringing a thing somewhere as it is: what is there already is of no use. */
function isDelivery({ kind }: Goal): boolean {
  return kind === 'pick' || kind === 'two';
}

/** Where a thing was not, and where else one would look. */
function vainPoints(type: string, memory: Memory): string[] {
  const looked = [...memory.places].filter(([, { visits, state }]) => visits > 0 && state !== 'closed');
  const left = memory.rooms.filter((name) => !looked.some(([place]) => place === name));
  const likely = [...new Set(left.map(typeOf))].sort((a, b) => placeBelief(type, b) - placeBelief(type, a));
  const names = looked.map(([name]) => name).slice(0, mostNames);
  return [
    ...(names.length > 0 ? [`The ${type} was not at ${names.join(', ')}.`] : []),
    ...(likely.length > 0 ? [`Look for it first at the ${likely.slice(0, 3).join(', the ')}.`] : []),
  ];
}

function effectPoints(effect: Effect, goal: Goal, memory: Memory): string[] {
  const { object } = goal;
  const carry = learnedToCarry(effect, memory) ? ' while I carry it' : '';
  const works = memory.works.get(effect);
  if (works) return [`${capital(effect)} the ${object} with the ${works}${carry}.`];
  const failed = [
    ...new Set(memory.refutations.filter((one) => one.effect === effect).map(({ type }) => type)),
  ];
  const points = failed.map((type) => `Do not ${effect} with the ${type}: that brought nothing.`);
  const next = nextAppliance(effect, failed, memory);
  const untouched = failed.length === 0 && memory.placed.some(({ place }) => typeOf(place) === goal.target);
  if (untouched && next) points.push(`It was never changed: first ${effect} the ${object} with the ${next}.`);
  if (failed.length > 0 && next)
    points.push(`${capital(effect)} the ${object} with the ${next}${carry} instead.`);
  const inserted = memory.placed.find(
    ({ object: name, place }) => typeOf(name) === object && isLikeOne(place),
  );
  if (carry !== '') points.push(`It has to be carried for ${doing[effect]}.`);
  else if (inserted) {
    const type = typeOf(inserted.place);
    points.push(
      `Putting it into the ${type} did not ${effect} it, so next time keep it in hand at the ${type}.`,
    );
  }
  return points;
}

function isLikeOne(place: string): boolean {
  return applianceLikeness[typeOf(place)] !== undefined;
}

/** Whether the log shows that the thing has to be in hand: it says so, or it worked so. */
function learnedToCarry(effect: Effect, { events }: Memory): boolean {
  return events.some(
    ({ action, cause, failed, held }) =>
      action?.verb === effect && (cause === 'not-carrying' || (!failed && held === action.object)),
  );
}

/** What else there is to try, by common sense. */
function nextAppliance(effect: Effect, failed: readonly string[], memory: Memory): string | undefined {
  const weight = (type: string) =>
    (applianceBeliefs[effect][type] ?? 0) + 0.01 * (applianceLikeness[type] ?? 0);
  const types = [...new Set(memory.rooms.map(typeOf))].filter(
    (type) => weight(type) > 0 && !failed.includes(type) && placesOf(memory, type).length > 0,
  );
  return types.sort((a, b) => weight(b) - weight(a))[0];
}

function handPoints({ kind }: Goal, { events }: Memory): string[] {
  if (!events.some(({ cause }) => cause === 'hands-full')) return [];
  return kind === 'two'
    ? ['Only one can be carried at a time: bring the first before you take the second.']
    : ['Only one can be carried at a time.'];
}

function lampPoints(goal: Goal, memory: Memory): string[] {
  const took = memory.events.some(({ action, failed }) => action?.verb === 'take' && !failed);
  if (goal.kind !== 'light' || !took || memory.lampsUsed.size > 0) return [];
  return [
    `Looking at it did not do the job: turn on the ${goal.target} next time, while I carry the ${goal.object}.`,
  ];
}

function wastePoints({ events, places }: Memory): string[] {
  const again = [...places.values()].some(({ visits }) => visits > 2);
  const same = events.some(({ action, failed }, i) => {
    const before = events[i - 1];
    return failed && before?.failed && JSON.stringify(before.action) === JSON.stringify(action);
  });
  return [
    ...(again ? ['Search one place after another, each only once.'] : []),
    ...(same ? ['When something fails, do something else.'] : []),
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
