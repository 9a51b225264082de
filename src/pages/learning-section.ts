/** How did it get there? */
import { html } from 'hono/html';
import type { Reflection } from '../core/episode.js';
import type { Plan } from '../core/plan.js';
import type { IterationHistory, ReadIteration, RunHistory, TrainingHistory } from '../history/index.js';
import { diffPlans } from '../plans/index.js';
import { wordsFor } from '../report/index.js';
import type { EpisodeLink } from './belief-section.js';
import { renderLearningCurve } from './learning-chart.js';
import { countOf, line, type Markup, nothing, notThere, section, text } from './markup.js';
import { outcomeMark } from './run-words.js';

/** Trainings, and iterations of each, that are shown in full: the first half and the last half of so many. */
const mostTrainings = 40;
const mostIterations = 60;
/** Trainings up to which each stands open. */
const mostOpen = 6;
/** Episodes of the iterations that a page shows in full; of one iteration it shows no more than so many by name. */
const mostEpisodes = 1500;
const mostOfIteration = 200;

/** Where an iteration can be read in full, by the numbers of its training and its own; null where it can not. */
export type IterationLink = (training: number, iteration: number) => string | null;

/** Learning curve, then each iteration with its batch, its reflections and what it changed in the plan. */
export function renderLearning(history: RunHistory, link: EpisodeLink, iterationLink: IterationLink): Markup {
  const { trainings } = history;
  if (trainings.length === 0) return nothing;
  let room = mostEpisodes;
  const render = (training: TrainingHistory, iteration: IterationHistory): Markup => {
    room -= Math.min(mostOfIteration, iteration.batch.length) + iteration.reflections;
    if (room > 0) return renderFolded(history, training, iteration, link);
    return renderShort(history, training, iteration, iterationLink(training.index, iteration.iteration));
  };
  const more = trainings.length - mostTrainings;
  return section('how', 'How did it get there?', [
    ...trainings.slice(0, mostTrainings).map((one) => {
      const title = line(one.cell ?? one.taskType);
      const training = renderTraining(history, one, render);
      if (trainings.length > mostOpen)
        return html`<details class="card"><summary><strong>${title}</strong></summary>${training}</details>`;
      return trainings.length > 1 ? html`<h3>${title}</h3>${training}` : training;
    }),
    more > 0
      ? html`<p class="quiet">And ${more} more trainings: <code>planwright view</code> shows all of them.</p>`
      : nothing,
  ]);
}

type RenderIteration = (training: TrainingHistory, iteration: IterationHistory) => Markup;

function renderTraining(history: RunHistory, training: TrainingHistory, render: RenderIteration): Markup {
  const { iterations } = training;
  if (iterations.length === 0) return notThere('No iteration has begun.');
  const half = mostIterations / 2;
  const isLong = iterations.length > mostIterations;
  const shown = isLong ? [...iterations.slice(0, half), ...iterations.slice(-half)] : iterations;
  return html`${renderLearningCurve(training, wordsFor(history.instancesAre).plural)}
${isLong ? html`<p class="quiet">The first and the last ${half} of ${iterations.length} iterations:</p>` : ''}
${shown.map((one) => render(training, one))}`;
}

/** An iteration for which there is no room: no more than how it went. */
function renderShort(
  history: RunHistory,
  { index }: TrainingHistory,
  iteration: IterationHistory,
  address: string | null,
): Markup {
  const where =
    address === null ? 'left out to keep this page small' : html`<a href="${address}">in full</a>`;
  return html`<p class="card" id="t${index}-i${iteration.iteration + 1}"><strong>Iteration ${iteration.iteration + 1}</strong> \u00b7 ${describeIteration(iteration, history)} \u00b7 ${where}</p>`;
}

function renderFolded(
  history: RunHistory,
  training: TrainingHistory,
  iteration: IterationHistory,
  link: EpisodeLink,
): Markup {
  const read = history.readIteration(training, iteration.iteration);
  const { words } = changesOf(read.before, read.after);
  return html`<details class="card" id="t${training.index}-i${iteration.iteration + 1}"><summary><strong>Iteration ${iteration.iteration + 1}</strong> \u00b7 ${describeIteration(iteration, history)}${words === '' ? '' : ` \u00b7 ${words}`}</summary>
${renderRead(history, training, iteration, read, link)}</details>`;
}

/** One iteration in full: its batch, what it changed in the plan, what its episodes taught. */
export function renderIteration(
  history: RunHistory,
  training: TrainingHistory,
  iteration: IterationHistory,
  link: EpisodeLink,
): Markup {
  const read = history.readIteration(training, iteration.iteration);
  return html`<p>${describeIteration(iteration, history)}</p>${renderRead(history, training, iteration, read, link)}`;
}

