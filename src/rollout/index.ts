export { type EpisodeLimits, type RolloutSettings, type RolloutTask, rollout } from './rollout.js';
export { rolloutTrials } from './rollout-trials.js';
