/** A transfer: where plans hurt first of all, then plans on task types and models. */
import { html } from 'hono/html';
import type { RunHistory } from '../history/index.js';
import {
  doubtsOf,
  formatP,
  harmsOf,
  percent,
  renderSimulated,
  signedPoints,
  transferNotes,
  transferVerdictWords,
} from '../report/index.js';
import type { TransferComparison, TransferResults, TransferVerdict } from '../training/index.js';
import { renderFigures } from './ablation-section.js';
import { line, type Markup, notThere, orSay, section } from './markup.js';

/** The plans that hurt with what was lost by them, the matrix and its figure. */
export function renderTransfer(history: RunHistory): Markup {
  const { transfer, state } = history;
  const title = 'Where does a plan hurt?';
  if (transfer === null) {
    const why = state === 'running' ? 'Not known yet: it is still going on.' : 'results.json does not say.';
    return section('transfer', title, notThere(why));
  }
  return section('transfer', title, [
    orSay(() => renderHarms(transfer), 'Where plans hurt'),
    orSay(() => renderMatrix(transfer), 'The comparison of plans'),
    renderFigures(history),
  ]);
}

function renderHarms(results: TransferResults): Markup {
  const harms = harmsOf(results);
  const simulated = results.models.flatMap((model) => (model.simulated ? model.models : []));
  const notes = simulated.length === 0 ? [] : renderSimulated([...new Set(simulated)].map(line));
  return html`${harms.length === 0 ? '' : html`<ul>${harms.map(({ what, lost }) => html`<li class="bad"><span aria-hidden="true">\u25bc</span> ${line(what)}<br><small>${line(lost)}</small></li>`)}</ul>`}
${doubtsOf(results).map((doubt) => html`<p>${line(doubt)}</p>`)}
${notes.length === 0 ? '' : html`<div class="note"><p>${notes.join(' ')}</p></div>`}`;
}

function renderMatrix(results: TransferResults): Markup {
  const { comparisons, headline, tolerance } = results;
  return html`<div class="scroll"><table><caption>Against no plan: ${line(headline.name)} in %, difference in points with its 95 % interval, p over all comparisons</caption>
<thead><tr><th scope="col">plan</th><th scope="col">task type</th><th scope="col">model</th><th scope="col" class="number">no plan</th><th scope="col" class="number">plan</th><th scope="col" class="number">difference</th><th scope="col" class="number">p</th><th scope="col">verdict</th></tr></thead>
<tbody>${comparisons.map((one) => renderRow(one, tolerance))}</tbody></table></div>
<details><summary>How to read it</summary><ul>${transferNotes(results).map((note) => html`<li>${line(note)}</li>`)}</ul></details>`;
}

const marks: Readonly<Record<TransferVerdict, readonly [mark: string, style: string]>> = {
  helps: ['\u25b2', 'good'],
  hurts: ['\u25bc', 'bad'],
  'no-difference': ['\u25cf', 'quiet'],
  'not-enough-tasks': ['\u25d0', 'open'],
  'not-measured': ['\u25cb', 'open'],
};

function renderRow(one: TransferComparison, tolerance: number): Markup {
  const [mark, style] = marks[one.verdict] ?? marks['not-measured'];
  const interval = one.interval95 === null ? '' : ` [${one.interval95.map(signedPoints).join(', ')}]`;
  const difference = one.difference === null ? '-' : `${signedPoints(one.difference)}${interval}`;
  return html`<tr><th scope="row">${line(one.plan)}</th><td>${line(one.taskType)}</td><td>${line(one.model)}</td><td class="number">${percent(one.baselineMean)}</td><td class="number">${percent(one.planMean)}</td><td class="number">${difference}</td><td class="number">${one.adjustedP === null ? '-' : formatP(one.adjustedP)}</td><td class="${style}"><span aria-hidden="true">${mark}</span> ${line(transferVerdictWords(one.verdict, tolerance))}</td></tr>`;
}
