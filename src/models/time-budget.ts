import { BudgetError } from '../core/errors.js';
import type { ModelMiddleware } from '../core/model.js';
import { type Clock, systemClock } from '../util/clock.js';

/**
 * A budget of wall time: after so many seconds from now on no call is sent any more; each rejects with a BudgetError.
 * Calls that are under way come to their end.
 */
export function createTimeBudget(seconds: number, clock: Clock = systemClock): ModelMiddleware {
  const end = clock.elapsed() + seconds * 1000;
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      if (clock.elapsed() >= end) throw new BudgetError(`budget reached: ${seconds} s of wall time are over`);
      return model.complete(request);
    },
  });
}
