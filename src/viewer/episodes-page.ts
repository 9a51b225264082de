/** The episodes of a run, page by page. */
import { html } from 'hono/html';
import type { Outcome } from '../core/episode.js';
import type { Phase } from '../core/event.js';
import type { EpisodeFilter, EpisodeRow, RunHistory } from '../history/index.js';
import { type Markup, outcomeMark } from '../pages/index.js';
import { groupDigits } from '../report/index.js';
import { showOnOneLine } from '../util/show-plainly.js';
import { episodeAddress, episodesAddress, runAddress } from './addresses.js';
import { partOf, renderPager } from './pager.js';
import { namePlans, planName } from './plan-names.js';
import { searchEpisodes } from './search-episodes.js';
import { type Asked, folderOfRun, type ShowPage, type ViewerSource } from './viewer-source.js';

const episodesOfPage = 100;
/** Plans that are offered for a choice. */
const mostPlans = 100;
/** Seconds after which the page is looked at anew while the run goes on. */
const refresh = 5;

const outcomes: readonly Outcome['kind'][] = ['success', 'failure', 'truncated', 'error'];
const outcomeWords = { success: 'won', failure: 'lost', truncated: 'cut off', error: 'error' } as const;
const phases: readonly Phase[] = ['train', 'validation', 'baseline', 'held-out'];

/** Shows the episodes that fit what is asked for. */
export const showEpisodes: ShowPage = async (source, asked) => {
  const run = asked.run ?? '';
  const history = await source.shelf.open(folderOfRun(source, run));
  const title = `Episodes of ${showOnOneLine(run)}`;
  const found = asked.says ? await renderFound(source, run, history, asked) : renderAll(run, history, asked);
  const content = html`<h1>Episodes</h1>
${renderForm(run, history, asked)}
${found}`;
  return {
    title,
    crumbs: [
      { label: 'Runs', href: '/' },
      { label: showOnOneLine(run), href: runAddress(run) },
      { label: 'Episodes' },
    ],
    content,
    wide: true,
    // A search takes its time: it is not made again by itself.
    ...(history.state === 'running' && !asked.says ? { refresh } : {}),
  };
};

function renderAll(run: string, history: RunHistory, asked: Asked): Markup {
  const { episodes } = history;
  const filter = filterOf(asked);
  const { total } = episodes.select(filter, { limit: 0 });
  const part = partOf(asked, total, episodesOfPage);
  const { run: _run, ...query } = asked;
  return html`${renderCount(total, episodes.count)}
${total === 0 ? '' : renderTable(run, episodes.select(filter, part).rows, history)}
${renderPager(part, episodesAddress(run), query)}`;
}

/** Those in which something is said: as many as can be found in a moment, and where to go on. */
async function renderFound(
  { clock }: ViewerSource,
  run: string,
  history: RunHistory,
  asked: Asked,
): Promise<Markup> {
  const { run: _run, from = '', says = '', ...query } = asked;
  const first = /^\d{1,9}$/.test(from) ? Number(from) : 0;
  const search = { filter: filterOf(asked), says, from: first, limit: episodesOfPage };
  const { rows, read, next } = await searchEpisodes(history, search, clock);
  const on = next === null ? null : episodesAddress(run, { ...query, says, from: String(next) });
  return html`<p>${groupDigits(rows.length)} found in ${groupDigits(read)} episodes that were read, from number ${groupDigits(first + 1)} on.
${on === null ? 'There are no more.' : html`<a href="${on}">Read on</a>`}</p>
${rows.length === 0 ? '' : renderTable(run, rows, history)}`;
}

/** What an address asks for; values that nothing can have are left out. */
function filterOf({ outcome, phase, type, cell, plan, instance, iteration, text }: Asked): EpisodeFilter {
  const kind = outcomes.find((one) => one === outcome);
  const part = phases.find((one) => one === phase);
  return {
    ...(kind === undefined ? {} : { outcome: kind }),
    ...(part === undefined ? {} : { phase: part }),
    ...(type ? { taskType: type } : {}),
    ...(cell ? { cell } : {}),
    ...(plan ? { planId: plan } : {}),
    ...(instance ? { instanceId: instance } : {}),
    ...(iteration && /^\d{1,6}$/.test(iteration) ? { iteration: Number(iteration) } : {}),
    ...(text ? { text } : {}),
  };
}

