/** Whether a state fulfils the goal. It is asked of the state alone: what was reached can be lost again. */
import type { AlfworldSetup, AlfworldTaskType } from './setup.js';
import {
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
  isWon(state: WorldState): boolean;
  /** Whether it matters where the agent is, beside what it holds and what became of things. */
  readonly watchesPlace: boolean;
}

/** The check for a task type and the types its goal names. */
export function createGoalCheck(
  taskType: AlfworldTaskType,
  goal: AlfworldSetup['goal'],
  receptacles: readonly Receptacle[],
): GoalCheck {
  if (taskType === 'light') return { watchesPlace: true, isWon: (state) => isInLight(state, goal) };
  const targets = receptacles.filter(({ kind }) => kind.type === goal.receptacle).map(({ index }) => index);
  const wanted = taskType === 'two' ? 2 : 1;
  const isReady = readiness[taskType];
  const isFilled = (state: WorldState, target: number) => {
    const ready = state.receptacles[target]?.contents.filter(
      (item) => item.kind.type === goal.object && isReady(item, conditionsOf(state, item)),
    );
    return ready !== undefined && ready.length >= wanted;
  };
  return {
    watchesPlace: false,
    isWon: (state) => targets.some((target) => isFilled(state, target)),
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
