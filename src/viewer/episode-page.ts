/** One episode, turn by turn. */
import { html } from 'hono/html';
import type { Episode, Reflection } from '../core/episode.js';
import type { EpisodeRow, RunHistory } from '../history/index.js';
import { type Markup, outcomeMark, renderTurns } from '../pages/index.js';
import { groupDigits } from '../report/index.js';
import { showOnOneLine, showPlainly } from '../util/show-plainly.js';
import { episodeAddress, episodesAddress, runAddress } from './addresses.js';
import { PageProblem } from './page-problem.js';
import { namePlans, planName } from './plan-names.js';
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
${renderFacts(history, run, row, episode)}
<h2>Turn by turn</h2>
${renderTurns(episode, history.instancesAre)}
${renderReflection(findReflection(history, row))}
${renderOthers(history, run, row)}
<h2>Play it again</h2>
<pre class="command"><code>planwright log replay ${showOnOneLine(history.folder)} --episode ${showOnOneLine(id)}</code></pre>
${renderNeighbours(history, run, row)}`,
  };
};

function renderFacts(history: RunHistory, run: string, row: EpisodeRow, episode: Episode): Markup {
  const plan = planName(namePlans(history), row.planId);
  const scores = Object.entries(episode.scores ?? {});
  return html`<dl class="facts">
<div><dt>Outcome</dt><dd>${renderOutcome(row, history)}</dd></div>
<div><dt>Plan</dt><dd><a href="${episodesAddress(run, { plan: row.planId })}">${showOnOneLine(plan)}</a></dd></div>
<div><dt>Part</dt><dd>${row.phase}${row.iteration === null ? '' : `, iteration ${row.iteration + 1}`}</dd></div>
<div><dt>Actions</dt><dd>${groupDigits(row.steps)}</dd></div>
<div><dt>Calls</dt><dd>${groupDigits(row.calls)}</dd></div>
<div><dt>Tokens</dt><dd>${groupDigits(row.promptTokens)} + ${groupDigits(row.completionTokens)}</dd></div>
${scores.map(([name, score]) => html`<div><dt>${showOnOneLine(name)}</dt><dd>${score.toFixed(2)}</dd></div>`)}
</dl>`;
}

function renderOutcome(
  { outcome, detail }: EpisodeRow,
  { instancesAre }: Pick<RunHistory, 'instancesAre'>,
): Markup {
  return outcomeMark(outcome, detail === null ? null : showOnOneLine(detail), instancesAre);
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
    text === '' ? '' : html`<h3>${title}</h3><p class="lines">${showPlainly(text)}</p>`;
  return html`<h2>What was learned from it</h2>
${part('Summary', reflection.summary)}${part('Flaws of the plan', reflection.flaws)}${part('Revision', reflection.revision)}`;
}

function renderOthers({ episodes, ...history }: RunHistory, run: string, row: EpisodeRow): Markup | '' {
  const { rows, total } = episodes.select({ instanceId: row.instanceId }, { limit: mostOthers + 1 });
  const others = rows.filter((one) => one !== row.row).slice(0, mostOthers);
  if (others.length === 0) return '';
  const plans = namePlans(history);
  const lines = others.map((one) => {
    const other = episodes.row(one);
    const { id, planId } = other;
    return html`<li><a href="${episodeAddress(run, id)}">${showOnOneLine(id)}</a>, ${showOnOneLine(planName(plans, planId))}: ${renderOutcome(other, history)}</li>`;
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
