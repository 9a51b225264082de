/** The facts of a game's start, looked up by predicate, and the setup that they describe. */
import { UsageError } from '../../core/errors.js';
import type { Atom } from '../../symbolic/pddl.js';
import { entityKind, isEntity, numberEntities } from './entity-names.js';
import { withoutTypeSuffix } from './read-goal.js';
import type { AlfworldSetup, ObjectRecord, ReceptacleRecord } from './setup.js';

/** Predicates that say what an object can do or is, with the setup's flag for each. */
const flags: readonly (readonly [predicate: string, flag: string])[] = [
  ['pickupable', 'p'],
  ['cleanable', 'c'],
  ['heatable', 'h'],
  ['coolable', 'k'],
  ['toggleable', 't'],
  ['sliceable', 's'],
  ['isreceptacleobject', 'r'],
  ['iscool', 'f'],
];

const relations = [
  'receptacletype',
  'objecttype',
  'cancontain',
  'openable',
  'atlocation',
  'inreceptacle',
  'receptacleatlocation',
  'objectatlocation',
  'inreceptacleobject',
];

const knownPredicates = new Set([...relations, ...flags.map(([predicate]) => predicate)]);

/**
 * What all games do not share, from the facts of one. Facts may repeat and stand in any order.
 * Throws a UsageError that names `source` for facts that no official game has.
 */
export function readFacts(
  init: readonly Atom[],
  source: string,
): Pick<AlfworldSetup, 'start' | 'receptacles' | 'objects' | 'inside' | 'contains'> {
  const facts = createFacts(init, source);
  const receptacleIds = [...facts.all('receptacletype').keys()].sort();
  const objectIds = [...facts.all('objecttype').keys()].sort();
  const receptacleOrder = new Map(receptacleIds.map((id, order) => [id, order]));
  const objectOrder = new Map(objectIds.map((id, order) => [id, order]));
  const inside = objectIds.flatMap((inner) =>
    facts.values('inreceptacleobject', inner).flatMap((outer) => {
      const pair = [objectOrder.get(inner), objectOrder.get(outer)] as const;
      return pair[0] === undefined || pair[1] === undefined ? [] : [[pair[0], pair[1]] as const];
    }),
  );
  const [start] = [...facts.all('atlocation').values()].flat();
  if (start === undefined)
    throw new UsageError(`${source}: pddl_problem does not say where the agent starts`);
  return {
    start: facts.number(start),
    receptacles: receptacleIds.map((id) => readReceptacle(id, facts)),
    objects: objectIds.map((id) => readObject(id, facts, receptacleOrder)),
    ...(inside.length > 0 && { inside }),
    contains: readContains(facts),
  };
}

/** Facts by predicate and first argument. */
interface Facts {
  /** First arguments of a predicate, each with its second arguments in id order. */
  all(predicate: string): ReadonlyMap<string, readonly string[]>;
  /** Second arguments of a predicate for one first argument, in id order. */
  values(predicate: string, first: string): readonly string[];
  /** The only second argument; throws when there is none or more than one. */
  value(predicate: string, first: string): string;
  number(id: string): number;
  name(id: string): string;
}

function createFacts(init: readonly Atom[], source: string): Facts {
  const byPredicate = new Map<string, Map<string, string[]>>();
  const entities = new Set<string>();
  for (const [predicate, first = '', second] of init) {
    if (!knownPredicates.has(predicate)) {
      throw new UsageError(
        `${source}: pddl_problem starts with '(${predicate} ...)', which no ALFWorld game does`,
      );
    }
    const byFirst = entry(byPredicate, predicate, () => new Map<string, string[]>());
    const values = entry(byFirst, first, (): string[] => []);
    if (second !== undefined && !values.includes(second)) values.push(second);
    if (isEntity(first)) entities.add(first);
    if (second !== undefined && isEntity(second)) entities.add(second);
  }
  for (const byFirst of byPredicate.values()) for (const values of byFirst.values()) values.sort();
  const numbers = numberEntities(entities);
  const values = (predicate: string, first: string) => byPredicate.get(predicate)?.get(first) ?? [];
  const number = (id: string) => numbers.get(id) ?? 0;
  return {
    all: (predicate) => byPredicate.get(predicate) ?? new Map(),
    values,
    value: (predicate, first) => {
      const [value, ...more] = values(predicate, first);
      if (value !== undefined && more.length === 0) return value;
      throw new UsageError(`${source}: pddl_problem must have exactly one '(${predicate} ${first} ...)'`);
    },
    number,
    name: (id) => `${entityKind(id)} ${number(id)}`,
  };
}

function readReceptacle(id: string, facts: Facts): ReceptacleRecord {
  return [
    facts.name(id),
    withoutTypeSuffix(facts.value('receptacletype', id)),
    facts.number(facts.value('receptacleatlocation', id)),
    facts.all('openable').has(id) ? 1 : 0,
  ];
}

function readObject(id: string, facts: Facts, receptacleOrder: ReadonlyMap<string, number>): ObjectRecord {
  return [
    facts.name(id),
    withoutTypeSuffix(facts.value('objecttype', id)),
    flags.map(([predicate, flag]) => (facts.all(predicate).has(id) ? flag : '')).join(''),
    facts.values('inreceptacle', id).flatMap((receptacle) => receptacleOrder.get(receptacle) ?? []),
    facts.values('objectatlocation', id).map(facts.number),
  ];
}

/** What may be put where, for the types that this game has. */
function readContains(facts: Facts): Record<string, string> {
  const typesOf = (predicate: string) => new Set([...facts.all(predicate).values()].flat());
  const objectTypes = typesOf('objecttype');
  const contains: Record<string, string> = {};
  for (const type of [...typesOf('receptacletype')].sort()) {
    const accepted = facts.values('cancontain', type).filter((objectType) => objectTypes.has(objectType));
    contains[withoutTypeSuffix(type)] = accepted.map(withoutTypeSuffix).join(' ');
  }
  return contains;
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const kept = map.get(key);
  if (kept !== undefined) return kept;
  const value = create();
  map.set(key, value);
  return value;
}