function renderRead(
  history: RunHistory,
  training: TrainingHistory,
  iteration: IterationHistory,
  read: ReadIteration,
  link: EpisodeLink,
): Markup {
  const { lines } = changesOf(read.before, read.after);
  const taught = read.reflections.slice(0, mostOfIteration);
  const more = read.reflections.length - taught.length;
  return html`${renderBatch(history, training, iteration, link)}
${iteration.note === null ? '' : html`<p class="open">${line(iteration.note)}.</p>`}
${renderVerdict(read)}
${lines.length === 0 ? (iteration.ended ? notThere('The plan stayed as it was.') : notThere('This iteration has not ended.')) : renderDiff(lines)}
${renderEdits(read)}
<h4>What the episodes taught</h4>
${taught.length === 0 ? notThere('No reflection is recorded.') : taught.map((one) => renderReflection(one, link))}
${more > 0 ? html`<p class="quiet">And ${more} more.</p>` : ''}
${read.problems.slice(0, mostOfIteration).map((problem) => html`<p class="absent">${line(problem)}</p>`)}`;
}

function describeIteration(iteration: IterationHistory, { instancesAre }: RunHistory): string {
  const { successes, episodes, errors, batch, accepted } = iteration;
  const { plural, won } = wordsFor(instancesAre);
  const result =
    successes === null
      ? `${countOf(batch.length, plural)}, going on`
      : `${successes} of ${(episodes ?? 0) - (errors ?? 0)} ${won}${errors ? `, ${errors} ended in an error` : ''}`;
  return accepted === null ? result : `${result} \u00b7 ${accepted ? 'update kept' : 'update not kept'}`;
}

function renderBatch(
  { episodes, instancesAre }: RunHistory,
  { cell }: TrainingHistory,
  { batch, iteration }: IterationHistory,
  link: EpisodeLink,
): Markup {
  const prefix = `${cell === null ? '' : `${cell}/`}train/${iteration}/`;
  return html`<p>${batch.slice(0, mostInBatch).map((instance, i) => {
    const row = episodes.rowOf(`${prefix}${instance}`);
    const address = row < 0 ? null : link(`${prefix}${instance}`);
    const name =
      address === null ? html`${line(instance)}` : html`<a href="${address}">${line(instance)}</a>`;
    const outcome =
      row < 0
        ? html`<span class="quiet">not played</span>`
        : outcomeMark(episodes.row(row).outcome, null, instancesAre);
    return html`${i === 0 ? '' : ' \u00b7 '}${name} ${outcome}`;
  })}</p>`;
}

/** Instances of a batch that are named. */
const mostInBatch = 100;

function renderVerdict({ verdict }: ReadIteration): Markup {
  if (verdict === null) return nothing;
  const { accepted, reason, better, worse, n } = verdict;
  const style = accepted ? 'good' : 'open';
  return html`<p class="${style}"><span aria-hidden="true">${accepted ? '\u25b2' : '\u25bc'}</span> The update was ${accepted ? 'kept' : 'not kept'}: ${line(reason)}. On ${n} validation instances it did better on ${better} and worse on ${worse}.</p>`;
}

function changesOf(before: Plan | null, after: Plan | null) {
  if (before === null || after === null || before.id === after.id) return { words: '', lines: [] };
  const lines = diffPlans(before, after);
  const count = (kind: string) => lines.filter((one) => one.kind === kind).length;
  return { words: `${countOf(count('added'), 'lines')} added, ${count('removed')} removed`, lines };
}

/** A difference of two plans, with signs as well as colours. */
export function renderDiff(lines: ReturnType<typeof diffPlans>): Markup {
  const signs = { same: '\u00a0', removed: '\u2212', added: '+' } as const;
  return html`<div class="diff">${lines.map(({ kind, text: words }) => {
    const said = `${signs[kind]} ${text(words)}`;
    const marked =
      kind === 'added' ? html`<ins>${said}</ins>` : kind === 'removed' ? html`<del>${said}</del>` : said;
    return html`<div class="${kind}">${marked}</div>`;
  })}</div>`;
}

function renderEdits({ edits }: ReadIteration): Markup {
  if (edits.length === 0) return nothing;
  return html`<h4>Edits that the update asked for</h4><ul>${edits.map(
    ({ edit, applied, reason }) =>
      html`<li><span class="${applied ? 'good' : 'open'}">${applied ? '\u25b2 made' : '\u25bc refused'}</span>: ${line(edit)}${reason === undefined ? '' : html` <span class="quiet">(${line(reason)})</span>`}</li>`,
  )}</ul>`;
}

function renderReflection(
  { instanceId, episodeId, summary, flaws, revision }: Reflection,
  link: EpisodeLink,
): Markup {
  const address = link(episodeId);
  const name =
    address === null ? html`${line(instanceId)}` : html`<a href="${address}">${line(instanceId)}</a>`;
  const part = (title: string, words: string) =>
    words.trim() === '' ? nothing : html`<p><small>${title}</small><br>${text(words)}</p>`;
  return html`<div class="reflection"><strong>${name}</strong>
${part('what happened', summary)}${part('what went wrong', flaws)}${part('what the plan should say', revision)}</div>`;
}
