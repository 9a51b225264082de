/** The list of runs. */
import { html } from 'hono/html';
import { messageOf } from '../core/errors.js';
import { type Effect, type RunSummary, summarizeRun } from '../history/index.js';
import { kindWords, type Markup } from '../pages/index.js';
import { percent, signedPoints } from '../report/index.js';
import { describeUtc } from '../util/clock.js';
import { showOnOneLine } from '../util/show-plainly.js';
import { runAddress } from './addresses.js';
import { type FoundFolder, findRunFolder, listRunNames } from './find-run-folder.js';
import { partOf, renderPager } from './pager.js';
import { renderState } from './state-words.js';
import type { ShowPage } from './viewer-source.js';

const runsOfPage = 50;
/** Seconds after which the list is looked at anew. */
const refresh = 5;

/** Shows all runs, newest first, with what is wrong with those that can not be read. */
export const showRuns: ShowPage = async ({ root }, asked) => {
  const names = listRunNames(root);
  const part = partOf(asked, names.length, runsOfPage);
  const shown = names.slice(part.offset, part.offset + part.limit);
  const rows = shown.flatMap((name) => {
    const found = findRunFolder(root, name);
    return found === null ? [] : [renderRow(found, summarize(found))];
  });
  const content = html`<h1>Runs</h1>
${
  names.length === 0
    ? html`<p>There are no runs in <code>${root}</code> yet. They appear here by themselves.</p>
<pre><code>planwright train configs/quickstart.yaml</code></pre>`
    : html`<form action="/compare" method="get">
<table class="stack runs">
<caption>Newest first. To compare two, choose one as A and one as B.</caption>
<thead><tr><th scope="col">Run</th><th scope="col">State</th><th scope="col">What</th>
<th scope="col" class="number">Before</th><th scope="col" class="number">After</th><th scope="col" class="number">Difference</th>
<th scope="col">A</th><th scope="col">B</th></tr></thead>
<tbody>${rows}</tbody>
</table>
<p><button>Compare A with B</button></p>
</form>
${renderPager(part, '/', asked)}`
}`;
  return { title: 'Runs', crumbs: [{ label: 'Runs' }], content, refresh, wide: true };
};

/** A run in short; in words why there is none. */
function summarize({ path, problem }: FoundFolder): RunSummary | string {
  if (problem !== null) return `Not read: ${problem}.`;
  try {
    return summarizeRun(path) ?? 'Not a run: nothing in this folder is from one.';
  } catch (error) {
    return `Can not be read: ${messageOf(error)}`;
  }
}

function renderRow({ name }: FoundFolder, summary: RunSummary | string): Markup {
  const shownName = showOnOneLine(name);
  if (typeof summary === 'string')
    return html`<tr><th scope="row" class="name">${shownName}</th><td colspan="7" class="problem">${showOnOneLine(summary)}</td></tr>`;
  const { state, effect } = summary;
  return html`<tr>
<th scope="row" class="name"><a href="${runAddress(name)}">${shownName}</a>${renderStart(summary)}</th>
<td data-label="State">${renderState(state)}${renderProblems(summary)}</td>
<td data-label="What">${describeWhat(summary)}${renderModels(summary)}</td>
<td data-label="Before" class="number">${renderShare(effect?.baseline ?? null)}</td>
<td data-label="After" class="number">${renderShare(effect?.plan ?? null)}</td>
<td data-label="Difference" class="number">${renderDifference(effect)}</td>
<td data-label="A">${renderChoice('a', name, summary)}</td>
<td data-label="B">${renderChoice('b', name, summary)}</td>
</tr>`;
}

function renderStart({ startedAt }: RunSummary): Markup | '' {
  return startedAt === null ? '' : html`<br><small>${describeUtc(startedAt)}</small>`;
}

function renderProblems({ state, message, problems }: RunSummary): Markup[] {
  const words = [...(message === null || message === state ? [] : [message]), ...problems];
  return words.map((one) => html`<br><small class="problem">${showOnOneLine(one)}</small>`);
}

function describeWhat({ kind, taskTypes, suite, seed }: RunSummary): string {
  const types = taskTypes.length > 3 ? `${taskTypes.length} task types` : taskTypes.join(', ');
  const facts = [
    `${kindWords[kind]}${types === '' ? '' : `: ${types}`}${suite === null ? '' : ` of ${suite.name}`}`,
    ...(seed === null ? [] : [`seed ${seed}`]),
  ];
  return showOnOneLine(facts.join(', '));
}

function renderModels({ models, simulated }: RunSummary): Markup | '' {
  if (models.length === 0) return '';
  const note = simulated ? html` <span class="tag">simulated model</span>` : '';
  return html`<br><small>${showOnOneLine(models.join(', '))}</small>${note}`;
}

function renderShare(share: Effect['baseline']): Markup | string {
  if (share === null || share.mean === null) return '-';
  const { mean, interval95 } = share;
  if (interval95 === null) return percent(mean);
  const [low, high] = interval95.map((bound) => (bound * 100).toFixed(0));
  return html`${percent(mean)} <small>[${low}, ${high}]</small>`;
}

function renderDifference(effect: Effect | null): Markup | string {
  if (!effect?.comparison) return '-';
  const { difference, p } = effect.comparison;
  return html`${signedPoints(difference)} points<br><small>p ${p < 0.0001 ? '< 0.0001' : `= ${p.toPrecision(2)}`}</small>`;
}

function renderChoice(side: 'a' | 'b', name: string, { effect, kind }: RunSummary): Markup | '' {
  if (effect === null && kind !== 'ablation') return '';
  const label = `${side.toUpperCase()}: ${showOnOneLine(name)}`;
  return html`<input type="radio" name="${side}" value="${name}" aria-label="${label}">`;
}
