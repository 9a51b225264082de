import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  clopperPearson,
  holm,
  mcnemarExact,
  pairedT,
  permutationTest,
  pooledT,
  type TTest,
  tCdf,
  tQuantile,
  welchT,
  wilcoxonSignedRank,
  wilson,
} from '../../src/stats/index.js';
import { sharedFile } from '../shared-data.js';
import { near } from './near.js';

type Numbers = number | readonly number[];
type Input = Readonly<Record<string, Numbers>>;
interface Case {
  readonly kind: string;
  readonly input: Input;
  readonly expected: Readonly<Record<string, Numbers>>;
}

const path = sharedFile('gold', 'stats', 'scipy.json');
const cases: readonly Case[] = path === null ? [] : JSON.parse(readFileSync(path, 'utf8'));

const list = (input: Input, name: string) => input[name] as readonly number[];
const value = (input: Input, name: string) => input[name] as number;
const asCase = ({ t, df, p, interval95 }: TTest) => ({ t, df, p, ci95: interval95 });
const asBounds = ([low, high]: readonly [number, number]) => ({ low, high });

/** What we give for the input of each kind of case, under the names that the cases use. */
const own: Readonly<Record<string, (input: Input) => object>> = {
  welch_t: (input) => asCase(welchT(list(input, 'a'), list(input, 'b'))),
  welch_t_degenerate: (input) => asCase(welchT(list(input, 'a'), list(input, 'b'))),
  pooled_t: (input) => asCase(pooledT(list(input, 'a'), list(input, 'b'))),
  paired_t: (input) => asCase(pairedT(list(input, 'x'), list(input, 'y'))),
  wilcoxon_signed_rank_exact: (input) => wilcoxonSignedRank(list(input, 'x'), list(input, 'y')),
  permutation_mean_diff_exact: (input) => permutationTest(list(input, 'a'), list(input, 'b')),
  wilson95: (input) => asBounds(wilson(value(input, 'successes'), value(input, 'n'))),
  clopper_pearson95: (input) => asBounds(clopperPearson(value(input, 'successes'), value(input, 'n'))),
  mcnemar_exact: (input) => ({ p: mcnemarExact(value(input, 'b'), value(input, 'c')) }),
  t_cdf: (input) => ({ value: tCdf(value(input, 't'), value(input, 'df')) }),
  t_quantile: (input) => ({ value: tQuantile(value(input, 'p'), value(input, 'df')) }),
  holm: (input) => ({ adjusted: holm(list(input, 'p')) }),
};

describe.skipIf(path === null)('scipy', () => {
  test('there is nothing that we do not compare', () => {
    expect([...new Set(cases.map(({ kind }) => kind))].sort()).toEqual(Object.keys(own).sort());
    expect(cases.length).toBeGreaterThan(600);
  });

  test.each(Object.entries(own))('%s', (kind, compute) => {
    const mine = cases.filter((one) => one.kind === kind);
    expect(mine.length).toBeGreaterThan(kind.endsWith('degenerate') ? 0 : 50);
    for (const { input, expected } of mine) {
      const given = compute(input) as Readonly<Record<string, unknown>>;
      for (const [name, wanted] of Object.entries(expected)) near(given[name], wanted);
    }
  });
});
