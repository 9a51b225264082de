/**
 * Whether the goal is fulfilled: a property of the state, so that what was reached can be lost again. The command that
 * led there only saves looking where nothing can have changed.
 */
import type { AlfworldSetup, AlfworldTaskType } from './setup.js';
import {
  type Command,
  condition,
  conditionsOf,
  currentPlace,
  type Item,
  type Receptacle,
  stateOf,
  type WorldState,
} from './world.js';

/** A goal that states can be asked for. */
export interface GoalCheck {
  /** Whether it is fulfilled in a state, given the command that led to it and whether it was fulfilled before that. */
  isWon(state: WorldState, command: Command, before: boolean): boolean;
  /** Whether all commands matter, and not just those that put things somewhere or change them. */
  readonly watchesAll: boolean;
}

/** Whether a command puts a thing somewhere or changes it: what is treated in hand may still be listed elsewhere. */
export function movesThings({ kind }: Command): boolean {
  return kind === 'place' || kind === 'clean' || kind === 'heat' || kind === 'cool';
}

/** The check for a task type and the types its goal names, in a game that begins with `start`. */
export function createGoalCheck(
  taskType: AlfworldTaskType,
  goal: AlfworldSetup['goal'],
  receptacles: readonly Receptacle[],
  start: WorldState,
): GoalCheck {
  if (taskType === 'light') return { watchesAll: true, isWon: (state) => isInLight(state, goal) };
  const targets = receptacles.filter(({ kind }) => kind.type === goal.receptacle);
  const wanted = taskType === 'two' ? 2 : 1;
  const isReady = readiness[taskType];
  const isFilled = (state: WorldState, target: Receptacle) => {
    let ready = 0;
    for (const item of stateOf(state, target).contents)
      if (item.kind.type === goal.object && isReady(item, conditionsOf(state, item))) ready++;
    return ready >= wanted;
  };
  const holds = (state: WorldState) => targets.some((target) => isFilled(state, target));
  if (holds(start)) return { watchesAll: true, isWon: holds };
  return {
    watchesAll: false,
    isWon: (state, command, before) => {
      if (before || command.kind !== 'place') return holds(state);
      return command.receptacle.kind.type === goal.receptacle && isFilled(state, command.receptacle);
    },
  };
}

/** The object is in hand, and a lamp here was switched on. */
function isInLight(state: WorldState, goal: AlfworldSetup['goal']): boolean {
  if (state.held?.kind.type !== goal.object) return false;
  const isLit = (item: Item) =>
    item.kind.type === goal.lamp &&
    item.kind.toggleable &&
    (conditionsOf(state, item) & condition.toggled) !== 0;
  return currentPlace(state).receptacles.some((each) => stateOf(state, each).contents.some(isLit));
}

/** What an object in the target must be besides being there. */
const readiness: Readonly<
  Record<Exclude<AlfworldTaskType, 'light'>, (item: Item, conditions: number) => boolean>
> = {
  pick: () => true,
  two: () => true,
  clean: (item, conditions) => item.kind.cleanable && (conditions & condition.clean) !== 0,
  heat: (item, conditions) => item.kind.heatable && (conditions & condition.hot) !== 0,
  cool: (item, conditions) => item.kind.coolable && (conditions & condition.cool) !== 0,
};
