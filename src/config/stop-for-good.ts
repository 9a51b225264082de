import { BudgetError, ModelError, messageOf, OutageError, UsageError } from '../core/errors.js';
import type { ModelMiddleware } from '../core/model.js';

/** Calls that fail one after another, each sent after the one before had failed, until no more are sent. */
const failuresInARow = 3;

/**
 * Once a call has failed with what must stop the run (the budget is reached, a setting is wrong, the server is gone), no
 * other call of these models is sent: it fails in the same way. Calls under way come to their end, so that they are
 * counted. A key that is refused stops the run at once. So do calls that fail one after another for whatever reason, or a
 * run would count errors for hours; calls that were under way together count once, as a batch may well reach the limit of
 * a model's context at the same time. A model that refuses to answer is there: that stops nothing.
 */
export function createStopForGood(): ModelMiddleware {
  let stopped: Error | undefined;
  let failures = 0;
  /** What a failure means for the run; `before` is the number of failures in a row when the call was sent. */
  const judge = (error: unknown, before: number): unknown => {
    if (!(error instanceof ModelError)) return error;
    if (isShutOut(error))
      return new OutageError(
        `the server lets us in no longer: ${error.message}; see to the key and the account`,
      );
    if (error.code === 'refusal') failures = 0;
    else if (failures === before) failures++;
    if (failures < failuresInARow) return error;
    return new OutageError(`${failures} model calls in a row failed; the last: ${messageOf(error)}`);
  };
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      if (stopped) throw stopped;
      const before = failures;
      try {
        const reply = await model.complete(request);
        // What was had before says nothing of the server.
        if (!reply.fromCache) failures = 0;
        return reply;
      } catch (thrown) {
        const error = judge(thrown, before);
        if (error instanceof BudgetError || error instanceof OutageError || error instanceof UsageError)
          stopped ??= error;
        throw error;
      }
    },
  });
}

/** The key was revoked, or the account is used up: no call will be answered until somebody has seen to it. */
function isShutOut({ code, retryable }: ModelError): boolean {
  return code === 'authentication' || (code === 'rate-limit' && !retryable);
}
