/** What a run is doing now. */
import { html } from 'hono/html';
import type { EvaluationHistory, OpenEpisode, RunHistory, TrainingHistory } from '../history/index.js';
import type { Markup } from '../pages/index.js';
import { groupDigits } from '../report/index.js';
import { showOnOneLine } from '../util/show-plainly.js';

/** Episodes in play that are shown. */
const mostOpen = 30;

/** The state of a run that goes on: parts that are under way, and episodes in play with their last action. */
export function renderProgress(history: RunHistory): Markup | '' {
  if (history.state !== 'running') return '';
  const { open, count } = history.episodes;
  const learning = history.trainings.filter(({ iterations }) => iterations.some(({ ended }) => !ended));
  const measuring = history.evaluations.filter(({ ended }) => !ended);
  return html`<section aria-labelledby="now"><h2 id="now">Now</h2>
<ul>${learning.map(renderLearning)}${measuring.map((one) => renderMeasuring(one, history))}
<li>${groupDigits(count)} episodes have ended, ${groupDigits(history.cost.total.calls)} calls were answered.</li></ul>
${open.length === 0 ? '' : renderOpen(open)}
</section>`;
}

function renderLearning({ cell, taskType, iterations, planned }: TrainingHistory): Markup {
  const current = iterations.at(-1);
  const { episodes, batch } = { episodes: current?.reflections ?? 0, batch: current?.batch.length ?? 0 };
  return html`<li>${showOnOneLine(cell ?? taskType)}: iteration ${iterations.length} of ${planned}; ${episodes} of ${batch} episodes reflected on.</li>`;
}

function renderMeasuring(evaluation: EvaluationHistory, { instancesAre }: RunHistory): Markup {
  const { cell, taskType, phase, played, planned, successes, errors } = evaluation;
  const share = played - errors === 0 ? '' : `, ${successes} of ${played - errors} won`;
  return html`<li>${showOnOneLine(cell ?? taskType)}: ${phase}, ${played} of ${planned} ${instancesAre} played${share}.
<progress max="${planned}" value="${played}" aria-label="${phase}">${played} of ${planned}</progress></li>`;
}

function renderOpen(open: readonly OpenEpisode[]): Markup {
  const more = open.length - mostOpen;
  return html`<table class="stack"><caption>In play</caption>
<thead><tr><th scope="col">Episode</th><th scope="col" class="number">Actions</th><th scope="col">Last action</th></tr></thead>
<tbody>${open.slice(0, mostOpen).map(
    ({ id, steps, action }) => html`<tr><th scope="row" class="name">${showOnOneLine(id)}</th>
<td data-label="Actions" class="number">${steps}</td><td data-label="Last action">${action === null ? '' : html`<code>${showOnOneLine(action)}</code>`}</td></tr>`,
  )}</tbody></table>
${more > 0 ? html`<p>And ${more} more.</p>` : ''}`;
}
