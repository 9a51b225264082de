/** One run, as the report has it, and as it is now while it goes on. */
import { html } from 'hono/html';
import { groupDigits } from '../report/index.js';
import { showOnOneLine } from '../util/show-plainly.js';
import { episodesAddress } from './addresses.js';
import { renderProgress } from './progress-part.js';
import { renderState } from './state-words.js';
import { folderOfRun, type ShowPage } from './viewer-source.js';

/** Seconds after which the page is looked at anew while the run goes on. */
const refresh = 2;

/** Shows one run. */
export const showRun: ShowPage = async (source, { run = '' }) => {
  const history = await source.shelf.open(folderOfRun(source, run));
  const name = showOnOneLine(run);
  return {
    title: name,
    crumbs: [{ label: 'Runs', href: '/' }, { label: name }],
    content: html`<h1>${name}</h1>
<p>${renderState(history.state)}${history.message === null ? '' : `: ${showOnOneLine(history.message)}`}</p>
${history.problems.map((problem) => html`<p class="problem">${showOnOneLine(problem)}</p>`)}
<p><a href="${episodesAddress(run)}">Episodes: ${groupDigits(history.episodes.count)}</a></p>
${renderProgress(history)}`,
    ...(history.state === 'running' ? { refresh } : {}),
  };
};
