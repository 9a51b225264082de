/** Writes a program for a household job, from what plan and examples teach and from common sense. */
import { placeBelief } from '../beliefs.js';
import { type Effect, formatAction, numberOf, type SpokenAction, typeOf, type Verb } from '../lexicon.js';
import { isEffect } from '../read-log.js';
import type { HouseholdTask } from './household-task.js';
import { type Command, numberSteps, type Part, type Program } from './program.js';
import { rankAppliances } from './rank-appliances.js';
import type { Progress } from './read-progress.js';

/** The program. */
export function writeHouseholdProgram(task: HouseholdTask): Program {
  return numberSteps(partsFor(task));
}

function partsFor(task: HouseholdTask): Part[] {
  const { goal } = task;
  if (goal.kind === 'light') return lightParts(task);
  if (goal.kind === 'two') return twoParts(task);
  const change = isEffect(goal.kind) ? [changePart(task, goal.kind)] : [];
  return [fetchPart(task, 'n'), ...change, deliverPart(task, ['n'])];
}

function twoParts(task: HouseholdTask): Part[] {
  const both =
    !task.lessons.directives.oneAtATime &&
    !task.progress.handsFull &&
    task.habit('carry both') < task.profile.householdLogic;
  const [first, second] = [fetchPart(task, 'n'), fetchPart(task, 'm')];
  if (both) return [first, second, deliverPart(task, ['n', 'm'])];
  return [first, deliverPart(task, ['n']), second, deliverPart(task, ['m'])];
}

/** The thing's name with the slot for its number. */
function thing({ goal }: HouseholdTask, slot: string): string {
  return `${goal.object} {${slot}}`;
}

function fetchPart(task: HouseholdTask, slot: 'n' | 'm'): Part {
  const { goal, progress } = task;
  const found = `a ${thing(task, slot)}`;
  const places = placesFor(task, goal.object);
  const take = (place: string) => act(task, { verb: 'take', object: thing(task, slot), place });
  const search = [searchLoop(task, places, found), take('{place}')];
  const why = `find a${slot === 'm' ? ' second' : ''} ${goal.object} and take it`;
  const mayHold = slot === 'n' && progress.carries;
  if (mayHold && task.habit(`look in hand ${progress.tries}`) < task.profile.insight)
    return { why, do: [{ action: 'inventory' }, unlessSeen(found, search)] };
  const here = progress.memory.at;
  if (here === null || here !== places[0]) return { why, do: search };
  return { why, do: [{ action: `examine ${here}` }, { if: found, do: [take(here)], else: search }] };
}

/** Commands for the case that the last observation does not show something; where it does, its slot is filled. */
function unlessSeen(words: string, commands: readonly Command[]): Command {
  return { if: words, do: [], else: commands };
}

function searchLoop(task: HouseholdTask, places: readonly string[], found: string): Command {
  const { wentInVain } = task.progress;
  const look: Command[] = wentInVain ? [{ if: wentInVain, do: [{ action: 'examine {place}' }] }] : [];
  const open = opensClosed(task) ? [openIfClosed(task, '{place}')] : [];
  return {
    forEach: 'place',
    in: places,
    do: [act(task, { verb: 'go', place: '{place}' }), ...look, ...open],
    until: found,
  };
}

/** In real life a closed cupboard can be looked into; it is opened where that was taught or has proved wrong. */
function opensClosed({ lessons, progress, profile, habit }: HouseholdTask): boolean {
  return lessons.directives.openClosed || progress.opens || habit('open') > profile.householdLogic * 0.75;
}

function openIfClosed(task: HouseholdTask, place: string): Command {
  return { if: 'is closed', do: [act(task, { verb: 'open', place })] };
}

/** Places to search, the most promising first: where it was seen, then what is named, then likely ones. */
function placesFor(task: HouseholdTask, type: string): string[] {
  const { progress, lessons, goal, habit, temperature } = task;
  const { rooms, places, placed } = progress.memory;
  const full = new Set(goal.kind === 'two' ? placed.map(({ place }) => place) : []);
  if (goal.kind === 'two' && type === goal.object) full.add(targetOf(task));
  const promise = (name: string) => {
    const seen = places.get(name)?.contents.some((one) => typeOf(one) === type) ? 6 : 0;
    const rank = lessons.directives.lookFirst.indexOf(typeOf(name));
    const named = rank < 0 ? 0 : 1.6 - 0.25 * Math.min(rank, 6);
    const vain = progress.searched.has(name) && !progress.opens ? -2 : 0;
    const noise = (habit(`wobble ${name}`) - 0.5) * temperature;
    return Math.log(placeBelief(type, typeOf(name))) + seen + named + vain + noise - 0.03 * numberOf(name);
  };
  const ranked = rooms.filter((name) => !full.has(name)).map((name) => ({ name, value: promise(name) }));
  return ranked
    .sort((a, b) => b.value - a.value)
    .slice(0, task.mostPlaces)
    .map(({ name }) => name);
}

/** The place that the job names: where the first thing went, or the first of its type. */
function targetOf({ goal, progress }: HouseholdTask): string {
  const { rooms, placed, events } = progress.memory;
  const used = placed.find(({ place }) => typeOf(place) === goal.target)?.place;
  const refused = (name: string) =>
    events.some(
      ({ failed, action, cause }) =>
        failed &&
        cause !== 'closed' &&
        cause !== 'not-there' &&
        action?.verb === 'place' &&
        action.place === name,
    );
  const all = rooms.filter((name) => typeOf(name) === goal.target).sort((a, b) => numberOf(a) - numberOf(b));
  return used ?? all.find((name) => !refused(name)) ?? all[0] ?? `${goal.target} 1`;
}

