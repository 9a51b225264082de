import type { Environment } from '../core/environment.js';

/** How a report speaks of the instances of a world. */
export interface InstanceWords {
  readonly plural: Environment['instancesAre'] | 'plays';
  /** What they are when the goal is reached. */
  readonly won: string;
}

/** The words for questions, or for games, as they are called unless it is said. */
export function wordsFor(
  plural: Environment['instancesAre'] = 'games',
): InstanceWords & { readonly plural: Environment['instancesAre'] } {
  return { plural, won: plural === 'questions' ? 'right' : 'won' };
}
