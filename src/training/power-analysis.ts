/** What so many instances and runs can find, before they are played. */
import type { Environment } from '../core/environment.js';
import {
  mcnemarPower,
  mcnemarSampleSize,
  pairedDetectableEffect,
  pairedSampleSize,
  welchDetectableEffect,
  welchSampleSize,
} from '../stats/index.js';
import { type NoiseFloor, sdOfRate } from './noise-floor.js';

/** How the baseline does, and how steadily. */
export interface BaselineChances {
  /** Chance that an instance is won. */
  readonly rate: number;
  /** Chance that two plays of one instance with different seeds differ. */
  readonly flipRate: number;
}

/** Chances that a pair is won by the plan alone, and by the baseline alone. */
export interface PairChances {
  readonly onlyPlan: number;
  readonly onlyBaseline: number;
}

/**
 * The pairs of a plan that is better by `effect`, if it wins the same share of what the baseline would have lost on every
 * instance, and both are played with luck of their own; null where the baseline leaves no room for the effect.
 */
export function pairChances({ rate, flipRate }: BaselineChances, effect: number): PairChances | null {
  const room = 1 - rate;
  if (effect > room + 1e-12 || room <= 0) return null;
  const share = Math.min(1, effect / room);
  const onlyBaseline = Math.max(0, (1 - share) * (flipRate / 2));
  return { onlyPlan: Math.min(1 - onlyBaseline, onlyBaseline + effect), onlyBaseline };
}

/** What is asked. */
export interface PowerQuestion {
  /** True difference of the rates that is to be found. */
  readonly effect: number;
  readonly alpha: number;
  /** Chance to find it. */
  readonly power: number;
  /** What p will be multiplied by in a certificate. */
  readonly correctedFor: number;
}

/** What a certificate can find. Null: never, or not known. */
export interface CertifyPower {
  readonly n: number;
  /** Chance that a plan with the effect is certified on `n` instances; null where there is no room for the effect. */
  readonly chance: number | null;
  /** Instances needed to find it with the power asked for; null where there is no room, or 10,000 are too few. */
  readonly instancesNeeded: number | null;
  /** Smallest effect that `n` instances find with that power. */
  readonly detectable: number | null;
}

/** What certify can find on `n` instances. */
export function certifyPower(chances: BaselineChances, n: number, question: PowerQuestion): CertifyPower {
  const { effect, alpha, power, correctedFor } = question;
  const corrected = alpha / correctedFor;
  const pairs = pairChances(chances, effect);
  return {
    n,
    chance: pairs && mcnemarPower(pairs.onlyPlan, pairs.onlyBaseline, n, corrected),
    instancesNeeded:
      pairs && effect > 0 ? mcnemarSampleSize(pairs.onlyPlan, pairs.onlyBaseline, power, corrected) : null,
    detectable: detectableEffect(chances, n, power, corrected),
  };
}

/** Halves the room for an effect until the smallest one that is found is known to a thousandth of a point. */
function detectableEffect(chances: BaselineChances, n: number, power: number, alpha: number): number | null {
  const isFound = (effect: number) => {
    const pairs = pairChances(chances, effect);
    return pairs !== null && mcnemarPower(pairs.onlyPlan, pairs.onlyBaseline, n, alpha) >= power;
  };
  let [below, found] = [0, 1 - chances.rate];
  if (!isFound(found)) return null;
  while (found - below > 1e-5) {
    const middle = (below + found) / 2;
    if (isFound(middle)) found = middle;
    else below = middle;
  }
  return found;
}

/** What an ablation of so many runs in each arm can find, if runs differ by the luck of their episodes alone. */
export interface AblationPower {
  readonly runs: number;
  /** Smallest difference of the means that is found with the power asked for; null where it is not known. */
  readonly paired: number | null;
  readonly welch: number | null;
}

/** The run counts that are told of. */
const runCounts = [3, 5, 8, 10, 20] as const;

/** What ablations can find whose runs are measured on `n` instances; plans differ as well, so more runs are needed. */
export function ablationPower(
  { flipRate }: BaselineChances,
  n: number,
  { effect, alpha, power }: PowerQuestion,
): {
  readonly counts: readonly AblationPower[];
  readonly runsNeeded: { readonly paired: number | null; readonly welch: number | null };
} {
  const sd = sdOfRate(flipRate, n) ?? 0;
  const scaled = (found: number | null, by: number) => (found === null || sd === 0 ? null : found * by);
  const needed = (count: number | null) => (sd === 0 || effect === 0 ? null : count);
  const sdOfPairs = sd * Math.SQRT2;
  return {
    counts: runCounts.map((runs) => ({
      runs,
      paired: scaled(pairedDetectableEffect(runs, power, alpha), sdOfPairs),
      welch: scaled(welchDetectableEffect(runs, runs, power, alpha), sd),
    })),
    runsNeeded: {
      paired: sd === 0 ? null : needed(pairedSampleSize(effect / sdOfPairs, power, alpha)),
      welch: sd === 0 ? null : needed(welchSampleSize(effect / sd, power, alpha)),
    },
  };
}

/** What a part of the work takes. */
export interface WorkCost {
  readonly calls: number;
  readonly tokens: number;
  /** US$; null where a model has no known price. */
  readonly usd: number | null;
}

/** Everything worked out beforehand. What can not be said is null. */
export interface PowerReport extends PowerQuestion {
  /** Plans that were measured on the held-out split up to now. */
  readonly triedBefore: number;
  readonly taskTypes: readonly {
    readonly taskType: string;
    /** Held-out instances. */
    readonly heldOut: number;
    /** Of the pilot; null without one. */
    readonly noise: NoiseFloor | null;
    readonly chances: BaselineChances | null;
    readonly certify: CertifyPower | null;
    readonly ablation: ReturnType<typeof ablationPower> | null;
  }[];
  /** Per episode as the pilot measured it, and estimates of an iteration and of a certification; null without a pilot. */
  readonly costs: Readonly<Record<'episode' | 'iteration' | 'certify', WorkCost>> | null;
  readonly instancesAre: Environment['instancesAre'];
  readonly models: readonly string[];
  readonly simulated: boolean;
}
