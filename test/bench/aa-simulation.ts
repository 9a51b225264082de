/** Comparisons of what does not differ, and of what does by a known amount, through the project's own code. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mean } from 'simple-statistics';
import { judgeRollouts, rollOutFresh } from '../../src/config/certify-plan.js';
import { countTries, readOpenings, recordOpenings } from '../../src/config/openings.js';
import { noUsage } from '../../src/core/model.js';
import type { Plan } from '../../src/core/plan.js';
import type { TaskInstance } from '../../src/core/task.js';
import { comparePaired, type Evaluation, isBinary, successHeadline } from '../../src/evaluation/index.js';
import { emptyPlan } from '../../src/plans/index.js';
import {
  analyzeAblation,
  type BaselineChances,
  certifyPower,
  evaluatePlan,
  type MeasuredCell,
  measureNoise,
  type PrimaryTest,
  withoutSpend,
} from '../../src/training/index.js';
import { createRandom } from '../../src/util/random.js';
import { lotteryInstances, lotteryPlan, lotterySetup, spreadChances } from './lottery-world.js';

/** Shares of comparisons of identical arms that found something. */
export interface IdenticalArms {
  readonly comparisons: number;
  /** p of the primary test of `ablate` below 0.05, and a verdict of better or worse. */
  readonly pairedT: number;
  readonly verdicts: number;
  readonly welch: number;
  /** McNemar's exact test of two plans that change nothing, on the same instances. */
  readonly mcnemar: number;
}

/** Size of an ablation. */
const arms = { runs: 8, instances: 20 } as const;

/** Compares two arms that learn plans of the same quality, luck aside, as `ablate` does. */
export async function compareIdenticalArms(comparisons: number): Promise<IdenticalArms> {
  const found = { pairedT: 0, verdicts: 0, welch: 0, mcnemar: 0 };
  const seeds = Array.from({ length: arms.runs }, (_, i) => i);
  const instances = lotteryInstances(spreadChances(arms.instances, 0.5, 0.35));
  for (let number = 0; number < comparisons; number++) {
    const [a, b] = [await playArm('a', number, instances), await playArm('b', number, instances)];
    const analyze = (primary: PrimaryTest) =>
      analyzeAblation({
        arms: [
          { name: 'a', cells: a.map(cellOf) },
          { name: 'b', cells: b.map(cellOf) },
        ],
        seeds,
        headline: successHeadline,
        marks: ['last'],
        plan: { unit: 'run', primary, baseline: 'first', family: ['arms'], tolerance: 0.05 },
      }).comparisons[0];
    const primary = analyze('paired-t');
    if ((primary?.adjustedP ?? 1) < 0.05) found.pairedT++;
    if (primary?.verdict === 'better' || primary?.verdict === 'worse') found.verdicts++;
    if ((analyze('welch')?.p ?? 1) < 0.05) found.welch++;
    if (await findsNothingDifferent(number, instances)) found.mcnemar++;
  }
  const share = (count: number) => count / comparisons;
  return {
    comparisons,
    pairedT: share(found.pairedT),
    verdicts: share(found.verdicts),
    welch: share(found.welch),
    mcnemar: share(found.mcnemar),
  };
}

/** Whether McNemar's test takes two plans that change nothing for different ones. */
async function findsNothingDifferent(number: number, instances: readonly TaskInstance[]): Promise<boolean> {
  const play = (name: string) =>
    evaluatePlan(lotterySetup(0), lotteryPlan(`${name} ${number}`), 'held-out', instances);
  const paired = comparePaired(await play('one'), await play('other'));
  return isBinary(paired) && paired.p < 0.05;
}

/** The runs of an arm: each follows a plan of its own, as good as luck has it. */
async function playArm(
  arm: string,
  number: number,
  instances: readonly TaskInstance[],
): Promise<Evaluation[]> {
  const runs: Evaluation[] = [];
  for (let seed = 0; seed < arms.runs; seed++) {
    const quality = 0.6 * createRandom('quality', arm, number, seed).next() - 0.1;
    const plan = lotteryPlan(`${arm} ${number} ${seed}`, Number(quality.toFixed(3)));
    runs.push(await evaluatePlan(lotterySetup(seed), plan, 'held-out', instances));
  }
  return runs;
}

function cellOf(evaluation: Evaluation, seed: number): MeasuredCell {
  const spend = { byPurpose: {}, usage: noUsage, costUsd: null, unpricedCalls: 0 };
  return {
    state: 'measured',
    taskType: 'draw',
    seed,
    plan: { id: evaluation.planId, iteration: 1, text: 'plan' },
    training: null,
    heldOut: withoutSpend(evaluation),
    curve: [],
    inference: spend,
    judging: spend,
  };
}

/** What became of plans that change nothing, the luckiest of several chosen and certified. */
export interface EmptyPromises {
  readonly runs: number;
  /** Share of runs in which the chosen plan was certified. */
  readonly certified: number;
  /** Mean rate of the chosen plan above the true one: as it was when it was chosen, and in the certificate. */
  readonly selectedInflation: number;
  readonly certifiedInflation: number;
  /** The same without any correction for the plans tried, and without fresh rollouts: what others report. */
  readonly naive: number;
}