function renderForm(run: string, history: RunHistory, asked: Asked): Markup {
  const { taskTypes, cells } = history.episodes;
  const plans = [...namePlans(history)];
  const choice = (value: string, label = value): Choice => ({ value, label: showOnOneLine(label) });
  return html`<form class="filter" action="${episodesAddress(run)}" method="get">
${renderSelect(
  'Outcome',
  'outcome',
  asked,
  outcomes.map((kind) => choice(kind, outcomeWords[kind])),
)}
${renderSelect(
  'Part',
  'phase',
  asked,
  phases.map((phase) => choice(phase)),
)}
${
  taskTypes.length < 2
    ? ''
    : renderSelect(
        'Task type',
        'type',
        asked,
        taskTypes.map((type) => choice(type)),
      )
}
${
  cells.length === 0
    ? ''
    : renderSelect(
        'Cell',
        'cell',
        asked,
        cells.map((cell) => choice(cell)),
      )
}
${
  plans.length < 2 || plans.length > mostPlans
    ? ''
    : renderSelect(
        'Plan',
        'plan',
        asked,
        plans.map(([id, name]) => choice(id, name)),
      )
}
${asked.iteration ? html`<label>Iteration <input name="iteration" inputmode="numeric" value="${asked.iteration}"></label>` : ''}
${asked.instance ? html`<label>Instance <input name="instance" value="${asked.instance}"></label>` : ''}
<label>Name contains <input type="search" name="text" value="${asked.text ?? ''}"></label>
<label>Somebody says <input type="search" name="says" value="${asked.says ?? ''}"></label>
<button>Show</button> <a href="${episodesAddress(run)}">All</a>
</form>`;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

function renderSelect(label: string, name: string, asked: Asked, choices: readonly Choice[]): Markup {
  const options = choices.map(
    ({ value, label }) =>
      html`<option value="${value}"${asked[name] === value ? html` selected` : ''}>${label}</option>`,
  );
  return html`<label>${label} <select name="${name}"><option value="">all</option>${options}</select></label>`;
}

function renderCount(total: number, all: number): Markup {
  if (all === 0) return html`<p>No episode has ended yet.</p>`;
  if (total === 0) return html`<p>None of ${groupDigits(all)} episodes fits.</p>`;
  return total === all
    ? html`<p>${groupDigits(all)} episodes.</p>`
    : html`<p>${groupDigits(total)} of ${groupDigits(all)} episodes.</p>`;
}

function renderTable(run: string, rows: readonly number[], history: RunHistory): Markup {
  const several = history.episodes.taskTypes.length > 1;
  const plans = namePlans(history);
  return html`<table class="stack episodes">
<thead><tr><th scope="col">Episode</th><th scope="col">Outcome</th>${several ? html`<th scope="col">Task type</th>` : ''}
<th scope="col">Plan</th><th scope="col" class="number">Actions</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Tokens</th></tr></thead>
<tbody>${rows.map((row) => renderRow(run, history.episodes.row(row), several, plans, history.instancesAre))}</tbody>
</table>`;
}

type PlanNames = ReadonlyMap<string, string>;

function renderRow(
  run: string,
  row: EpisodeRow,
  several: boolean,
  plans: PlanNames,
  instancesAre: RunHistory['instancesAre'],
): Markup {
  return html`<tr>
<th scope="row" class="name"><a href="${episodeAddress(run, row.id)}">${showOnOneLine(row.id)}</a></th>
<td data-label="Outcome">${outcomeMark(row.outcome, row.detail === null ? null : showOnOneLine(row.detail), instancesAre)}</td>
${several ? html`<td data-label="Task type">${showOnOneLine(row.taskType)}</td>` : ''}
<td data-label="Plan">${showOnOneLine(planName(plans, row.planId))}</td>
<td data-label="Actions" class="number">${groupDigits(row.steps)}</td>
<td data-label="Calls" class="number">${groupDigits(row.calls)}</td>
<td data-label="Tokens" class="number">${groupDigits(row.promptTokens + row.completionTokens)}</td>
</tr>`;
}
