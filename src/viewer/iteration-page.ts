/** One iteration of a training in full. */
import { html } from 'hono/html';
import { renderIteration } from '../pages/index.js';
import { showOnOneLine } from '../util/show-plainly.js';
import { episodeAddress, episodesAddress, runAddress } from './addresses.js';
import { PageProblem } from './page-problem.js';
import { folderOfRun, type ShowPage } from './viewer-source.js';

/** Shows one iteration; trainings and iterations have numbers from 0. */
export const showIteration: ShowPage = async (source, { run = '', training = '', iteration = '' }) => {
  const history = await source.shelf.open(folderOfRun(source, run));
  const of = history.trainings[numberOf(training)];
  const shown = of?.iterations[numberOf(iteration)];
  if (of === undefined || shown === undefined) throw new PageProblem(404, 'There is no such iteration.');
  const [runName, number] = [showOnOneLine(run), shown.iteration + 1];
  const title = `Iteration ${number}`;
  const all = episodesAddress(run, {
    type: of.taskType,
    iteration: String(shown.iteration),
    ...(of.cell === null ? {} : { cell: of.cell }),
  });
  return {
    title: `${title} of ${runName}`,
    crumbs: [{ label: 'Runs', href: '/' }, { label: runName, href: runAddress(run) }, { label: title }],
    content: html`<h1>${title}: ${showOnOneLine(of.cell ?? of.taskType)}</h1>
<p><a href="${all}">Its episodes</a></p>
${renderIteration(history, of, shown, (id) => episodeAddress(run, id))}`,
  };
};

function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : -1;
}
