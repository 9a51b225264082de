/** One run, as the report has it, and as it is now while it goes on. */
import { html } from 'hono/html';
import { type RunPageLinks, renderRunHead, renderRunSections } from '../pages/index.js';
import { groupDigits } from '../report/index.js';
import { showOnOneLine } from '../util/show-plainly.js';
import { episodeAddress, episodesAddress, iterationAddress } from './addresses.js';
import { renderProgress } from './progress-part.js';
import { folderOfRun, type ShowPage } from './viewer-source.js';

/** Seconds after which the page is looked at anew while the run goes on. */
const refresh = 2;

/** Shows one run. */
export const showRun: ShowPage = async (source, { run = '' }) => {
  const history = await source.shelf.open(folderOfRun(source, run));
  const name = showOnOneLine(run);
  const links: RunPageLinks = {
    runPath: history.folder,
    episode: (id) => episodeAddress(run, id),
    iteration: (training, iteration) => iterationAddress(run, training, iteration),
  };
  return {
    title: name,
    crumbs: [{ label: 'Runs', href: '/' }, { label: name }],
    content: html`<h1>${name}</h1>
${renderRunHead(history)}
<p><a href="${episodesAddress(run)}">All episodes: ${groupDigits(history.episodes.count)}</a></p>
${renderProgress(history)}
${renderRunSections(history, links)}`,
    ...(history.state === 'running' ? { refresh } : {}),
  };
};
