import type { ImmediateSession } from '../../../src/core/environment.js';
import type { TaskInstance } from '../../../src/core/task.js';
import { type AlfworldOptions, createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import type { AlfworldSetup, AlfworldTaskType } from '../../../src/environments/alfworld/setup.js';

/**
 * A household with one of each rare thing: co-located receptacles, an object in two of them, an object whose
 * location is not its receptacle's, a bathtub that is a sink, a vessel with something inside.
 */
export const smallSetup: AlfworldSetup = {
  profile: '2.1.3',
  start: 1,
  goal: { object: 'apple', receptacle: 'countertop' },
  receptacles: [
    ['bathtubbasin 1', 'sinkbasin', 9, 0],
    ['cabinet 2', 'cabinet', 8, 1],
    ['cabinet 1', 'cabinet', 8, 0],
    ['countertop 1', 'countertop', 7, 0],
    ['desk 1', 'desk', 6, 0],
    ['fridge 1', 'fridge', 5, 1],
    ['microwave 1', 'microwave', 4, 1],
    ['shelf 1', 'shelf', 6, 0],
    ['sinkbasin 1', 'sinkbasin', 3, 0],
    ['toaster 1', 'toaster', 2, 0],
  ],
  objects: [
    ['apple 2', 'apple', 'pchks', [3], [7]],
    ['apple 1', 'apple', 'pchksf', [5], [5]],
    ['bread 1', 'bread', 'phs', [2], [7]],
    ['cd 1', 'cd', 'p', [4, 7], [6]],
    ['desklamp 1', 'desklamp', 't', [4, 7], [6]],
    ['knife 1', 'knife', 'pc', [3], [7]],
    ['mug 1', 'mug', 'pchkr', [2], [8]],
    ['spoon 1', 'spoon', 'pc', [2], [8]],
    ['statue 1', 'statue', '', [7], [6]],
    ['tomato 1', 'tomato', 'pchks', [1], [8]],
    ['window 1', 'window', '', [], [7]],
  ],
  inside: [[7, 6]],
  contains: {
    sinkbasin: 'apple mug tomato knife spoon',
    cabinet: 'mug bread',
    countertop: 'apple bread knife mug spoon tomato cd',
    desk: 'cd mug',
    fridge: 'apple mug tomato',
    microwave: 'apple mug',
    shelf: 'cd',
    toaster: 'bread',
  },
};

/** The small household as an instance, with parts replaced. */
export function smallInstance(
  taskType: AlfworldTaskType = 'pick',
  setup: Partial<AlfworldSetup> = {},
): TaskInstance {
  return {
    id: `small/${taskType}`,
    environment: 'alfworld',
    taskType,
    split: 'train',
    goal: 'put some apple on countertop.',
    setup: { ...smallSetup, ...setup },
  };
}

/** Starts the small household; plain feedback unless asked otherwise. */
export function startSmall(
  taskType: AlfworldTaskType = 'pick',
  setup: Partial<AlfworldSetup> = {},
  options: AlfworldOptions = { feedback: 'plain' },
): ImmediateSession {
  return createAlfworld(options).start(smallInstance(taskType, setup));
}

/** Takes the actions and returns the last observation. */
export function play(session: ImmediateSession, ...actions: readonly string[]): string {
  return actions.reduce((_, action) => session.step(action).observation, '');
}
