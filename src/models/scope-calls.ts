import type { ChatModel, Purpose, Sampling } from '../core/model.js';
import { seedFrom } from '../util/random.js';

/** A part of a run whose calls are numbered on their own, for example one episode. */
export interface CallScope {
  /** Unique within the run, for example `train/0/heat-17`. */
  readonly scope: string;
  /** The run's seed. */
  readonly seed: number;
  /** Labels the seeds in place of `scope`, where two scopes shall draw alike (paired comparisons). */
  readonly seedScope?: string;
  /** Used where a request says nothing itself. */
  readonly sampling?: Sampling;
}

/**
 * The model with each call given its id `<scope>/<purpose>/<n>`, n counting from 0 per purpose, and a sampling
 * seed made from run seed, scope, purpose and n: so a call's draw does not depend on what else runs. A request's
 * own id, seed and sampling win.
 */
export function scopeCalls(model: ChatModel, options: CallScope): ChatModel {
  const { scope, seed, seedScope = scope, sampling } = options;
  const counters = new Map<Purpose, number>();
  return {
    id: model.id,
    complete: (request) => {
      const { purpose } = request;
      const n = counters.get(purpose) ?? 0;
      counters.set(purpose, n + 1);
      return model.complete({
        callId: `${scope}/${purpose}/${n}`,
        ...request,
        sampling: { ...sampling, seed: seedFrom(seed, seedScope, purpose, n), ...request.sampling },
      });
    },
  };
}
