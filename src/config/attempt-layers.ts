import type { ModelMiddleware } from '../core/model.js';
import { type CallPause, createOutage, createRetry } from '../models/index.js';

/** Told when a server is waited for, and when it answers again. */
export type OnOutage = (change: { readonly waiting: boolean; readonly message: string }) => void;

/** How patient the models of a config are. */
export interface Patience {
  readonly attempts: number;
  readonly maxPauseSeconds: number;
  readonly outageSeconds: number;
}

/** Attempts in a row, of any calls, that fail before the server counts as gone. */
const failuresOfOutage = 5;

/** The layers that try again, and that wait for a server that is gone. `seed` draws the pauses. */
export function createAttemptLayers(
  { attempts, maxPauseSeconds, outageSeconds }: Patience,
  seed: number,
  told: { readonly onOutage: OnOutage; readonly onPause?: (pause: CallPause) => void },
): readonly [retry: ModelMiddleware, outage: ModelMiddleware] {
  const longest = maxPauseSeconds * 1000;
  const retry = createRetry({
    attempts,
    seed,
    capMilliseconds: Math.min(longest, 8000),
    maxRetryAfterSeconds: maxPauseSeconds,
    ...(told.onPause ? { onPause: told.onPause } : {}),
  });
  const outage = createOutage({
    failures: Math.min(attempts, failuresOfOutage),
    patienceSeconds: outageSeconds,
    capMilliseconds: Math.min(longest, 30_000),
    onChange: told.onOutage,
  });
  return [retry, outage];
}
