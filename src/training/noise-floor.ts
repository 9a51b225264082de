/** How much results vary when nothing but the seeds does: the same plan played again on the same instances. */
import { mcnemarExact, meanInterval, pairedT, welchT } from '../stats/index.js';
import { createRandom } from '../util/random.js';

/** Plays of one instance with different seeds: won, lost, or null for an infrastructure error. */
export interface RepeatedPlays {
  readonly instanceId: string;
  readonly won: readonly (boolean | null)[];
}

/** What repeated plays say of luck. What can not be said is null. */
export interface NoiseFloor {
  readonly instances: number;
  readonly repeats: number;
  /** Plays that ended in an error; they are left out. */
  readonly errors: number;
  /** Mean over instances of the share of plays that were won. */
  readonly rate: number | null;
  /** Chance that two plays of one instance differ, over the instances with two plays or more. */
  readonly flipRate: number | null;
  /** Instances that did not always go the same. */
  readonly unsteady: number;
  /** Standard deviation of the rate over these instances that follows from the flips. */
  readonly sd: number | null;
}

/** The noise floor of repeated plays. */
export function measureNoise(plays: readonly RepeatedPlays[]): NoiseFloor {
  const counted = plays.map(({ won }) => ({
    k: won.filter((one) => one !== null).length,
    s: won.filter((one) => one === true).length,
  }));
  const rates = counted.flatMap(({ k, s }) => (k === 0 ? [] : [s / k]));
  const flips = counted.flatMap(({ k, s }) => (k < 2 ? [] : [(2 * s * (k - s)) / (k * (k - 1))]));
  const flipRate = meanInterval(flips).mean;
  return {
    instances: plays.length,
    repeats: Math.max(0, ...plays.map(({ won }) => won.length)),
    errors: plays.reduce((sum, { won }) => sum + won.filter((one) => one === null).length, 0),
    rate: meanInterval(rates).mean,
    flipRate,
    unsteady: counted.filter(({ k, s }) => s > 0 && s < k).length,
    sd: flipRate === null ? null : sdOfRate(flipRate, plays.length),
  };
}

/** Standard deviation of the success rate over `n` instances of which two plays differ with chance `flipRate`. */
export function sdOfRate(flipRate: number, n: number): number | null {
  return n === 0 ? null : Math.sqrt(flipRate / 2 / n);
}

/** How often verdicts find a difference between plays of the same plan, where there is none. */
export interface FalseVerdicts {
  /** Pairs of repeats, each repeat with each other. */
  readonly pairs: number;
  /** Share of pairs with McNemar's p below alpha, and of those in which either would be certified over the other. */
  readonly mcnemar: number | null;
  /** Share of ordered pairs in which the first would be certified: at most half of the above. */
  readonly certified: number | null;
  /** Repeats in each of two groups that are compared as runs; 0 where there are too few repeats. */
  readonly runs: number;
  /** Seeded draws of two groups, and the share with p below alpha. */
  readonly draws: number;
  readonly welch: number | null;
  readonly pairedT: number | null;
}

const draws = 1000;

/** Compares repeats with each other as certify and compare do. The shares are rough: few repeats make many pairs. */
export function countFalseVerdicts(
  plays: readonly RepeatedPlays[],
  alpha: number,
  seed: number,
): FalseVerdicts {
  const repeats = Math.max(0, ...plays.map(({ won }) => won.length));
  const pairs = Array.from({ length: repeats }, (_, i) => i).flatMap((i) =>
    Array.from({ length: repeats - i - 1 }, (_, k) => [i, i + k + 1] as const),
  );
  const found = pairs.filter(([i, k]) => pairP(plays, i, k) < alpha).length;
  const mcnemar = pairs.length === 0 ? null : found / pairs.length;
  return {
    pairs: pairs.length,
    mcnemar,
    certified: mcnemar === null ? null : mcnemar / 2,
    ...compareGroups(ratesOf(plays, repeats), alpha, seed),
  };
}

function pairP(plays: readonly RepeatedPlays[], i: number, k: number): number {
  const count = (a: boolean) => plays.filter(({ won }) => won[i] === a && won[k] === !a).length;
  return mcnemarExact(count(true), count(false));
}

function ratesOf(plays: readonly RepeatedPlays[], repeats: number): number[] {
  return Array.from({ length: repeats }, (_, i) => {
    const won = plays.flatMap((one) => one.won[i] ?? []);
    return won.filter(Boolean).length / Math.max(1, won.length);
  });
}

function compareGroups(rates: readonly number[], alpha: number, seed: number) {
  const runs = Math.floor(rates.length / 2);
  if (runs < 2) return { runs: 0, draws: 0, welch: null, pairedT: null };
  let [byWelch, byPairs] = [0, 0];
  for (let draw = 0; draw < draws; draw++) {
    const shuffled = createRandom('aa', seed, draw).shuffle(rates);
    const [a, b] = [shuffled.slice(0, runs), shuffled.slice(runs, 2 * runs)];
    if ((welchT(a, b).p ?? 1) < alpha) byWelch++;
    if ((pairedT(a, b).p ?? 1) < alpha) byPairs++;
  }
  return { runs, draws, welch: byWelch / draws, pairedT: byPairs / draws };
}
