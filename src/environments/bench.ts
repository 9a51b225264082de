/** Measures how fast an environment is, the same way for all of them. */
import { median } from 'simple-statistics';
import type { Environment } from '../core/environment.js';
import { UsageError } from '../core/errors.js';
import type { TaskInstance } from '../core/task.js';
import { type Clock, systemClock } from '../util/clock.js';
import { createRandom } from '../util/random.js';

/** What `benchWorld` measured. */
export interface BenchResult {
  /** Median over the slices; resets and the computing of admissible actions are included. */
  readonly stepsPerSecond: number;
  /** Median over the slices of starting episodes and nothing else. */
  readonly resetsPerSecond: number;
  /** Steps taken in all. */
  readonly steps: number;
  /** Instances played. */
  readonly games: number;
}

/** Steps per episode; an episode that reaches its end starts anew within them. */
const episodeLength = 50;
const sliceCount = 5;
/** Instances that are played in turn: with fewer, all fits the processor's caches and every world looks faster. */
export const benchGames = 52;
/** Share of the time that goes to measuring resets alone. */
const resetShare = 0.1;

/**
 * Plays uniformly random admissible actions, given as text, in episodes of 50 steps, in turn over the first 52
 * instances, on this thread, for `seconds` in five slices. Throws a UsageError without instances.
 */
export async function benchWorld(
  environment: Environment,
  instances: readonly TaskInstance[],
  seconds: number,
  clock: Clock = systemClock,
): Promise<BenchResult> {
  const games = instances.slice(0, benchGames);
  if (games.length === 0) throw new UsageError(`bench ${environment.name}: there are no task instances`);
  const random = createRandom('bench', environment.name);
  const playAll = async () => {
    let steps = 0;
    for (const game of games) steps += await playRandomly(environment, game, random.below);
    return steps;
  };
  const resetAll = async () => {
    for (const game of games) await environment.start(game);
    return games.length;
  };
  await playAll();
  const slice = (seconds * 1000) / sliceCount;
  const plays = await measureSlices(playAll, slice * (1 - resetShare), clock);
  const resets = await measureSlices(resetAll, slice * resetShare, clock);
  return {
    stepsPerSecond: median(plays.map(({ rate }) => rate)),
    resetsPerSecond: median(resets.map(({ rate }) => rate)),
    steps: plays.reduce((sum, { count }) => sum + count, 0),
    games: games.length,
  };
}

/** One episode; returns its steps. Waits only for a world that makes it wait. */
async function playRandomly(
  environment: Environment,
  instance: TaskInstance,
  below: (bound: number) => number,
): Promise<number> {
  const started = environment.start(instance);
  const session = started instanceof Promise ? await started : started;
  for (let step = 0; step < episodeLength; step++) {
    const actions = session.admissibleActions();
    const action = actions.length === 0 ? '' : actions[below(actions.length)];
    const answer = session.step(action ?? '');
    const turn = answer instanceof Promise ? await answer : answer;
    if (turn.terminated) return step + 1;
  }
  return episodeLength;
}

async function measureSlices(work: () => Promise<number>, milliseconds: number, clock: Clock) {
  const slices: { readonly count: number; readonly rate: number }[] = [];
  while (slices.length < sliceCount) {
    const begin = clock.elapsed();
    let count = 0;
    let elapsed = 0;
    do {
      count += await work();
      elapsed = clock.elapsed() - begin;
    } while (elapsed < milliseconds);
    slices.push({ count, rate: count / (elapsed / 1000) });
  }
  return slices;
}
