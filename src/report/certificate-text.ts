import type { Environment } from '../core/environment.js';
import { successHeadline } from '../evaluation/index.js';
import type { PlanCertificate } from '../plans/index.js';
import { alignRows } from '../util/table.js';
import { wordsFor } from './instance-words.js';
import { bounds, formatP, percent, signedPoints } from './numbers.js';
import { renderSimulated } from './simulated-note.js';

/** What the text of a certificate is made from. */
export interface CertificateReport {
  readonly certificate: PlanCertificate;
  readonly planName: string;
  /** `no plan`, or the baseline's file. */
  readonly baselineName: string;
  readonly taskType: string;
  readonly models: readonly string[];
  /** Number of the opening that this one repeats; null for the first. */
  readonly repeats: number | null;
  readonly instancesAre?: Environment['instancesAre'];
}

/** A certificate for a terminal: the verdict first, then the rates, the test and what it was corrected for. */
export function renderCertificate(report: CertificateReport): string {
  const { certificate, planName, baselineName, taskType, instancesAre } = report;
  const { verdict, reason, split, suite, n, errors, simulated } = certificate;
  const { plural, won } = wordsFor(instancesAre);
  const measure = certificate.measure === successHeadline.name ? won : `right by ${certificate.measure}`;
  const head = ['', `${plural} ${measure}`, 'rate', '95 % interval'];
  const table = alignRows([head, ...rowsOf(certificate, planName, baselineName)]).map((line) => `  ${line}`);
  return [
    `${verdict.toUpperCase()}: ${reason}.`,
    '',
    `${taskType}, ${n} ${plural} of ${split} in ${suite}, both followed afresh with the same seeds:`,
    '',
    ...(n === 0 ? [] : [...table, '', ...renderTest(certificate, plural)]),
    ...renderErrors(certificate, plural),
    ...renderLooks(report),
    ...(errors > 0 || n > 0 ? [''] : []),
    ...(simulated ? renderSimulated(report.models) : []),
  ]
    .join('\n')
    .trimEnd();
}

function rowsOf(certificate: PlanCertificate, planName: string, baselineName: string): string[][] {
  const { n, successes, rate, wilson95, baseline_successes, baseline_rate, baseline_wilson95 } = certificate;
  return [
    [baselineName, `${baseline_successes}/${n}`, percent(baseline_rate), bounds(baseline_wilson95)],
    [planName, `${successes}/${n}`, percent(rate), bounds(wilson95)],
  ];
}

function renderTest(certificate: PlanCertificate, plural: string): string[] {
  const { difference, difference95, only_plan, only_baseline, p, p_corrected, corrected_for } = certificate;
  const { detectable_difference: detectable, n } = certificate;
  const interval = difference95 === null ? '' : ` [${difference95.map(signedPoints).join(', ')}]`;
  return [
    `  Difference ${signedPoints(difference ?? 0)} points${interval}: ${only_plan} ${plural} only with the plan, ${only_baseline} only with the baseline.`,
    `  p ${equals(p)}, after correction for ${corrected_for} ${equals(p_corrected)} (exact McNemar test, two-sided, paired; Bonferroni).`,
    ...(detectable === null
      ? [`  ${n} ${plural} find no difference, however large, with 80 % chance.`]
      : [
          `  ${n} ${plural} find a true difference of ${(detectable * 100).toFixed(0)} points with 80 % chance.`,
        ]),
  ];
}

function renderErrors({ errors, difference_bounds: between }: PlanCertificate, plural: string): string[] {
  if (errors === 0) return [];
  const range =
    between === null ? '' : `; counted for and against the plan: ${between.map(signedPoints).join(' to ')}`;
  return [
    `  ${errors} ${plural} ended in an infrastructure error, also when played again, and are left out${range}.`,
  ];
}

function renderLooks({ certificate, repeats }: CertificateReport): string[] {
  const { plans_tried: plans, corrected_for: looks, opening } = certificate;
  const further = looks > plans ? `, ${looks - plans} of them certified again in another way` : '';
  const tried = `  ${plans} ${plans === 1 ? 'plan was' : 'plans were'} tried on these ${certificate.split} tasks so far, this one included${further}.`;
  return [
    tried,
    repeats === null
      ? `  This is opening ${opening} of the split.`
      : `  This repeats opening ${repeats} and does not count again.`,
  ];
}

function equals(p: number): string {
  const text = formatP(p);
  return text.startsWith('<') ? text : `= ${text}`;
}