function changePart(task: HouseholdTask, effect: Effect): Part {
  const { holding, done } = task.progress.memory;
  if (holding !== null && done.has(`${effect} ${holding}`))
    return { why: `${effect} it, which is done`, do: [] };
  const types = rankAppliances(task, effect);
  const [type = 'stoveburner'] = types;
  const object = thing(task, 'n');
  const several = task.progress.refuted[effect].length > 1 ? types.slice(0, 4) : [];
  const change = (place: string) => act(task, { verb: effect, object, place });
  const back = takeBack(task, object);
  const why = `${effect} it`;
  if (several.length > 1) {
    const places = several.map((one) => placeOfType(task, one));
    const { expect: until } = change('{appliance}') as { expect?: string };
    const action = formatAction({ verb: effect, object, place: '{appliance}' }, task.placing);
    return {
      why,
      do: [
        ...back,
        {
          forEach: 'appliance',
          in: places,
          do: [{ action: 'go to {appliance}' }, { action }],
          until: until ?? `you ${effect}`,
        },
      ],
    };
  }
  const place = placeOfType(task, type);
  const inside = inserts(task, place)
    ? [
        openIfClosed(task, place),
        act(task, { verb: 'place', object, place }),
        act(task, { verb: 'close', place }),
      ]
    : [];
  return { why, do: [...back, act(task, { verb: 'go', place }), ...inside, change(place)] };
}

/** A thing that was put into an appliance has to come out again. */
function takeBack(task: HouseholdTask, object: string): Command[] {
  const last = task.progress.memory.placed.at(-1);
  if (!task.progress.mustHold || !last || task.progress.memory.holding) return [];
  return [
    { action: `examine ${last.place}` },
    { if: 'is closed', do: [{ action: `open ${last.place}` }] },
    { if: `a ${object}`, do: [act(task, { verb: 'take', object, place: last.place })] },
  ];
}

/** Real-life logic: to be heated a thing has to lie in the appliance, as long as nothing has spoken against it. */
function inserts({ lessons, progress, profile, habit }: HouseholdTask, appliance: string): boolean {
  const { insert } = lessons.directives;
  if (progress.mustHold || insert === false || isInside(progress, appliance)) return false;
  const refused = progress.memory.events
    .filter(({ failed, action }) => failed && action?.verb === 'place')
    .map(({ action }) => action?.place);
  if (refused.includes(appliance)) return false;
  if (refused.length > 0 && habit('hold instead') < profile.insight) return false;
  return insert === true || habit('insert') < profile.householdLogic;
}

/** Whether the thing was put into the appliance by an earlier program. */
function isInside({ memory }: Progress, appliance: string): boolean {
  return memory.holding === null && memory.placed.at(-1)?.place === appliance;
}

function placeOfType({ progress }: HouseholdTask, type: string): string {
  return progress.memory.rooms.filter((name) => typeOf(name) === type).at(-1) ?? `${type} 1`;
}

function deliverPart(task: HouseholdTask, slots: readonly string[]): Part {
  const place = targetOf(task);
  return {
    why: `put it in ${place}`,
    do: [
      { action: `go to ${place}` },
      openIfClosed(task, place),
      ...slots.map((slot) => act(task, { verb: 'place', object: thing(task, slot), place })),
    ],
  };
}

function lightParts(task: HouseholdTask): Part[] {
  const { goal, progress, lessons, profile, habit } = task;
  const lamp = `${goal.target} {l}`;
  const here = progress.tries === 0 ? '{place}' : progress.memory.at;
  const loop = searchLoop(task, placesFor(task, goal.target), `a ${lamp}`);
  const byLooking =
    !lessons.directives.useLamp && !progress.ended && habit('look under lamp') < profile.householdLogic;
  const object = thing(task, 'n');
  return [
    fetchPart(task, 'n'),
    {
      why: `find a ${goal.target}`,
      do: here ? [{ action: `examine ${here}` }, unlessSeen(`a ${lamp}`, [loop])] : [loop],
    },
    {
      why: `look at the ${goal.object} under the ${goal.target}`,
      do: byLooking ? [act(task, { verb: 'examine', object })] : [act(task, { verb: 'use', object: lamp })],
    },
  ];
}

/** What one would expect to be told, in words that are a guess. */
const guesses: Partial<Record<Verb, readonly [string, string]>> = {
  take: ['you pick up', 'you take'],
  place: ['you', 'you place'],
  heat: ['you heat', 'is hot'],
  cool: ['you cool', 'is cold'],
  clean: ['you clean', 'is clean'],
  use: ['turn on', 'is on'],
};

/** An action with what is expected of it: as examples have it, as the world has answered, or as one would guess. */
function act(task: HouseholdTask, action: SpokenAction): { action: string; expect?: string } {
  const { lessons, progress, habit } = task;
  const said = formatAction(action, task.placing);
  const { verb } = action;
  const known = progress.answers.get(verb) ?? lessons.expectations.get(verb);
  if (known && (verb !== 'go' || progress.tries === 0)) return { action: said, expect: known };
  const [right, wrong] = guesses[verb] ?? [];
  const draw = habit(`expect ${verb} ${progress.tries}`);
  const expect = draw < 0.7 ? right : draw < 0.82 ? wrong : undefined;
  return expect ? { action: said, expect } : { action: said };
}