/** Tries several plans that change nothing, certifies the one that did best, and counts. */
export async function certifyEmptyPromises(runs: number, tried = 5): Promise<EmptyPromises> {
  const chances = spreadChances(40, 0.5, 0.35);
  const instances = lotteryInstances(chances);
  const truth = mean(chances);
  const none = emptyPlan('lottery', 'draw');
  const folder = mkdtempSync(join(tmpdir(), 'planwright-aa-'));
  const [selected, certified]: [number[], number[]] = [[], []];
  let [passed, naive] = [0, 0];
  try {
    for (let run = 0; run < runs; run++) {
      const setup = lotterySetup(run);
      const baseline = await evaluatePlan(setup, none, 'baseline', instances);
      const plans = Array.from({ length: tried }, (_, i) => lotteryPlan(`promise ${run} ${i}`));
      const measured: Evaluation[] = [];
      for (const plan of plans) measured.push(await evaluatePlan(setup, plan, 'held-out', instances));
      const rates = measured.map(({ rate }) => rate ?? 0);
      const best = rates.indexOf(Math.max(...rates));
      const chosen = comparePaired(measured[best] as Evaluation, baseline);
      if (isBinary(chosen) && chosen.p < 0.05 && chosen.difference > 0) naive++;
      selected.push((rates[best] ?? 0) - truth);
      const runsFolder = join(folder, String(run));
      recordOpenings(
        runsFolder,
        plans.map((plan, i) => opening('train', plan, measured[i] as Evaluation)),
      );
      const plan = plans[best] as Plan;
      const sealed = { suite: 'lottery', split: 'held-out' };
      const { correctedFor } = countTries(readOpenings(runsFolder), {
        ...sealed,
        plan: plan.id,
        comparison: 'c',
      });
      const rollouts = await rollOutFresh(setup, { plan, baseline: none, instances });
      const judged = judgeRollouts(rollouts, { headline: successHeadline, alpha: 0.05, correctedFor });
      if (judged.verdict === 'certified') passed++;
      certified.push((judged.rate ?? 0) - truth);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return {
    runs,
    certified: passed / runs,
    selectedInflation: mean(selected),
    certifiedInflation: mean(certified),
    naive: naive / runs,
  };
}

function opening(kind: 'train', plan: Plan, { n, successes }: Evaluation) {
  return {
    suite: 'lottery',
    split: 'held-out',
    taskType: 'draw',
    kind,
    comparison: plan.id,
    plans: [plan.id],
    n,
    successes,
    baselineSuccesses: null,
    p: null,
    verdict: null,
  };
}

/** A true effect: how large, of which kind, on how many instances. */
export interface TrueEffect {
  readonly instances: number;
  readonly effect: number;
  /** `gap`: it wins a share of what was lost before; `add`: every instance's chance rises by as much. */
  readonly kind: 'gap' | 'add';
}

/** How often certify was to find an effect, and did. */
export interface PowerCheck extends TrueEffect {
  readonly pilot: BaselineChances;
  readonly predicted: number;
  readonly found: number;
  readonly runs: number;
}

/** Predicts from a pilot of training instances, then certifies again and again. */
export async function checkPower(
  { instances: n, effect, kind }: TrueEffect,
  runs: number,
  pilotSize: number,
): Promise<PowerCheck> {
  const [rate, spread] = [0.4, 0.3];
  const none = emptyPlan('lottery', 'draw');
  const pilot = await playPilot(lotteryInstances(spreadChances(pilotSize, rate, spread), 'train'));
  const { chance } = certifyPower(pilot, n, { effect, alpha: 0.05, power: 0.8, correctedFor: 1 });
  const instances = lotteryInstances(spreadChances(n, rate, spread));
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const value = kind === 'gap' ? effect / (1 - rate) : effect;
    const plan = lotteryPlan(`effect ${run}`, Number(value.toFixed(6)), kind);
    const rollouts = await rollOutFresh(lotterySetup(run), { plan, baseline: none, instances });
    const rule = { headline: successHeadline, alpha: 0.05, correctedFor: 1 };
    if (judgeRollouts(rollouts, rule).verdict === 'certified') found++;
  }
  return { instances: n, effect, kind, pilot, predicted: chance ?? 0, found: found / runs, runs };
}

/** Two plays of each instance without a plan, as `power` plays them. */
async function playPilot(instances: readonly TaskInstance[]): Promise<BaselineChances> {
  const none = emptyPlan('lottery', 'draw');
  const plays: Evaluation[] = [];
  for (const seed of [1000, 1001])
    plays.push(await evaluatePlan(lotterySetup(seed), none, 'held-out', instances));
  const { rate, flipRate } = measureNoise(
    instances.map(({ id }, i) => ({
      instanceId: id,
      won: plays.map(({ results }) => results[i]?.outcome.kind === 'success'),
    })),
  );
  return { rate: rate ?? 0, flipRate: flipRate ?? 0 };
}
