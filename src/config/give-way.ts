import type { ModelMiddleware } from '../core/model.js';
import { type Clock, nextTurn, systemClock } from '../util/clock.js';

/** Longest time that calls of a model in this process may keep the process from hearing anything else. */
const turnMilliseconds = 25;

/**
 * For a model that never waits for anything: every now and then all its calls wait together for one turn of the
 * event loop, so that Ctrl+C is heard and the screen is drawn. Aborted calls reject with the signal's reason.
 */
export function createGiveWay(clock: Clock = systemClock, turn = nextTurn): ModelMiddleware {
  let lastTurn = clock.elapsed();
  let pending: Promise<void> | undefined;
  const takeTurn = async () => {
    await turn();
    lastTurn = clock.elapsed();
    pending = undefined;
  };
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      if (pending || clock.elapsed() - lastTurn >= turnMilliseconds) {
        pending ??= takeTurn();
        await pending;
      }
      request.signal?.throwIfAborted();
      return model.complete(request);
    },
  });
}
