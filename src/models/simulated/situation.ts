import { hash53 } from '../../util/hash.js';
import type { Random } from '../../util/random.js';
import { type SpokenAction, typeOf } from './lexicon.js';
import type { SimulatedProfile } from './profiles.js';
import type { Goal } from './read-goal.js';
import type { Memory } from './read-log.js';
import type { Directives, Sighting, Stage } from './read-plan.js';

/** Habits that stay the same through an episode: a number in [0, 1) for a label. */
export type Habit = (label: string) => number;

/** All that a decision rests on. */
export interface Situation {
  readonly goal: Goal;
  readonly memory: Memory;
  /** What the plan says; nothing where the model strays from it at this step. */
  readonly plan: Directives;
  readonly profile: SimulatedProfile;
  readonly temperature: number;
  /** Draws for this request alone. */
  readonly random: Random;
  readonly habit: Habit;
}

/** What the model means to do, and why. */
export interface Intent {
  readonly action: SpokenAction;
  readonly stage: Stage;
  readonly reason: string;
}

/** Habits made from what the episode began with. */
export function createHabits(...labels: readonly string[]): Habit {
  const seed = hash53(labels.join('\u001f'));
  return (label) => hash53(`${seed}\u001f${label}`) / 0x20000000000000;
}

/**
 * Whether observations that spoke against a belief have been taken in. `indices` are the turns that said it;
 * `strength`, in [0, 1], is how firmly it was believed: a mere guess is given up at once, common sense at the fifth
 * time at the latest.
 */
export function heeds({ habit, profile }: Situation, indices: readonly number[], strength: number): boolean {
  const ease = 1 - (1 - profile.heed) * strength;
  return indices.length >= 5 || indices.some((index) => habit(`heed ${index}`) < ease);
}

/** Noise on a preference: none at temperature 0, about one unit at 1. Stable through an episode. */
export function wobble({ temperature, habit }: Situation, label: string): number {
  return temperature === 0
    ? 0
    : -Math.log(-Math.log(Math.min(0.999, Math.max(0.001, habit(label))))) * 0.5 * temperature;
}

/** The item with the highest score; the earlier one on a tie. Null for none. */
export function best<T>(items: readonly T[], score: (item: T) => number): T | null {
  let chosen: T | null = null;
  let highest = -Infinity;
  for (const item of items) {
    const value = score(item);
    if (value <= highest) continue;
    chosen = item;
    highest = value;
  }
  return chosen;
}

/** Places of a type, in the order of their numbers as first listed. */
export function placesOf(memory: Memory, type: string): string[] {
  return memory.rooms.filter((name) => typeOf(name) === type).reverse();
}

/** Things and where they are: seen in this log, or by earlier tries at places that this one has not been to. */
export function knownThings({ memory, plan }: Situation): Sighting[] {
  const seen = [...memory.places].flatMap(([place, { contents }]) =>
    contents.map((object) => ({ object, place })),
  );
  const told = plan.seen.filter(({ object, place }) => {
    const { visits = 0, state = 'unknown' } = memory.places.get(place) ?? {};
    const unseen = visits === 0 || state === 'closed';
    return unseen && !memory.firstSeen.has(object) && memory.rooms.includes(place);
  });
  return [...seen, ...told];
}

/** Whether the model stands at a place. */
export function isAt(memory: Memory, place: string): boolean {
  return memory.here.has(place);
}

/** Whether the same action has failed before. */
export function hasFailed(memory: Memory, action: SpokenAction): boolean {
  return memory.events.some(({ failed, action: tried }) => failed && sameAction(tried, action));
}

/** Whether two actions are the same. */
export function sameAction(a: SpokenAction | null, b: SpokenAction): boolean {
  return a !== null && a.verb === b.verb && a.object === b.object && a.place === b.place;
}
