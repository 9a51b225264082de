export { type EpisodeLimits, type RolloutSettings, type RolloutTask, rollout } from './rollout.js';
