import { BudgetError, UsageError } from '../core/errors.js';
import type { ModelMiddleware } from '../core/model.js';

/**
 * Once a call has failed with what must stop the run (the budget is reached, a setting is wrong), no other call of
 * these models is sent: it fails in the same way. Calls under way come to their end, so that they are counted.
 */
export function createStopForGood(): ModelMiddleware {
  let stopped: { readonly by: unknown } | undefined;
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      if (stopped) throw stopped.by;
      try {
        return await model.complete(request);
      } catch (error) {
        if (error instanceof BudgetError || error instanceof UsageError) stopped ??= { by: error };
        throw error;
      }
    },
  });
}
