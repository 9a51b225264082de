/**
 * The one place randomness comes from. Every draw is made by a generator that is seeded by a label, never by
 * a stream that several parts share, so what finishes first can not change what is drawn next.
 */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { hash53 } from './hash.js';

/** A seeded source of random draws. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number in [0, bound). `bound` must be a positive integer. */
  below(bound: number): number;
  /** True with probability `p`. */
  chance(p: number): boolean;
  /** One item, each equally likely. Throws a RangeError on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** A new array in random order (Fisher-Yates). */
  shuffle<T>(items: readonly T[]): T[];
}

/** A 31-bit seed from labels: the same labels give the same seed on every machine. */
export function seedFrom(...labels: readonly (string | number)[]): number {
  return hash53(labels.join('\u001f')) % 0x7fffffff;
}

/** A generator seeded by labels. */
export function createRandom(...labels: readonly (string | number)[]): Random {
  const generator = xoroshiro128plus(seedFrom(...labels));
  const below = (bound: number): number => {
    if (!Number.isInteger(bound) || bound < 1)
      throw new RangeError(`below(${bound}): not a positive integer`);
    return uniformInt(generator, 0, bound - 1);
  };
  const next = (): number => uniformInt(generator, 0, 0x3fffffff) / 0x40000000;
  return {
    next,
    below,
    chance: (p) => next() < p,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
    shuffle: <T>(items: readonly T[]): T[] => {
      const result = [...items];
      for (let i = result.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [result[i], result[j]] = [result[j] as T, result[i] as T];
      }
      return result;
    },
  };
}
