/** Builds a game that can be played from its setup: its things, and the state of the start. */
import type { TaskInstance } from '../../core/task.js';
import { createGoalCheck, type GoalCheck } from './check-goal.js';
import type { CheckedSetup } from './check-setup.js';
import { type Commands, createCommands, sortByName } from './commands.js';
import { createReceptacleKind, type ItemKinds, type ReceptacleKind } from './kinds.js';
import { type ProfileTexts, profileTexts } from './profile.js';
import { renderIntroduction } from './render-text.js';
import type { AlfworldRules } from './rules.js';
import type { AlfworldProfile, AlfworldSetup, AlfworldTaskType, ObjectRecord } from './setup.js';
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

/** Builds the game of an instance. Most games are played once or twice: this takes as long as a few steps. */
export function buildGame(
  { goal: task }: TaskInstance,
  { taskType, setup }: CheckedSetup,
  shared: SharedParts,
): Game {
  const locations = placesOf(setup);
  const receptacles = buildReceptacles(setup, locations, shared);
  const items = buildItems(setup, shared);
  const texts = profileTexts[setup.profile];
  const start = buildStart(setup, locations, receptacles, items);
  return {
    profile: setup.profile,
    taskType,
    texts,
    receptacles,
    commands: createCommands(texts, receptacles, items, shared.vocabulary),
    goal: createGoalCheck(taskType, setup.goal, receptacles, start),
    introduction: renderIntroduction(receptacles, task),
    start,
  };
}

/** The locations in the order of their places: those with receptacles, and last where the agent stands at the start. */
function placesOf({ receptacles, start }: AlfworldSetup): readonly number[] {
  const locations: number[] = [];
  for (const record of receptacles) if (!locations.includes(record[2])) locations.push(record[2]);
  locations.push(start);
  return locations;
}

function buildReceptacles(
  setup: AlfworldSetup,
  locations: readonly number[],
  { rules, vocabulary }: SharedParts,
): readonly Receptacle[] {
  const kinds = new Map<string, ReceptacleKind>();
  const kindOf = (type: string): ReceptacleKind => {
    const known = kinds.get(type);
    if (known) return known;
    const kind = createReceptacleKind(type, setup.contains[type] ?? '', rules);
    kinds.set(type, kind);
    return kind;
  };
  return setup.receptacles.map(({ 0: name, 1: type, 2: location, 3: openable }, index) => {
    const words = vocabulary.learn(name);
    return {
      sort: 'receptacle',
      place: locations.indexOf(location),
      index,
      openable: openable === 1,
      kind: kindOf(type),
      words,
      name: words.text,
      location,
    };
  });
}

function buildItems(setup: AlfworldSetup, { itemKinds, vocabulary }: SharedParts): readonly Item[] {
  const items = setup.objects.map(
    ({ 0: name, 1: type, 2: flags }, order): Item & { readonly inner: Item[] | null } => {
      const words = vocabulary.learn(name);
      const kind = itemKinds(type, flags);
      return { sort: 'item', order, kind, words, name: words.text, inner: kind.isVessel ? [] : null };
    },
  );
  const pairs = (setup.inside ?? []).toSorted(([a], [b]) => a - b);
  for (const [inner, outer] of pairs) items[outer]?.inner?.push(items[inner] as Item);
  return items;
}

function buildStart(
  { objects }: AlfworldSetup,
  locations: readonly number[],
  receptacles: readonly Receptacle[],
  items: readonly Item[],
): WorldState {
  const facing: Receptacle[][] = [];
  const lying: Item[][] = [];
  const contents: Item[][] = [];
  for (const receptacle of receptacles) add(facing, receptacle.place, receptacle);
  for (const item of items) {
    const { 3: within, 4: at } = objects[item.order] as ObjectRecord;
    for (const index of within) add(contents, index, item);
    for (const location of at) add(lying, locations.indexOf(location), item);
  }
  return {
    here: locations.length - 1,
    held: null,
    receptacles: receptacles.map(
      (receptacle, index): ReceptacleState => ({
        receptacle,
        opened: false,
        contents: contents[index] ?? nothing,
        missing: nothing,
        examined: null,
        arrived: null,
      }),
    ),
    places: locations.map(
      (_, place): Place => ({
        receptacles: inOrder(facing[place] ?? nothing),
        items: lying[place] ?? nothing,
        using: null,
        looked: null,
        listed: null,
      }),
    ),
    conditions: items.map(({ kind }) => (kind.isColdAtStart ? condition.cool : 0)),
  };
}

/** Most lists are empty, and can be the same one. */
const nothing: readonly never[] = [];

/** Adds to one of some lists, most of which will have no more than one entry: a list that begins with it is no larger. */
function add<Entry>(lists: (Entry[] | undefined)[], index: number, entry: Entry): void {
  const list = lists[index];
  if (list) list.push(entry);
  else lists[index] = [entry];
}

function inOrder(receptacles: readonly Receptacle[]): readonly Receptacle[] {
  return receptacles.length < 2 ? receptacles : sortByName(receptacles);
}
