/** One episode, turn by turn. */
import { html } from 'hono/html';
import { showOnOneLine, showPlainly } from '../util/show-plainly.js';
import { episodesAddress, runAddress } from './addresses.js';
import { PageProblem } from './page-problem.js';
import { folderOfRun, type ShowPage } from './viewer-source.js';

/** Shows one episode. */
export const showEpisode: ShowPage = async (source, { run = '', id = '' }) => {
  const history = await source.shelf.open(folderOfRun(source, run));
  const read = history.readEpisode(id);
  if (read.episode === null) throw new PageProblem(404, showOnOneLine(read.problem));
  const { episode } = read;
  return {
    title: showOnOneLine(id),
    crumbs: [
      { label: 'Runs', href: '/' },
      { label: showOnOneLine(run), href: runAddress(run) },
      { label: 'Episodes', href: episodesAddress(run) },
      { label: showOnOneLine(id) },
    ],
    content: html`<h1>${showOnOneLine(id)}</h1><pre>${showPlainly(JSON.stringify(episode, null, 2))}</pre>`,
  };
};
