import type { Random } from '../../util/random.js';
import { pickWeighted } from '../../util/weighted.js';
import type { Layout } from './household-layout.js';
import { type CountRange, rooms } from './household-rooms.js';
import { kindOfThing, mayHold, type ThingGroup } from './household-things.js';
import type { AlfworldSetup, ObjectRecord } from './setup.js';

/** What a task needs of the things in the room. */
export interface PlacementNeeds {
  /** Type that there must be some of, and how many at least. */
  readonly type: string;
  readonly least: number;
  /** Receptacle type that must not hold it yet, and how many of it one receptacle may hold all the same. */
  readonly keepOut?: { readonly receptacle: string; readonly most: number };
  /** Things of this type are not cold at the start. */
  readonly warm?: string;
}

/** The part of a setup that placing things decides. */
export type Placement = Pick<AlfworldSetup, 'objects' | 'inside' | 'contains'>;

/** Share of things that lie anywhere they fit, instead of where one would look. */
const oddShare = 0.05;
/** Share of coolable things in the fridge that count as cold at the start. */
const coldShare = 0.1;
/** Share of small things that lie inside a vessel on the same receptacle. */
const insideShare = 0.15;
/** Groups of small things that may lie inside a vessel. */
const smallGroups: readonly ThingGroup[] = ['utensil', 'food', 'stationery', 'trinket'];
/** Receptacles that overlap: a thing in the first may count as in the second too. */
const overlaps: readonly (readonly [first: string, second: string, share: number, sameLocation: boolean])[] =
  [
    ['stoveburner', 'stoveburner', 0.5, true],
    ['coffeemachine', 'countertop', 0.4, false],
    ['shelf', 'desk', 0.15, false],
    ['shelf', 'shelf', 0.15, true],
    ['sidetable', 'drawer', 0.05, true],
  ];

/** Puts the room's things where such things lie, by chance, so that the task's needs are met. */
export function placeThings(layout: Layout, needs: PlacementNeeds, random: Random): Placement {
  const objects: ObjectRecord[] = [];
  for (const [type, count] of drawCounts(layout, needs, random)) {
    const alike: (readonly number[])[] = [];
    for (let number = count; number >= 1; number--) {
      const places = drawPlaces(type, layout, needs, alike, random);
      alike.push(places);
      const first = layout.receptacles[places[0] ?? -1];
      const cold = first?.[1] === 'fridge' && type !== needs.warm && random.chance(coldShare);
      const flags = kindOfThing(type).flags + (cold && kindOfThing(type).flags.includes('k') ? 'f' : '');
      objects.push([`${type} ${number}`, type, flags, places, first === undefined ? [] : [first[2]]]);
    }
  }
  const inside = drawInside(objects, random);
  return { objects, ...(inside.length > 0 ? { inside } : {}), contains: relateTypes(layout, objects) };
}

/** Types in name order with how many there are. */
function drawCounts(layout: Layout, needs: PlacementNeeds, random: Random): (readonly [string, number])[] {
  const draw = ([least, most]: CountRange): number => least + random.below(most - least + 1);
  return Object.entries(rooms[layout.room].things)
    .map(([type, range]) => {
      const count = draw(range);
      return [type, type === needs.type ? Math.max(count, needs.least) : count] as const;
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Indices of the receptacles that hold one more thing of a type; none for the floor. */
function drawPlaces(
  type: string,
  layout: Layout,
  needs: PlacementNeeds,
  alike: readonly (readonly number[])[],
  random: Random,
): readonly number[] {
  const { keepOut } = needs;
  const allowed = (index: number): boolean => {
    if (keepOut === undefined || type !== needs.type) return true;
    if (layout.receptacles[index]?.[1] !== keepOut.receptacle) return true;
    return alike.filter((places) => places.includes(index)).length < keepOut.most;
  };
  const open = layout.receptacles.map((_, index) => index).filter(allowed);
  const first = drawReceptacle(type, layout, open, random);
  if (first === undefined) return [];
  const second = drawOverlap(first, layout, open, random);
  return second === undefined ? [first] : [first, second].sort((a, b) => a - b);
}

function drawReceptacle(
  type: string,
  layout: Layout,
  open: readonly number[],
  random: Random,
): number | undefined {
  const { group, places } = kindOfThing(type);
  const typeOf = (index: number): string => layout.receptacles[index]?.[1] ?? '';
  const fitting = open.filter((index) => mayHold(typeOf(index), type));
  if (group !== 'fixture' && fitting.length > 0 && random.chance(oddShare)) return random.pick(fitting);
  const usual = [...new Set(fitting.map(typeOf))].filter((place) => places[place] !== undefined);
  const place = pickWeighted(random, [...usual, 'floor'], (name) => places[name] ?? 0);
  if (place === 'floor') return undefined;
  if (place === undefined) return fitting.length > 0 ? random.pick(fitting) : undefined;
  return random.pick(fitting.filter((index) => typeOf(index) === place));
}

function drawOverlap(
  first: number,
  layout: Layout,
  open: readonly number[],
  random: Random,
): number | undefined {
  const here = layout.receptacles[first];
  for (const [from, to, share, sameLocation] of overlaps) {
    if (here?.[1] !== from) continue;
    const others = open.filter((index) => {
      const other = layout.receptacles[index];
      return index !== first && other?.[1] === to && (!sameLocation || other[2] === here[2]);
    });
    if (others.length > 0 && random.chance(share)) return random.pick(others);
  }
  return undefined;
}

/** Pairs of what lies inside what; both also lie on their receptacle, and nothing is in two vessels. */
function drawInside(objects: readonly ObjectRecord[], random: Random): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  objects.forEach(([, type, , places], inner) => {
    if (!smallGroups.includes(kindOfThing(type).group) || !random.chance(insideShare)) return;
    const vessels = objects.flatMap(([, , flags, at], outer) =>
      flags.includes('r') && at.some((place) => places.includes(place)) ? [outer] : [],
    );
    if (vessels.length > 0) pairs.push([inner, random.pick(vessels)]);
  });
  return pairs;
}

function relateTypes(layout: Layout, objects: readonly ObjectRecord[]): Record<string, string> {
  const movable = new Set(objects.filter(([, , flags]) => flags.includes('p')).map(([, type]) => type));
  const types = new Set(layout.receptacles.map(([, type]) => type));
  return Object.fromEntries(
    [...types]
      .map((type) => [type, [...movable].filter((thing) => mayHold(type, thing)).join(' ')] as const)
      .filter(([, things]) => things !== ''),
  );
}
