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
  return html`<p class="answer ${style}"><span aria-hidden="true">${mark}</span> ${capital(verdict)}.</p>
<p>${capital(line(reason))}. ${successes} of ${n} with the plan (${bounds(certificate.wilson95)}), ${baseline_successes} of ${n} with the baseline${difference === null ? '' : `: ${signedPoints(difference)} points`}${difference95 === null ? '' : ` [${difference95.map(signedPoints).join(', ')}]`}; p ${equals(p)}, after correction for ${corrected_for} p ${equals(p_corrected)}; the limit is ${alpha}.</p>
<p class="quiet">${plans_tried === 1 ? 'No other plan was' : `${plans_tried} plans, this one included, were`} tried on these held-out tasks by then; opening ${opening} of the split.</p>`;
}

const capital = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

function equals(p: number): string {
  const shown = formatP(p);
  return shown.startsWith('<') ? shown : `= ${shown}`;
}
