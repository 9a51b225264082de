/** What the expert of a demonstration does: the way of someone who does not know the household, made by one who does. */
import type { Random } from '../../util/random.js';
import { thingKinds } from './household-things.js';
import { defaultRules, type Treatment } from './rules.js';
import type { AlfworldSetup, AlfworldTaskType, ReceptacleRecord } from './setup.js';

/** A search for one thing. */
export interface Hunt {
  /** What is looked for, for example `mug`. */
  readonly type: string;
  /** The one that is found, for example `mug 2`. */
  readonly name: string;
  /** Where the expert looks, in order; only the last place has such a thing. */
  readonly places: readonly string[];
  /** It was seen during an earlier search, so there is one place only. */
  readonly seenBefore: boolean;
  /** Where such a thing may well be and nobody has looked yet: those of `places` first, then the likeliest. */
  readonly unseen: readonly string[];
  /** The same with the places that were looked at before. */
  readonly likely: readonly string[];
}

/** A way to the goal. */
export interface Route {
  readonly taskType: AlfworldTaskType;
  /** One search; two for two things, and for a thing and a lamp. */
  readonly hunts: readonly Hunt[];
  /** What heats, cools or cleans. */
  readonly appliance?: string;
  /** Where the things go; absent where they are looked at. */
  readonly target?: string;
}

/** Flags that a thing must have for each treatment. */
const flagOf: Readonly<Record<Treatment, string>> = { heat: 'h', cool: 'k', clean: 'c' };
/** Places that a program tries at most; further ones are hardly ever where a thing is. */
const mostLikely = 10;

/**
 * A way that is worth showing: before a thing is found, places are looked at where it might as well have been. Null where
 * the household has no such way, for example because the first place to look is the right one.
 */
export function chooseRoute(taskType: AlfworldTaskType, setup: AlfworldSetup, random: Random): Route | null {
  const treatment = taskType === 'heat' || taskType === 'cool' || taskType === 'clean' ? taskType : null;
  const appliance = treatment && firstOf(setup, ([, type]) => defaultRules[treatment].includes(type));
  const target = setup.goal.receptacle === undefined ? null : chooseTarget(setup, appliance);
  if (appliance === undefined || target === undefined) return null;
  const ends = [appliance, target].filter((end) => end !== null);
  const things = random.shuffle(listThings(taskType, setup, ends));
  for (const thing of things) {
    const hunts = chooseHunts(taskType, setup, { thing, things, ends });
    if (hunts === null) continue;
    return {
      taskType,
      hunts,
      ...(appliance !== null && { appliance: nameOf(setup, appliance) }),
      ...(target !== null && { target: nameOf(setup, target) }),
    };
  }
  return null;
}

/** The receptacle with the lowest number that the thing can be put in or on. */
function chooseTarget(setup: AlfworldSetup, appliance: number | null | undefined): number | undefined {
  const { object, receptacle = '' } = setup.goal;
  if (!(setup.contains[receptacle] ?? '').split(' ').includes(object)) return undefined;
  const taken = typeof appliance === 'number' ? locationOf(setup, appliance) : null;
  return firstOf(setup, ([, type, location]) => type === receptacle && location !== taken);
}

/** Things of the goal that can be fetched from one place which is not an end of the way. */
function listThings(taskType: AlfworldTaskType, setup: AlfworldSetup, ends: readonly number[]): number[] {
  const { object, receptacle } = setup.goal;
  const flag = taskType === 'heat' || taskType === 'cool' || taskType === 'clean' ? flagOf[taskType] : 'p';
  const nested = new Set((setup.inside ?? []).map(([inner]) => inner));
  const isTarget = (place: number) => setup.receptacles[place]?.[1] === receptacle;
  const placed = taskType === 'pick' || taskType === 'two' ? isTarget : () => false;
  const all = indicesOf(setup, object);
  if (taskType === 'two' && all.some((index) => placesOf(setup, index).some(placed))) return [];
  return all.filter((index) => {
    const flags = setup.objects[index]?.[2] ?? '';
    const [place, ...more] = placesOf(setup, index);
    if (place === undefined || more.length > 0 || nested.has(index)) return false;
    if (ends.includes(place) || placed(place)) return false;
    return flags.includes('p') && flags.includes(flag) && !flags.includes('f');
  });
}

interface Quarry {
  readonly thing: number;
  readonly things: readonly number[];
  readonly ends: readonly number[];
}

function chooseHunts(
  taskType: AlfworldTaskType,
  setup: AlfworldSetup,
  { thing, things, ends }: Quarry,
): readonly Hunt[] | null {
  const search = createSearch(setup, ends);
  const first = search(thing, 2, 1);
  if (first === null || (taskType !== 'two' && taskType !== 'light')) return first && [first];
  const others = taskType === 'two' ? rankOthers(setup, thing, things) : findLamps(setup, thing);
  for (const other of others) {
    const second = search(other, 1, 0);
    if (second !== null) return [first, second];
  }
  return null;
}

