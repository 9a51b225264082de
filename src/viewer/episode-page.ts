/** One episode, turn by turn. */
import { html } from 'hono/html';
import type { Episode, Reflection, Step } from '../core/episode.js';
import type { EpisodeRow, RunHistory } from '../history/index.js';
import { groupDigits } from '../report/index.js';
import { showOnOneLine, showPlainly } from '../util/show-plainly.js';
import { episodeAddress, episodesAddress, runAddress } from './addresses.js';
import type { Markup } from './markup.js';
import { PageProblem } from './page-problem.js';
import { namePlans, planName } from './plan-names.js';
import { renderOutcome } from './state-words.js';
import { folderOfRun, type ShowPage } from './viewer-source.js';

/** Other plays of the same instance that are shown. */
const mostOthers = 20;

/** Shows one episode. */
export const showEpisode: ShowPage = async (source, { run = '', id = '' }) => {
  const history = await source.shelf.open(folderOfRun(source, run));
  const read = history.readEpisode(id);
  if (read.episode === null) throw new PageProblem(404, showOnOneLine(read.problem));
  const { episode, row } = read;
  const [runName, name] = [showOnOneLine(run), showOnOneLine(id)];
  return {
    title: name,
    crumbs: [
      { label: 'Runs', href: '/' },
      { label: runName, href: runAddress(run) },
      { label: 'Episodes', href: episodesAddress(run) },
      { label: name },
    ],
    content: html`<h1>${name}</h1>
<p class="goal">${showPlainly(episode.goal)}</p>
${renderFacts(history, run, row, episode)}
<h2>Turn by turn</h2>
<ol class="turns">
<li class="turn"><p class="role">The world</p><p class="said">${showPlainly(episode.initialObservation)}</p></li>
${episode.steps.map(renderTurn)}
</ol>
<p>${renderOutcome(row.outcome, describeDetail(episode))}</p>
${renderReflection(findReflection(history, row))}
${renderOthers(history, run, row)}
<h2>Play it again</h2>
<pre><code>planwright log replay ${showOnOneLine(history.folder)} --episode ${showOnOneLine(id)}</code></pre>
${renderNeighbours(history, run, row)}`,
  };
};

function describeDetail({ outcome }: Episode): string | null {
  if (outcome.kind === 'truncated') return outcome.by;
  return outcome.kind === 'error' ? showOnOneLine(`${outcome.code}: ${outcome.message}`) : null;
}

function renderFacts(history: RunHistory, run: string, row: EpisodeRow, episode: Episode): Markup {
  const plan = planName(namePlans(history), row.planId);
  const scores = Object.entries(episode.scores ?? {});
  return html`<dl class="facts">
<div><dt>Outcome</dt><dd>${renderOutcome(row.outcome, row.detail === null ? null : showOnOneLine(row.detail))}</dd></div>
<div><dt>Plan</dt><dd><a href="${episodesAddress(run, { plan: row.planId })}">${showOnOneLine(plan)}</a></dd></div>
<div><dt>Part</dt><dd>${row.phase}${row.iteration === null ? '' : `, iteration ${row.iteration + 1}`}</dd></div>
<div><dt>Actions</dt><dd>${groupDigits(row.steps)}</dd></div>
<div><dt>Calls</dt><dd>${groupDigits(row.calls)}</dd></div>
<div><dt>Tokens</dt><dd>${groupDigits(row.promptTokens)} + ${groupDigits(row.completionTokens)}</dd></div>
${scores.map(([name, score]) => html`<div><dt>${showOnOneLine(name)}</dt><dd>${score.toFixed(2)}</dd></div>`)}
</dl>`;
}

const formalizers: Readonly<Record<Step['formalizer'], string>> = {
  grammar: 'put into form by the grammar',
  model: 'put into form by a model call',
  none: 'sent as it was',
};

function renderTurn({ thought, rawAction, action, formalizer, observation }: Step, i: number): Markup {
  const changed = rawAction !== action;
  return html`<li class="turn" id="turn-${i + 1}"><p class="role"><a href="#turn-${i + 1}">Turn ${i + 1}</a></p>
${thought === undefined ? '' : html`<p class="thought">${showPlainly(thought)}</p>`}
${changed ? html`<p class="raw">${showPlainly(rawAction)}</p>` : ''}
<p class="action"><code>&gt; ${showPlainly(action)}</code>${changed ? html` <small>${formalizers[formalizer]}</small>` : ''}</p>
<p class="said">${showPlainly(observation)}</p></li>`;
}

function findReflection(
  history: RunHistory,
  { id, iteration, cell, taskType }: EpisodeRow,
): Reflection | null {
  const training = history.trainings.find((one) => one.cell === cell && one.taskType === taskType);
  if (training === undefined || iteration === null) return null;
  const { reflections } = history.readIteration(training, iteration);
  return reflections.find(({ episodeId }) => episodeId === id) ?? null;
}

function renderReflection(reflection: Reflection | null): Markup | '' {
  if (reflection === null) return '';
  const part = (title: string, text: string) =>
    text === '' ? '' : html`<h3>${title}</h3><p class="said">${showPlainly(text)}</p>`;
  return html`<h2>What was learned from it</h2>
${part('Summary', reflection.summary)}${part('Flaws of the plan', reflection.flaws)}${part('Revision', reflection.revision)}`;
}

function renderOthers({ episodes, ...history }: RunHistory, run: string, row: EpisodeRow): Markup | '' {
  const { rows, total } = episodes.select({ instanceId: row.instanceId }, { limit: mostOthers + 1 });
  const others = rows.filter((one) => one !== row.row).slice(0, mostOthers);
  if (others.length === 0) return '';
  const plans = namePlans(history);
  const lines = others.map((one) => {
    const { id, outcome, detail, planId } = episodes.row(one);
    return html`<li><a href="${episodeAddress(run, id)}">${showOnOneLine(id)}</a>, ${showOnOneLine(planName(plans, planId))}: ${renderOutcome(outcome, detail === null ? null : showOnOneLine(detail))}</li>`;
  });
  const all = episodesAddress(run, { instance: row.instanceId });
  return html`<h2>The same instance</h2><ul>${lines}</ul>
${total > others.length + 1 ? html`<p><a href="${all}">All ${groupDigits(total)}</a></p>` : ''}`;
}

function renderNeighbours({ episodes }: RunHistory, run: string, { row }: EpisodeRow): Markup {
  const link = (to: number, label: string) =>
    to < 0 || to >= episodes.count
      ? html`<li><span aria-disabled="true">${label}</span></li>`
      : html`<li><a href="${episodeAddress(run, episodes.row(to).id)}">${label}</a></li>`;
  return html`<nav class="pager" aria-label="Other episodes"><ul>${link(row - 1, 'Previous episode')}${link(row + 1, 'Next episode')}</ul></nav>`;
}
