import type { Episode } from '../core/episode.js';
import { UsageError } from '../core/errors.js';
import { hideSecrets } from '../util/secrets.js';
import { loadConfigOfRun, loadRecord } from './load-run.js';
import { withExternal } from './open-external.js';
import { type ResolvedSuite, resolveSuite } from './resolve-training.js';

/** A recorded step beside what the world answers now. */
export interface ReplayedStep {
  readonly action: string;
  /** What the world answered when it was recorded. */
  readonly observation: string;
  /** What it answers now, where that is something else. */
  readonly now?: string;
}

/** An episode whose actions were taken again. */
export interface ReplayedEpisode {
  readonly episode: Episode;
  /** What the world begins with now, where that is something else. */
  readonly initialNow?: string;
  readonly steps: readonly ReplayedStep[];
  /** Recorded answers that differ, the beginning included. */
  readonly differences: number;
}

/** Takes the actions of a recorded episode again. Rejects with a UsageError where the run has no such episode. */
export async function replayEpisode(folder: string, id: string): Promise<ReplayedEpisode> {
  const { config } = loadConfigOfRun(folder);
  const record = await loadRecord(folder, 'replay');
  try {
    const episode = record.episode(id);
    if (episode === null)
      throw new UsageError(
        `${folder}: has no episode "${id}"`,
        'planwright log verify lists a few; they are named PHASE/INSTANCE',
      );
    return await withExternal(config, async (external) =>
      playAgain(episode, await resolveSuite(config, external)),
    );
  } finally {
    record.close();
  }
}

async function playAgain(episode: Episode, { environment, suite }: ResolvedSuite): Promise<ReplayedEpisode> {
  const instance = suite.instances.find((one) => one.id === episode.instanceId);
  if (instance === undefined)
    throw new UsageError(
      `suite ${suite.name} has no instance "${episode.instanceId}"`,
      'give the same suite',
    );
  const session = await environment.start(instance);
  try {
    const steps: ReplayedStep[] = [];
    for (const { action, observation } of episode.steps) {
      const now = hideSecrets((await session.step(action)).observation);
      steps.push({ action, observation, ...(now === observation ? {} : { now }) });
    }
    const begins = hideSecrets(session.initial.observation);
    const initial = begins === episode.initialObservation ? {} : { initialNow: begins };
    const differences = steps.filter(({ now }) => now !== undefined).length + Object.keys(initial).length;
    return { episode, ...initial, steps, differences };
  } finally {
    session.close?.();
  }
}
