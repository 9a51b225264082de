/** Did it help? */
import { html } from 'hono/html';
import type { Effect, MeasuredShare, RunHistory } from '../history/index.js';
import { bounds, formatP, percent, signedPoints, wordsFor } from '../report/index.js';
import { renderCertificate } from './certificate-part.js';
import { type IntervalRow, renderIntervals } from './interval-chart.js';
import { line, type Markup, nothing, notThere, section } from './markup.js';

/** The effect in one sentence, then by task type. */
export function renderEffect(history: RunHistory): Markup {
  const { effect, kind } = history;
  const title = kind === 'evaluation' ? 'How well did it do?' : 'Did it help?';
  if (effect === null || effect.plan.mean === null)
    return section('effect', title, [notThere(whyNot(history)), renderModelNote(history)]);
  return section('effect', title, [
    history.certificate === null ? renderAnswer(effect) : renderCertificate(history.certificate),
    html`<p class="lead">${describeEffect(history, effect)}</p>`,
    renderModelNote(history),
    renderTypes(history),
  ]);
}

function whyNot({ state }: RunHistory): string {
  if (state === 'running') return 'Not measured yet: the run is still going on.';
  return state === 'finished' ? 'Not measured.' : 'Not measured: the run ended before.';
}

/** What can not be read from the numbers: a simulated model says nothing of a real one. */
export function renderModelNote({ simulated, models }: RunHistory): Markup {
  if (simulated === null) return html`<p class="quiet">Whether a simulated model played is not recorded.</p>`;
  if (!simulated) return nothing;
  return html`<div class="note"><p>Made with ${models.map(line).join(', ') || 'a simulated model'}: a simulated model, a program that stands in for a language model. These numbers say nothing about any language model.</p></div>`;
}

function renderAnswer({ comparison }: Effect): Markup {
  if (comparison === null) return nothing;
  if (comparison.n === 0) return html`<p class="answer open">Not measured.</p>`;
  const { p, difference } = comparison;
  if (p >= 0.05)
    return html`<p class="answer open"><span aria-hidden="true">\u25d0</span> Not shown: a difference like this can be chance.</p>`;
  return difference > 0
    ? html`<p class="answer good"><span aria-hidden="true">\u25b2</span> Yes.</p>`
    : html`<p class="answer bad"><span aria-hidden="true">\u25bc</span> No, it did harm.</p>`;
}

/** Both shares with their intervals, the difference with its own, the test, and what it was measured on. */
function describeEffect(history: RunHistory, effect: Effect): string {
  const { plan, baseline, comparison, difference95, headline } = effect;
  const { plural, won } = wordsFor(history.instancesAre);
  const did = headline.name === 'success' ? won : `right by ${line(headline.name)}`;
  const sayShare = (share: MeasuredShare, what: string) =>
    share.successes === undefined
      ? `a mean ${line(headline.name)} of ${percent(share.mean)} (95 % interval ${bounds(share.interval95)})`
      : `${share.successes} of ${share.n}${what} (${percent(share.mean)}, 95 % interval ${bounds(share.interval95)})`;
  const first = sayShare(plan, ` ${plural} were ${did}`);
  const where = `Measured on ${nameSplit(history, plural)}`;
  if (baseline === null || comparison === null)
    return `${first[0]?.toUpperCase()}${first.slice(1)}. ${where}${describeErrors(plan)}.`;
  const points = `${signedPoints(comparison.difference)} points${intervalWords(difference95)}`;
  const test = headline.kind === 'binary' ? 'exact McNemar test, paired' : 'paired t test';
  const p = formatP(comparison.p);
  return `With the plan, ${first}; with ${baselineName(history)}, ${sayShare(baseline, '')}. That is ${points}, p ${p.startsWith('<') ? p : `= ${p}`} (${test}). ${where}${describeErrors(plan, baseline)}.`;
}

function intervalWords(interval95: Effect['difference95']): string {
  return interval95 === null ? '' : ` [${interval95.map(signedPoints).join(', ')}]`;
}

function describeErrors(...shares: readonly MeasuredShare[]): string {
  const errors = shares.reduce((sum, one) => sum + one.errors, 0);
  return errors === 0
    ? ''
    : `; ${errors} ${errors === 1 ? 'play' : 'plays'} ended in an error and are left out`;
}

function nameSplit({ split, suite, kind }: RunHistory, plural: string): string {
  const named = split === null || split === 'held-out' ? `held-out ${plural}` : `${plural} of ${line(split)}`;
  const where = suite === null ? '' : ` of the suite ${line(suite.name)}`;
  return `${named}${where}${kind === 'training' ? ', never seen in training' : ''}`;
}

/** What the plan is compared with. */
export function baselineName({ pairs }: RunHistory): string {
  const effect = pairs.find(({ role }) => role === 'effect');
  return effect === undefined || effect.before.empty ? 'no plan' : 'the plan before';
}

function renderTypes(history: RunHistory): Markup {
  const { effects } = history;
  if (effects.length === 0) return nothing;
  const many = effects.length > 1;
  const before = baselineName(history);
  const rows = effects.map(
    ({ taskType, plan, baseline }): IntervalRow => ({ label: taskType, before: baseline, after: plan }),
  );
  const open = effects.filter(({ complete }) => !complete);
  return html`${
    rows.length <= 40
      ? html`${renderIntervals(`${history.headline.name} with 95 % intervals`, rows)}
<ul class="key"><li>\u25cb ${before}</li><li>\u25cf with the plan</li></ul>`
      : nothing
  }
${open.length > 0 ? html`<p class="quiet">Not complete yet, so the numbers may change: ${open.map(({ taskType }) => line(taskType)).join(', ')}.</p>` : ''}
<div class="scroll"><table><caption>${history.headline.name === 'success' ? `${wordsFor(history.instancesAre).plural} ${wordsFor(history.instancesAre).won}` : line(history.headline.name)}${many ? '; p is not corrected for the number of task types' : ''}</caption>
<thead><tr><th scope="col">task type</th><th scope="col" class="number">${before}</th><th scope="col" class="number">95 %</th><th scope="col" class="number">with the plan</th><th scope="col" class="number">95 %</th><th scope="col" class="number">difference</th><th scope="col" class="number">p</th></tr></thead>
<tbody>${effects.map(renderTypeRow)}</tbody></table></div>`;
}

function renderTypeRow({ taskType, plan, baseline, comparison }: RunHistory['effects'][number]): Markup {
  const tested = comparison !== null && comparison.n > 0;
  return html`<tr><th scope="row">${line(taskType)}</th>${shareCells(baseline)}${shareCells(plan)}
<td class="number">${tested ? signedPoints(comparison.difference) : 'not measured'}</td><td class="number">${tested ? formatP(comparison.p) : '-'}</td></tr>`;
}

function shareCells(share: MeasuredShare | null): Markup {
  if (share === null || share.mean === null)
    return html`<td class="number">not measured</td><td class="number">-</td>`;
  const value = share.successes === undefined ? percent(share.mean) : `${share.successes}/${share.n}`;
  return html`<td class="number">${value}</td><td class="number">${bounds(share.interval95)}</td>`;
}
