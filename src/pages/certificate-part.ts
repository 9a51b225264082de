import { html } from 'hono/html';
import type { PlanCertificate } from '../plans/index.js';
import { bounds, formatP, signedPoints } from '../report/index.js';
import { line, type Markup } from './markup.js';

/** A certificate: the verdict first, then what it rests on. */
export function renderCertificate(certificate: PlanCertificate): Markup {
  const { verdict, reason, n, successes, baseline_successes, p, p_corrected, corrected_for } = certificate;
  const { difference, difference95, plans_tried, opening, alpha } = certificate;
  const mark = verdict === 'certified' ? '\u25b2' : verdict === 'not certified' ? '\u25bc' : '\u25d0';
  const style = verdict === 'certified' ? 'good' : verdict === 'not certified' ? 'bad' : 'open';
  return html`<p class="answer ${style}"><span aria-hidden="true">${mark}</span> ${verdict}</p>
<p>${line(reason)}. ${successes} of ${n} with the plan (${bounds(certificate.wilson95)}), ${baseline_successes} of ${n} with the baseline${difference === null ? '' : `: ${signedPoints(difference)} points`}${difference95 === null ? '' : ` [${difference95.map(signedPoints).join(', ')}]`}; p = ${formatP(p)}, after correction for ${corrected_for} ${formatP(p_corrected)}, against ${alpha}.</p>
<p class="quiet">${plans_tried} plans were tried on these held-out tasks by then, this one included; opening ${opening} of the split.</p>`;
}