/** Things beside the first, which are seen with it, come before all that have to be looked for. */
function rankOthers(setup: AlfworldSetup, thing: number, things: readonly number[]): readonly number[] {
  const [place] = placesOf(setup, thing);
  const distance = (other: number) => (placesOf(setup, other)[0] === place ? 0 : 1);
  return things.filter((other) => other !== thing).sort((a, b) => distance(a) - distance(b));
}

/** Lamps that stand in one place; none where one stands beside the thing, for then there is nothing to look for. */
function findLamps(setup: AlfworldSetup, thing: number): readonly number[] {
  const here = placesOf(setup, thing);
  const lamps = indicesOf(setup, setup.goal.lamp ?? '');
  if (lamps.some((lamp) => placesOf(setup, lamp).some((place) => here.includes(place)))) return [];
  return lamps.filter((lamp) => placesOf(setup, lamp).length === 1);
}

/**
 * Searches one after another: no place is looked at twice, and all places are apart from each other. Gives null where the
 * search would not look like one: fewer than `least` fruitless places, more than `most`, or a place passed over.
 */
function createSearch(setup: AlfworldSetup, ends: readonly number[]) {
  const visited: number[] = [];
  return (thing: number, most: number, least: number): Hunt | null => {
    const [name = '', type = '', , [place = -1] = []] = setup.objects[thing] ?? [];
    const likely = rankPlaces(setup, type).filter((index) => !ends.includes(index));
    const unseen = likely.filter((index) => !visited.includes(index));
    const seenBefore = visited.includes(place);
    const places = seenBefore ? [place] : pathTo(setup, place, unseen, { most, least, type });
    if (places === null || !areApart(setup, [...new Set([...visited, ...ends, ...places])])) return null;
    visited.push(...places.filter((index) => !visited.includes(index)));
    const names = (indices: readonly number[]) => [...new Set(indices)].map((index) => nameOf(setup, index));
    const all = seenBefore ? likely : [...places, ...likely];
    const shown = { places: names(places), unseen: names([...places, ...unseen]) };
    return { type, name, ...shown, seenBefore, likely: names(all).slice(0, mostLikely) };
  };
}

/**
 * The places that are looked at before the right one, and that one: first one or two of other kinds that are as likely,
 * then those of its own kind with lower numbers.
 */
function pathTo(
  setup: AlfworldSetup,
  place: number,
  likely: readonly number[],
  { most, least, type }: { readonly most: number; readonly least: number; readonly type: string },
): readonly number[] | null {
  const at = likely.indexOf(place);
  if (at === -1) return null;
  const own = kindOf(setup, place);
  const before = likely.slice(0, at);
  const siblings = before.filter((index) => kindOf(setup, index) === own);
  const kinds = new Set(before.map((index) => kindOf(setup, index)));
  const others = [...kinds]
    .filter((kind) => kind !== own)
    .flatMap((kind) => before.filter((index) => kindOf(setup, index) === kind).slice(0, 1));
  const room = most - siblings.length;
  const fruitless = [...others.slice(0, Math.max(0, room)), ...siblings];
  if (room < 0 || fruitless.length < least) return null;
  return fruitless.some((index) => holds(setup, index, type)) ? null : [...fruitless, place];
}

/** Between places that share their location there is no going. */
function areApart(setup: AlfworldSetup, places: readonly number[]): boolean {
  return new Set(places.map((place) => locationOf(setup, place))).size === places.length;
}

/** The places where a thing of this type may be, the likeliest first; those where it never is are left out. */
function rankPlaces(setup: AlfworldSetup, type: string): readonly number[] {
  const weights = thingKinds[type]?.places ?? {};
  return setup.receptacles
    .map((record, index) => ({
      index,
      weight: weights[record[1]] ?? 0,
      kind: record[1],
      number: numberOf(record),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.number - b.number))
    .map(({ index }) => index);
}

function firstOf(setup: AlfworldSetup, accept: (record: ReceptacleRecord) => boolean): number | undefined {
  const fitting = setup.receptacles.flatMap((record, index) => (accept(record) ? [{ record, index }] : []));
  return fitting.sort((a, b) => numberOf(a.record) - numberOf(b.record))[0]?.index;
}

function numberOf([name]: ReceptacleRecord): number {
  return Number(name.split(' ')[1]);
}

function indicesOf({ objects }: AlfworldSetup, wanted: string): number[] {
  return objects.flatMap(([, type], index) => (type === wanted ? [index] : []));
}

function placesOf({ objects }: AlfworldSetup, object: number): readonly number[] {
  return objects[object]?.[3] ?? [];
}

function holds(setup: AlfworldSetup, place: number, type: string): boolean {
  return indicesOf(setup, type).some((object) => placesOf(setup, object).includes(place));
}

function nameOf({ receptacles }: AlfworldSetup, index: number): string {
  return receptacles[index]?.[0] ?? '';
}

function kindOf({ receptacles }: AlfworldSetup, index: number): string {
  return receptacles[index]?.[1] ?? '';
}

function locationOf({ receptacles }: AlfworldSetup, index: number): number {
  return receptacles[index]?.[2] ?? -1;
}
