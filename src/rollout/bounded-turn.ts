import type { Turn } from '../core/environment.js';
import type { Clock } from '../util/clock.js';
import type { MaybePromise } from '../util/maybe-promise.js';

/** Most characters of an observation: far above any that a model could read. */
const mostCharacters = 5_000_000;
/** Longest that a world may take for one answer. */
const mostMilliseconds = 600_000;

/**
 * The answer of a world that keeps to bounds. Throws an Error for one that is no text or too long, and rejects when a
 * world that has to ask elsewhere does not answer in time.
 */
export async function boundedTurn(step: () => MaybePromise<Turn>, clock: Clock): Promise<Turn> {
  const turn = await boundedAnswer(step, clock);
  const { observation } = turn;
  if (typeof observation !== 'string') throw new Error('the observation is no text');
  if (observation.length <= mostCharacters) return turn;
  throw new Error(
    `the observation has ${observation.length} characters; at most ${mostCharacters} are taken`,
  );
}

/** An answer of a world, of whatever kind. Rejects when one that has to ask elsewhere does not answer in time. */
export async function boundedAnswer<T>(ask: () => MaybePromise<T>, clock: Clock): Promise<T> {
  const answer = ask();
  return answer instanceof Promise ? inTime(answer, clock) : answer;
}

async function inTime<T>(answer: Promise<T>, clock: Clock): Promise<T> {
  const timer = new AbortController();
  const late = clock.sleep(mostMilliseconds, timer.signal).then(() => {
    throw new Error(`no answer within ${mostMilliseconds / 1000} s`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    timer.abort(new Error('answered'));
    late.catch(() => {});
  }
}
