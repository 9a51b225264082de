import type { Clock } from './clock.js';

/**
 * For what may be done only so often: says each time whether it may be done now. That is once every `milliseconds` on
 * average; what was not made use of is saved up, for `saved` times at most.
 */
export function createPace(
  { milliseconds, saved }: { readonly milliseconds: number; readonly saved: number },
  clock: Clock,
): () => boolean {
  let next = -Infinity;
  return () => {
    const now = clock.elapsed();
    const due = Math.max(next, now - (saved - 1) * milliseconds);
    if (due > now) return false;
    next = due + milliseconds;
    return true;
  };
}
