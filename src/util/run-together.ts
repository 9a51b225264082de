import { anySignal } from './abort.js';

/** Something to do that ends early, by rejecting, when its signal is aborted. */
type Task<Result> = (signal: AbortSignal) => Promise<Result>;

/**
 * Does several things at the same time; they begin in the order given. When one fails, the others are told to stop, and
 * when all have ended the first failure is passed on: no work goes on unseen.
 */
export async function runTogether<Results extends readonly unknown[]>(
  signal: AbortSignal | undefined,
  ...tasks: { readonly [Place in keyof Results]: Task<Results[Place]> }
): Promise<Results> {
  const stop = new AbortController();
  const either = anySignal(signal, stop.signal);
  const failures: unknown[] = [];
  const guard = async (task: Task<unknown>): Promise<unknown> => {
    try {
      return await task(either);
    } catch (error) {
      failures.push(error);
      stop.abort(error);
      return undefined;
    }
  };
  const results = await Promise.all(tasks.map(guard));
  if (failures.length > 0) throw failures[0];
  return results as unknown as Results;
}
