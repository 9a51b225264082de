import type { Episode } from '../core/episode.js';
import { type RolloutSettings, type RolloutTask, rollout } from './rollout.js';

/**
 * Plays one instance until it is won, as often as the agent tries at most; what it learned from a trial is known to the
 * next. Gives the episodes in order: the last one tells how the instance went. A trial that ends in an error is the last.
 */
export async function rolloutTrials(
  settings: RolloutSettings,
  task: Omit<RolloutTask, 'trial' | 'memory' | 'another'>,
): Promise<readonly Episode[]> {
  const { trials = 1 } = settings.agent.retry ?? {};
  const episodes: Episode[] = [];
  for (let trial = 0; trial < trials; trial++) {
    const suffix = trial === 0 ? '' : `/trial-${trial}`;
    const episode = await rollout(settings, {
      ...task,
      episodeId: `${task.episodeId}${suffix}`,
      seedScope: `${task.seedScope}${suffix}`,
      trial,
      memory: episodes.flatMap(({ memory = '' }) => (memory === '' ? [] : [memory])),
      another: trial + 1 < trials,
    });
    episodes.push(episode);
    if (episode.outcome.kind === 'success' || episode.outcome.kind === 'error') break;
  }
  return episodes;
}
