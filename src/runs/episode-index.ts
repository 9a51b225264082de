/** The episodes of a run that have ended, and all else that has happened once and for all. */
import type { RunEvent } from '../core/event.js';
import type { Place } from './call-index.js';
import { idOf } from './event-id.js';

type IterationEnd = Extract<RunEvent, { type: 'iteration-end' }>;
type EpisodeEnd = Extract<RunEvent, { type: 'episode-end' }>;

/** An index of what has happened. `keepErrors`: an episode that ended in an infrastructure error has ended for good. */
export function createEpisodeIndex(keepErrors: boolean, onEnd: (episodeId: string) => void) {
  const places = new Map<string, Place>();
  const known = new Set<string>();
  const steps = new Map<string, number>();
  const failed = new Map<string, { readonly place: Place; readonly taskType: string }>();
  const unsettled: IterationEnd[] = [];

  const settleEpisode = (id: string, place: Place) => {
    places.set(id, place);
    known.add(`episode-end ${id}`);
    for (let step = steps.get(id) ?? 0; step > 0; step--) known.delete(`step ${id} ${step}`);
    steps.delete(id);
    onEnd(id);
  };
  const settleBatch = (event: IterationEnd) => {
    const { taskType, iteration } = event;
    known.add(idOf(event) ?? '');
    for (const [id, error] of failed) {
      if (error.taskType === taskType && id.includes(`train/${iteration}/`)) settleEpisode(id, error.place);
    }
  };
  return {
    places,
    known,
    ended: ({ episode }: EpisodeEnd, place: Place) => {
      if (episode.outcome.kind === 'error' && !keepErrors) {
        failed.set(episode.id, { place, taskType: episode.taskType });
        return;
      }
      failed.delete(episode.id);
      settleEpisode(episode.id, place);
    },
    iterationEnded: (event: IterationEnd) => unsettled.push(event),
    /**
     * A plan was made from what there was of a batch, and the server has answered since: that is how it stays. Where it
     * has not, the batch may have ended because the server was gone.
     */
    answered: () => {
      for (const batch of unsettled.splice(0)) settleBatch(batch);
    },
    resumed: () => {
      unsettled.length = 0;
    },
    happened: (event: RunEvent) => {
      const id = idOf(event);
      // What was measured with errors is measured again.
      if (id !== null && !(event.type === 'evaluation-end' && event.errors > 0)) known.add(id);
      if (event.type === 'episode-step') steps.set(event.episodeId, event.step);
    },
  };
}
