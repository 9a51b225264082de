import type { Random } from '../../util/random.js';
import { pickWeighted } from '../../util/weighted.js';
import type { Layout } from './household-layout.js';
import type { PlacementNeeds } from './household-placement.js';
import { type RoomName, rooms } from './household-rooms.js';
import { kindOfThing, mayHold } from './household-things.js';
import type { AlfworldSetup, AlfworldTaskType } from './setup.js';

/** What a household's task asks for, before its things are placed. */
export interface HouseholdGoal {
  readonly taskType: AlfworldTaskType;
  readonly target: AlfworldSetup['goal'];
  /** The task as ALFWorld words it. */
  readonly sentence: string;
  readonly needs: PlacementNeeds;
}

/** Rooms where each task type is set, in turn; a room named twice comes twice as often. */
export const roomsOfTask: Readonly<Record<AlfworldTaskType, readonly RoomName[]>> = {
  pick: ['kitchen', 'livingroom', 'bathroom', 'bedroom'],
  light: ['bedroom', 'livingroom'],
  clean: ['kitchen', 'kitchen', 'kitchen', 'bathroom'],
  heat: ['kitchen'],
  cool: ['kitchen'],
  two: ['bathroom', 'kitchen', 'bedroom', 'livingroom'],
};

/** The flag that a thing must have for a task type, beyond being pickupable. */
const flagOfTask: Readonly<Partial<Record<AlfworldTaskType, string>>> = { clean: 'c', heat: 'h', cool: 'k' };
/** The receptacle that does the work is never where the thing must end up. */
const applianceOfTask: Readonly<Partial<Record<AlfworldTaskType, string>>> = {
  clean: 'sinkbasin',
  heat: 'microwave',
  cool: 'fridge',
};
/** A goal that one would set in a real household is so much likelier than an odd one. */
const usualWeight = 3;
/** Share of `two` tasks where one of the two may lie in place already. */
const halfDoneShare = 0.3;
const lamp = 'desklamp';

type Wording = (object: string, place: string) => string;

/** The two ways ALFWorld words each task type. */
const wordings: Readonly<Record<AlfworldTaskType, readonly [Wording, Wording]>> = {
  pick: [
    (object, place) => `put a ${object} in ${place}.`,
    (object, place) => `put some ${object} on ${place}.`,
  ],
  light: [
    (object, place) => `look at ${object} under the ${place}.`,
    (object, place) => `examine the ${object} with the ${place}.`,
  ],
  clean: [
    (object, place) => `put a clean ${object} in ${place}.`,
    (object, place) => `clean some ${object} and put it in ${place}.`,
  ],
  heat: [
    (object, place) => `put a hot ${object} in ${place}.`,
    (object, place) => `heat some ${object} and put it in ${place}.`,
  ],
  cool: [
    (object, place) => `put a cool ${object} in ${place}.`,
    (object, place) => `cool some ${object} and put it in ${place}.`,
  ],
  two: [
    (object, place) => `put two ${object} in ${place}.`,
    (object, place) => `find two ${object} and put them in ${place}.`,
  ],
};

/** Draws a goal that the room can serve. Throws a RangeError where the room is not one of the task type's. */
export function drawGoal(taskType: AlfworldTaskType, layout: Layout, random: Random): HouseholdGoal {
  const objects = goalObjects(taskType, layout.room);
  if (!roomsOfTask[taskType].includes(layout.room) || objects.length === 0)
    throw new RangeError(`no ${taskType} task in a ${layout.room}`);
  const object = random.pick(objects);
  const wording = random.pick(wordings[taskType]);
  if (taskType === 'light') {
    const needs = { type: object, least: 1 };
    return { taskType, target: { object, lamp }, sentence: wording(object, lamp), needs };
  }
  const receptacle = drawTarget(taskType, object, layout, random);
  return {
    taskType,
    target: { object, receptacle },
    sentence: wording(object, receptacle),
    needs: needsOf(taskType, object, receptacle, random),
  };
}

function goalObjects(taskType: AlfworldTaskType, room: RoomName): readonly string[] {
  const least = taskType === 'two' ? 2 : 1;
  return Object.entries(rooms[room].things)
    .filter(([type, [, most]]) => {
      const { flags } = kindOfThing(type);
      return flags.includes('p') && flags.includes(flagOfTask[taskType] ?? 'p') && most >= least;
    })
    .map(([type]) => type);
}

function drawTarget(taskType: AlfworldTaskType, object: string, layout: Layout, random: Random): string {
  const types = [...new Set(layout.receptacles.map(([, type]) => type))];
  const fitting = types.filter((type) => mayHold(type, object) && type !== applianceOfTask[taskType]);
  const { places } = kindOfThing(object);
  const target = pickWeighted(random, fitting, (type) => (places[type] === undefined ? 1 : usualWeight));
  if (target === undefined) throw new RangeError(`nothing in the ${layout.room} holds a ${object}`);
  return target;
}

function needsOf(
  taskType: AlfworldTaskType,
  type: string,
  receptacle: string,
  random: Random,
): PlacementNeeds {
  if (taskType === 'pick') return { type, least: 1, keepOut: { receptacle, most: 0 } };
  if (taskType === 'cool') return { type, least: 1, warm: type };
  if (taskType !== 'two') return { type, least: 1 };
  const most = random.chance(halfDoneShare) ? 1 : 0;
  return { type, least: 2, keepOut: { receptacle, most } };
}
