import type { TaskInstance } from '../../core/task.js';
import { createRandom } from '../../util/random.js';
import { solve } from './expert.js';
import { drawGoal, roomsOfTask } from './household-goals.js';
import { createLayout, type Layout, layoutFingerprint } from './household-layout.js';
import { placeThings } from './household-placement.js';
import type { RoomName } from './household-rooms.js';
import { type AlfworldSetup, type AlfworldTaskType, taskTypes } from './setup.js';

/** The splits of a generated suite. */
export const householdSplits = ['train', 'validation', 'held-out'] as const;
/** One of the splits of a generated suite. */
export type HouseholdSplit = (typeof householdSplits)[number];

/** A task to be set in a household. */
export interface HouseholdTask {
  readonly id: string;
  readonly taskType: AlfworldTaskType;
}

/** One household: a room whose furniture stays while its things are placed anew for each task. */
export interface HouseholdOptions {
  readonly seed: number;
  readonly room: RoomName;
  readonly tasks: readonly HouseholdTask[];
  /** `train` unless given. */
  readonly split?: HouseholdSplit;
  /** Number of the household among those of its split and kind of room; 0 unless given. */
  readonly home?: number;
  /** Fingerprints of layouts that are taken; the new one is added. */
  readonly taken?: Set<string>;
}

/** How many tasks of each type a generated suite holds. */
export interface GeneratedSuiteOptions {
  readonly seed: number;
  readonly perType?: Readonly<Partial<Record<HouseholdSplit, number>>>;
}

/** Tasks of each type per split where nothing else is asked. */
export const defaultPerType: Readonly<Record<HouseholdSplit, number>> = {
  train: 24,
  validation: 8,
  'held-out': 40,
};

/** As many as in ALFWorld's fullest room. */
const mostThings = 73;

/**
 * A suite of our own games in ALFWorld's form: three splits that share no layout. All can be won, and none is
 * won at the start. The same options give the same instances.
 */
export function generateSuite({ seed, perType = {} }: GeneratedSuiteOptions): readonly TaskInstance[] {
  const taken = new Set<string>();
  return householdSplits.flatMap((split) => {
    const count = perType[split] ?? defaultPerType[split];
    const households = assignTasks(split, count);
    const instances = households.flatMap((household) => generateHousehold({ ...household, seed, taken }));
    const byId = new Map(instances.map((instance) => [instance.id, instance]));
    return taskIds(split, count).flatMap(({ id }) => byId.get(id) ?? []);
  });
}

/** One household's tasks. Throws a RangeError where a task type does not belong in the room. */
export function generateHousehold(options: HouseholdOptions): readonly TaskInstance[] {
  const { seed, room, tasks, split = 'train', home = 0, taken = new Set() } = options;
  const layout = createNewLayout(room, [seed, split, room, home], taken);
  return tasks.map((task) => createInstance(task, layout, split, seed));
}

function createNewLayout(room: RoomName, labels: readonly (string | number)[], taken: Set<string>): Layout {
  for (let attempt = 0; ; attempt++) {
    const layout = createLayout(room, createRandom('household-layout', ...labels, attempt));
    const fingerprint = layoutFingerprint(layout);
    if (taken.has(fingerprint)) continue;
    taken.add(fingerprint);
    return layout;
  }
}

/** Draws goals and places until the game can be won, but is not yet: most often the first draw will do. */
function createInstance(
  { id, taskType }: HouseholdTask,
  layout: Layout,
  split: HouseholdSplit,
  seed: number,
): TaskInstance {
  for (let attempt = 0; ; attempt++) {
    const random = createRandom('household-task', seed, id, attempt);
    const goal = drawGoal(taskType, layout, random);
    const { start, receptacles } = layout;
    const placement = placeThings(layout, goal.needs, random);
    const setup: AlfworldSetup = { profile: '2.1.3', start, goal: goal.target, receptacles, ...placement };
    const solution = solve(taskType, setup);
    if (solution !== null && solution.length > 0 && setup.objects.length <= mostThings)
      return { id, environment: 'alfworld', taskType, split, goal: goal.sentence, setup };
  }
}

function taskIds(split: HouseholdSplit, count: number): readonly (HouseholdTask & { index: number })[] {
  return taskTypes.flatMap((taskType) =>
    Array.from({ length: count }, (_, index) => ({
      id: `${taskType}-${split}-${String(index).padStart(3, '0')}`,
      taskType,
      index,
    })),
  );
}

/** Deals a split's tasks out to half as many homes of each kind of room as there are tasks of a type. */
function assignTasks(split: HouseholdSplit, count: number): readonly Omit<HouseholdOptions, 'seed'>[] {
  const homes = Math.ceil(count / 2);
  const households = new Map<
    string,
    { room: RoomName; home: number; split: HouseholdSplit; tasks: HouseholdTask[] }
  >();
  for (const { id, taskType, index } of taskIds(split, count)) {
    const choice = roomsOfTask[taskType];
    const room = choice[index % choice.length] as RoomName;
    const home = Math.floor(index / choice.length) % homes;
    const key = `${room} ${home}`;
    const household = households.get(key) ?? { room, home, split, tasks: [] };
    household.tasks.push({ id, taskType });
    households.set(key, household);
  }
  return [...households.values()];
}
