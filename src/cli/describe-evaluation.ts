import type { PlanCertificate, PlanEvaluation } from '../plans/index.js';

/** A plan's recorded results in short words; a rate never stands without its n and its interval. */
export function describeEvaluation(evaluation: PlanEvaluation | undefined): {
  readonly success: string;
  readonly baseline: string;
} {
  if (evaluation === undefined) return { success: 'not measured', baseline: 'not measured' };
  const { n, successes, rate, wilson95, baseline_successes: baseline } = evaluation;
  const interval = wilson95 === null ? '' : ` [${wilson95.map(percent).join(', ')}]`;
  return {
    success: rate === null ? `not measured (n = ${n})` : `${percent(rate)} (${successes}/${n})${interval}`,
    baseline: baseline === null ? 'not measured' : `${percent(baseline / n)} (${baseline}/${n})`,
  };
}

/** A plan's certificate in short words: the verdict, and the numbers that it rests on. */
export function describeCertificate(certificate: PlanCertificate | undefined): {
  readonly verdict: string;
  readonly numbers: string;
} {
  if (certificate === undefined) return { verdict: 'none', numbers: '' };
  const { verdict, successes, n, rate, wilson95, baseline_successes, p_corrected } = certificate;
  const interval = wilson95 === null ? '' : ` [${wilson95.map(percent).join(', ')}]`;
  const rates =
    rate === null
      ? 'nothing was measured'
      : `${percent(rate)} (${successes}/${n})${interval}, baseline ${percent(baseline_successes / n)} (${baseline_successes}/${n})`;
  return { verdict, numbers: `${rates}, corrected p ${Number(p_corrected.toPrecision(2))}` };
}

/** A share as a percentage with one decimal. */
function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}
