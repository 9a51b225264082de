export type { EpisodeLimits } from '../core/episode-task.js';
export { type RolloutSettings, type RolloutTask, rollout } from './rollout.js';
export { rolloutTrials } from './rollout-trials.js';
