/** Builds a game that can be played from its setup: things with their names ranked, and the state of the start. */
import type { TaskInstance } from '../../core/task.js';
import { createGoalCheck, type GoalCheck } from './check-goal.js';
import { type Commands, createCommands } from './commands.js';
import { createReceptacleKind, type ItemKinds, type ReceptacleKind } from './kinds.js';
import { type ProfileTexts, profileTexts } from './profile.js';
import { renderIntroduction } from './render-text.js';
import type { AlfworldRules } from './rules.js';
import type { AlfworldProfile, AlfworldSetup, AlfworldTaskType } from './setup.js';
import type { CheckedSetup } from './setup-schema.js';
import type { Vocabulary } from './vocabulary.js';
import {
  condition,
  type Item,
  type Place,
  type Receptacle,
  type ReceptacleState,
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

/** What the games of a world share. */
export interface SharedParts {
  readonly rules: AlfworldRules;
  readonly itemKinds: ItemKinds;
  readonly vocabulary: Vocabulary;
}

/** Builds the game of an instance. */
export function buildGame(
  { goal: task }: TaskInstance,
  { taskType, setup }: CheckedSetup,
  shared: SharedParts,
): Game {
  const receptacles = buildReceptacles(setup, shared);
  const byName = receptacles.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const items = buildItems(setup, shared);
  const texts = profileTexts[setup.profile];
  return {
    profile: setup.profile,
    taskType,
    texts,
    receptacles,
    commands: createCommands(texts, byName, items, shared.vocabulary),
    goal: createGoalCheck(taskType, setup.goal, receptacles),
    introduction: renderIntroduction(receptacles, task),
    start: buildStart(setup, receptacles, byName, items),
  };
}

function buildReceptacles(setup: AlfworldSetup, { rules, vocabulary }: SharedParts): readonly Receptacle[] {
  const places = placesOf(setup);
  const kinds = new Map<string, ReceptacleKind>();
  const kindOf = (type: string): ReceptacleKind => {
    const kind = kinds.get(type) ?? createReceptacleKind(type, setup.contains[type] ?? '', rules);
    kinds.set(type, kind);
    return kind;
  };
  return setup.receptacles.map(([name, type, location, openable], index) => {
    const words = vocabulary.learn(name);
    return {
      place: places.indexOf(location),
      index,
      openable: openable === 1,
      kind: kindOf(type),
      words,
      name: words.text,
      location,
    };
  });
}

/** The locations in the order of their places: those with receptacles, and last where the agent stands at the start. */
function placesOf({ receptacles, start }: AlfworldSetup): readonly number[] {
  return [...new Set(receptacles.map(([, , location]) => location)), start];
}

function buildItems(setup: AlfworldSetup, { itemKinds, vocabulary }: SharedParts): readonly Item[] {
  const items = setup.objects.map(([name, type, flags], order): Item & { readonly inner: Item[] | null } => {
    const words = vocabulary.learn(name);
    const kind = itemKinds(type, flags);
    return { name: words.text, words, order, kind, inner: kind.isVessel ? [] : null };
  });
  const pairs = (setup.inside ?? []).toSorted(([a], [b]) => a - b);
  for (const [inner, outer] of pairs) items[outer]?.inner?.push(items[inner] as Item);
  return items;
}

interface NewPlace extends Place {
  readonly receptacles: Receptacle[];
  readonly items: Item[];
}

function buildStart(
  setup: AlfworldSetup,
  receptacles: readonly Receptacle[],
  byName: readonly Receptacle[],
  items: readonly Item[],
): WorldState {
  const locations = placesOf(setup);
  const places = locations.map(
    (): NewPlace => ({ receptacles: [], items: [], using: null, looked: null, listed: null }),
  );
  for (const receptacle of byName) places[receptacle.place]?.receptacles.push(receptacle);
  const contents = receptacles.map((): Item[] => []);
  setup.objects.forEach(([, , , inReceptacles, atLocations], order) => {
    const item = items[order] as Item;
    for (const index of inReceptacles) contents[index]?.push(item);
    for (const location of atLocations) places[locations.indexOf(location)]?.items.push(item);
  });
  return {
    here: places.length - 1,
    held: null,
    receptacles: receptacles.map((receptacle, index): ReceptacleState => {
      return {
        receptacle,
        opened: false,
        contents: contents[index] ?? [],
        missing: [],
        examined: null,
      };
    }),
    places,
    conditions: items.map(({ kind }) => (kind.isColdAtStart ? condition.cool : 0)),
    arrivals: receptacles.map(() => null),
  };
}
