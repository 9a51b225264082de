import { anySignal } from './abort.js';

/** Something to do that ends early, by rejecting, when its signal is aborted. */
type Task<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Does two things at the same time. When one fails, the other is told to stop, and when both have ended the first
 * failure is passed on: no work goes on unseen.
 */
export async function runTogether<First, Second>(
  signal: AbortSignal | undefined,
  first: Task<First>,
  second: Task<Second>,
): Promise<readonly [First, Second]> {
  const stop = new AbortController();
  const either = anySignal(signal, stop.signal);
  const failures: unknown[] = [];
  const guard = async <Result>(task: Task<Result>): Promise<Result | undefined> => {
    try {
      return await task(either);
    } catch (error) {
      failures.push(error);
      stop.abort(error);
      return undefined;
    }
  };
  const results = await Promise.all([guard(first), guard(second)]);
  if (failures.length > 0) throw failures[0];
  return results as [First, Second];
}
