import { canonicalJson } from '../../util/json.js';
import type { Random } from '../../util/random.js';
import { type CountRange, type RoomName, rooms } from './household-rooms.js';
import type { ReceptacleRecord } from './setup.js';

/** A room with its furniture and nothing in it. */
export interface Layout {
  readonly room: RoomName;
  /** Location the agent starts at; no receptacle is there. */
  readonly start: number;
  /** In the order of their names: types upwards, numbers of one type downwards. */
  readonly receptacles: readonly ReceptacleRecord[];
}

/** Share of receptacles of a type that can be opened; the rest of them, and all other types, stand open. */
const openableShare: Readonly<Record<string, number>> = {
  cabinet: 0.82,
  drawer: 0.84,
  fridge: 1,
  microwave: 1,
  safe: 0.85,
};

/** Share of receptacles that are reached from the same location as the one before of their type. */
const stackedShare: Readonly<Record<string, number>> = {
  cabinet: 0.1,
  drawer: 0.2,
  shelf: 0.25,
  stoveburner: 0.6,
};

/** Share of receptacles that are reached from the location of some other one, such as a shelf above a desk. */
const besideShare = 0.02;

/** Furnishes a room of a kind: how many of each receptacle, which open, and which share a location. */
export function createLayout(room: RoomName, random: Random): Layout {
  const size = random.next();
  const counts = Object.entries(rooms[room].furniture)
    .map(([type, range]) => [type, countBySize(range, size, random)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const places = assignLocations(
    counts.flatMap(([type, count]) => Array<string>(count).fill(type)),
    random,
  );
  const labels = random.shuffle(Array.from({ length: places.count + 1 }, (_, index) => index + 1));
  const label = (place: number): number => labels[place] ?? 0;
  const receptacles: ReceptacleRecord[] = [];
  for (const [type, count] of counts) {
    for (let number = count; number >= 1; number--) {
      const place = places.of[receptacles.length] ?? 0;
      const openable = random.chance(openableShare[type] ?? 0) ? 1 : 0;
      receptacles.push([`${type} ${number}`, type, label(place), openable]);
    }
  }
  return { room, start: label(places.count), receptacles };
}

/** Equal for two layouts exactly when they hold the same receptacles, grouped the same way by location. */
export function layoutFingerprint(layout: Pick<Layout, 'receptacles'>): string {
  const groups = new Map<number, string[]>();
  for (const [, type, location, openable] of layout.receptacles) {
    const group = groups.get(location) ?? [];
    group.push(openable ? `${type}*` : type);
    groups.set(location, group);
  }
  return canonicalJson([...groups.values()].map((group) => group.sort().join('+')).sort());
}

/** A large room has more of everything, but not to the same degree. */
function countBySize([least, most]: CountRange, size: number, random: Random): number {
  const share = (size + random.next()) / 2;
  return least + Math.floor(share * (most - least + 1));
}

function assignLocations(types: readonly string[], random: Random): { of: readonly number[]; count: number } {
  const of: number[] = [];
  let count = 0;
  types.forEach((type, index) => {
    const stacked = types[index - 1] === type && random.chance(stackedShare[type] ?? 0);
    if (stacked) of.push(of[index - 1] ?? 0);
    else if (index > 0 && random.chance(besideShare)) of.push(random.below(count));
    else of.push(count++);
  });
  return { of, count };
}
