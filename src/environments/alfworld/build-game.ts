/** Builds a game that can be played from its setup: things with their names ranked, and the state of the start. */
import type { TaskInstance } from '../../core/task.js';
import { createGoalCheck, type GoalCheck } from './check-goal.js';
import { type Commands, createCommands } from './commands.js';
import { type ProfileTexts, profileTexts } from './profile.js';
import { joinList, renderIntroduction } from './render-text.js';
import type { AlfworldRules } from './rules.js';
import type { AlfworldProfile, AlfworldSetup, AlfworldTaskType } from './setup.js';
import { checkInstance } from './setup-schema.js';
import type { Vocabulary } from './vocabulary.js';
import {
  condition,
  type Household,
  type Item,
  type Place,
  type Receptacle,
  type ReceptacleState,
  textsOfUsing,
  type WorldState,
} from './world.js';

/** One game, shared by all its episodes. */
export interface Game {
  readonly profile: AlfworldProfile;
  readonly taskType: AlfworldTaskType;
  readonly texts: ProfileTexts;
  readonly receptacles: readonly Receptacle[];
  readonly commands: Commands;
  readonly goal: GoalCheck;
  readonly introduction: string;
  readonly start: WorldState;
}

/** Builds the game of an instance. Throws a UsageError where it is not one of ALFWorld. */
export function buildGame(instance: TaskInstance, rules: AlfworldRules, vocabulary: Vocabulary): Game {
  const { taskType, setup } = checkInstance(instance);
  const rankOf = rankNames(setup);
  const receptacles = buildReceptacles(setup, rules, rankOf, vocabulary);
  const items = buildItems(setup, rankOf, vocabulary);
  const texts = profileTexts[setup.profile];
  return {
    profile: setup.profile,
    taskType,
    texts,
    receptacles,
    commands: createCommands(texts, receptacles, items, vocabulary),
    goal: createGoalCheck(taskType, setup.goal, receptacles),
    introduction: renderIntroduction(receptacles, instance.goal),
    start: buildStart(setup, receptacles, items),
  };
}

type Ranks = ReadonlyMap<string, number>;

function rankNames(setup: AlfworldSetup): Ranks {
  const names = [...setup.receptacles, ...setup.objects].map(([name]) => name).sort();
  return new Map(names.map((name, rank) => [name, rank]));
}

function buildReceptacles(
  setup: AlfworldSetup,
  rules: AlfworldRules,
  rankOf: Ranks,
  vocabulary: Vocabulary,
): readonly Receptacle[] {
  const places = [...new Set(setup.receptacles.map(([, , location]) => location))];
  return setup.receptacles.map(([name, type, location, openable], index) => {
    const words = vocabulary.learn(name);
    return {
      place: places.indexOf(location),
      index,
      openable: openable === 1,
      heats: rules.heat.includes(type),
      cools: rules.cool.includes(type),
      cleans: rules.clean.includes(type),
      words,
      rank: rankOf.get(name) ?? 0,
      type,
      name: words.text,
      location,
    };
  });
}

function buildItems(setup: AlfworldSetup, rankOf: Ranks, vocabulary: Vocabulary): readonly Item[] {
  const fits = receptacleTypesOf(setup);
  const inner = setup.objects.map((): Item[] => []);
  const items = setup.objects.map(([name, type, flags], order): Item => {
    const words = vocabulary.learn(name);
    return {
      name: words.text,
      words,
      rank: rankOf.get(name) ?? 0,
      type,
      order,
      fits: fits.get(type) ?? new Set(),
      pickupable: flags.includes('p'),
      cleanable: flags.includes('c'),
      heatable: flags.includes('h'),
      coolable: flags.includes('k'),
      toggleable: flags.includes('t'),
      sliceable: flags.includes('s'),
      cuts: type === 'knife' || type === 'butterknife',
      inner: flags.includes('r') ? (inner[order] ?? []) : null,
    };
  });
  const pairs = (setup.inside ?? []).toSorted(([a], [b]) => a - b);
  for (const [innerIndex, outer] of pairs) {
    const item = items[innerIndex];
    if (item) inner[outer]?.push(item);
  }
  return items;
}

/** By object type, the types of the receptacles that it may be put in. */
function receptacleTypesOf({ contains }: AlfworldSetup): ReadonlyMap<string, ReadonlySet<string>> {
  const fits = new Map<string, Set<string>>();
  for (const [receptacleType, objectTypes] of Object.entries(contains)) {
    for (const type of objectTypes.split(' ')) {
      fits.set(type, (fits.get(type) ?? new Set()).add(receptacleType));
    }
  }
  return fits;
}

/** The start: one place for each location with receptacles, and a last one for where the agent stands. */
function buildStart(
  setup: AlfworldSetup,
  receptacles: readonly Receptacle[],
  items: readonly Item[],
): WorldState {
  const contents = receptacles.map((): Item[] => []);
  const locations = [...new Set(receptacles.map(({ location }) => location)), setup.start];
  const itemsAt = new Map(locations.map((location): [number, Item[]] => [location, []]));
  setup.objects.forEach(([, , , inReceptacles, atLocations], order) => {
    const item = items[order];
    if (!item) return;
    for (const index of inReceptacles) contents[index]?.push(item);
    for (const location of atLocations) itemsAt.get(location)?.push(item);
  });
  const states = receptacles.map((receptacle, index): ReceptacleState => {
    return { receptacle, opened: false, contents: contents[index] ?? [], missing: [], examined: null };
  });
  const places = locations.map((location): Place => {
    const here = states.filter(({ receptacle }) => receptacle.location === location);
    const inIdOrder = here.map(({ receptacle }) => receptacle);
    return {
      receptacles: inIdOrder.toSorted((a, b) => a.rank - b.rank),
      items: itemsAt.get(location) ?? [],
      facing: joinList(inIdOrder.map(({ name }) => name)),
      using: textsOfUsing(here),
      looked: null,
    };
  });
  const household: Household = {
    receptacles: states,
    places,
    conditions: setup.objects.map(([, , flags]) => (flags.includes('f') ? condition.cool : 0)),
    arrivals: receptacles.map(() => null),
    listings: places.map(() => null),
  };
  return { here: places.length - 1, held: null, household };
}
