import { expect, it } from 'vitest';
import type { PlanCertificate } from '../../src/plans/index.js';
import { renderCertificate } from '../../src/report/index.js';

const certificate: PlanCertificate = {
  verdict: 'certified',
  reason: 'better, and p after correction is below 0.05',
  suite: 'house',
  suite_digest: `sha256:${'0'.repeat(64)}`,
  split: 'held-out',
  environment_version: '1.0.0',
  agent: 'autoplan',
  agent_model: 'm',
  simulated: false,
  measure: 'success',
  baseline: null,
  n: 20,
  successes: 18,
  rate: 0.9,
  wilson95: [0.7, 0.97],
  baseline_successes: 8,
  baseline_rate: 0.4,
  baseline_wilson95: [0.22, 0.61],
  only_plan: 11,
  only_baseline: 1,
  difference: 0.5,
  difference95: [0.2, 0.68],
  errors: 0,
  difference_bounds: null,
  p: 0.006,
  plans_tried: 2,
  corrected_for: 3,
  p_corrected: 0.018,
  alpha: 0.05,
  detectable_difference: 0.41,
  opening: 4,
  seed: 0,
  run: 'certify_s0_00000000',
  tool_version: '0.1.0',
};
const report = {
  planName: 'best.md',
  baselineName: 'no plan',
  taskType: 'heat',
  models: ['m'],
  repeats: null,
};

it('shows verdict, rates, test, correction and opening', () => {
  expect(
    renderCertificate({ ...report, certificate }),
  ).toBe(`CERTIFIED: better, and p after correction is below 0.05.

heat, 20 games of held-out in house, both followed afresh with the same seeds:

           games won  rate  95 % interval
  no plan       8/20  40 %       [22, 61]
  best.md      18/20  90 %       [70, 97]

  Difference +50.0 points [+20.0, +68.0]: 11 games only with the plan, 1 only with the baseline.
  p = 0.0060, after correction for 3 = 0.018 (exact McNemar test, two-sided, paired; Bonferroni).
  20 games find a true difference of 41 points with 80 % chance.
  2 plans were tried on these held-out tasks so far, this one included, 1 of them certified again in another way.
  This is opening 4 of the split.`);
});

it('says what is missing, and what a repeat is', () => {
  const missing = { ...certificate, errors: 2, difference_bounds: [-0.1, 0.6] as [number, number] };
  const text = renderCertificate({ ...report, certificate: missing, repeats: 4 });
  expect(text).toMatch(
    /2 games ended in an infrastructure error, also when played again, .* -10\.0 to \+60\.0/,
  );
  expect(text).toMatch(/repeats opening 4 and does not count again/);
  const none = {
    ...certificate,
    n: 0,
    rate: null,
    wilson95: null,
    difference: null,
    difference95: null,
    simulated: true,
  };
  const empty = renderCertificate({ ...report, certificate: { ...none, verdict: 'not enough runs' } });
  expect(empty).toMatch(/^NOT ENOUGH RUNS/);
  expect(empty).toMatch(/say nothing about any language model/);
  expect(empty).not.toMatch(/NaN|null/);
});
