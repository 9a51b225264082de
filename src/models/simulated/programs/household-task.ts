import type { SimulatedProfile } from '../profiles.js';
import type { Goal } from '../read-goal.js';
import type { Lessons } from './learn-from-programs.js';
import type { Progress } from './read-progress.js';

/** All that a program for a household job rests on. */
export interface HouseholdTask {
  readonly goal: Goal;
  readonly lessons: Lessons;
  readonly progress: Progress;
  readonly placing: 'move' | 'put';
  readonly profile: SimulatedProfile;
  readonly temperature: number;
  /** Draws that are the same for the same conversation: a number in [0, 1) for a label. */
  readonly habit: (label: string) => number;
  /** Most places that a list may name. */
  readonly mostPlaces: number;
}
