import { BudgetError, ModelError, messageOf, OutageError, UsageError } from '../core/errors.js';
import type { ModelMiddleware } from '../core/model.js';

/** Calls that fail one after another, each after all its attempts, until the server is taken to be gone. */
const failuresInARow = 24;

/**
 * Once a call has failed with what must stop the run (the budget is reached, a setting is wrong), no other call of
 * these models is sent: it fails in the same way. Calls under way come to their end, so that they are counted. A
 * server that has stopped answering is such a reason too, or a run would spend hours on counting errors.
 */
export function createStopForGood(): ModelMiddleware {
  let stopped: { readonly by: unknown } | undefined;
  let failures = 0;
  const judge = (error: unknown): unknown => {
    failures = error instanceof ModelError && error.retryable ? failures + 1 : 0;
    if (failures < failuresInARow) return error;
    const problem = `${failures} model calls in a row failed; the last: ${messageOf(error)}`;
    return new UsageError(problem, 'see to the server, then go on from the newest plan with --set plan=FILE');
  };
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      if (stopped) throw stopped.by;
      try {
        const reply = await model.complete(request);
        failures = 0;
        return reply;
      } catch (thrown) {
        const error = judge(thrown);
        if (error instanceof BudgetError || error instanceof OutageError || error instanceof UsageError)
          stopped ??= { by: error };
        throw error;
      }
    },
  });
}
