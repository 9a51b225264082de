/** Can I believe it? */
import { html } from 'hono/html';
import type { PairedPlans, PairedPlay, RunHistory } from '../history/index.js';
import { groupDigits, percent, wordsFor } from '../report/index.js';
import { line, type Markup, nothing, notThere, section } from './markup.js';
import { changeMarks, changeOf, planWords } from './run-words.js';

/** Where an episode can be read; null where it can not. */
export type EpisodeLink = (id: string) => string | null;

/** Instances that are shown for a pair of plans: those that changed come first. */
const mostInstances = 600;
/** Pairs of consecutive plans that are shown. */
const mostFlips = 60;

/** Wins and losses instance by instance, flips, how many plans were tried, certificate. */
export function renderBelief(history: RunHistory, link: EpisodeLink): Markup {
  const effects = history.pairs.filter(({ role }) => role === 'effect');
  const flips = history.pairs.filter(({ role }) => role === 'flips');
  if (history.kind === 'evaluation') return nothing;
  return section('believe', 'Can I believe it?', [
    renderTried(history),
    effects.length === 0
      ? notThere('There is no pair of plans yet that was measured on the same instances.')
      : html`<h3>Instance by instance, with the plan and without</h3>${effects.map((pair) => renderPair(history, pair, link))}`,
    renderFlips(history, flips, link),
    history.certificate === null
      ? html`<h3>Certificate</h3>${notThere('Not certified in this run. A training looks at its held-out instances itself; planwright certify plays them afresh and corrects for the number of plans tried.')}`
      : nothing,
  ]);
}

function renderTried({ trainings, suite }: RunHistory): Markup {
  if (trainings.length === 0) return nothing;
  const plans = trainings.reduce((sum, { plansTried }) => sum + plansTried, 0);
  return html`<p>${groupDigits(plans)} plans were tried in this run, those that training began with included. What other runs have measured on the same instances${suite === null ? '' : ` of ${line(suite.name)}`} is counted by <code>planwright certify</code>.</p>`;
}

function renderPair(history: RunHistory, pair: PairedPlans, link: EpisodeLink): Markup {
  const plays = history.comparePlays(pair);
  const counts = countChanges(plays);
  const { won } = wordsFor(history.instancesAre);
  const many = history.pairs.filter(({ role }) => role === 'effect').length > 1;
  return html`${many ? html`<h4>${line(pair.cell ?? pair.taskType)}</h4>` : ''}
<dl class="tally"><div><dt>${won} only with the plan</dt><dd class="good">${changeMarks.won} ${counts.won}</dd></div>
<div><dt>${won} only before</dt><dd class="bad">${changeMarks.lost} ${counts.lost}</dd></div>
<div><dt>${won} both times</dt><dd>${changeMarks.both} ${counts.both}</dd></div>
<div><dt>neither time</dt><dd>${changeMarks.neither} ${counts.neither}</dd></div>
${counts.incomparable > 0 ? html`<div><dt>not comparable: missing, or an error</dt><dd>${changeMarks.incomparable} ${counts.incomparable}</dd></div>` : ''}</dl>
${renderCells(plays, link)}`;
}

function countChanges(plays: readonly PairedPlay[]): Readonly<Record<keyof typeof changeMarks, number>> {
  const counts = { won: 0, lost: 0, both: 0, neither: 0, incomparable: 0 };
  for (const play of plays) counts[changeOf(play)]++;
  return counts;
}

/** One mark for each instance, and the same as a table. */
function renderCells(plays: readonly PairedPlay[], link: EpisodeLink): Markup {
  const order = ['lost', 'won', 'incomparable', 'neither', 'both'];
  const sorted = [...plays].sort((a, b) => order.indexOf(changeOf(a)) - order.indexOf(changeOf(b)));
  const shown = sorted.slice(0, mostInstances);
  const more = sorted.length - shown.length;
  return html`<ul class="cells" aria-hidden="true">${shown.map((play) => {
    const change = changeOf(play);
    const style = change === 'won' || change === 'lost' ? change : 'none';
    return html`<li class="${style}" title="${line(play.instanceId)}">${changeMarks[change]}</li>`;
  })}</ul>
${more > 0 ? html`<p class="quiet">And ${groupDigits(more)} more: <code>planwright view</code> shows all of them.</p>` : ''}
<details><summary>As a table</summary><div class="scroll"><table><thead><tr><th scope="col">instance</th><th scope="col">before</th><th scope="col">with the plan</th><th scope="col">change</th></tr></thead>
<tbody>${shown.map((play) => renderPlayRow(play, link))}</tbody></table></div></details>`;
}

const changeWords: Readonly<Record<keyof typeof changeMarks, string>> = {
  won: 'gained',
  lost: 'lost',
  both: 'both times',
  neither: 'neither time',
  incomparable: 'not comparable',
};

function renderPlayRow(play: PairedPlay, link: EpisodeLink): Markup {
  const change = changeOf(play);
  const style = change === 'won' || change === 'lost' ? change : 'none';
  return html`<tr><th scope="row">${line(play.instanceId)}</th><td>${renderPlay(play.before, link)}</td><td>${renderPlay(play.after, link)}</td><td class="${style}">${changeMarks[change]} ${changeWords[change]}</td></tr>`;
}

function renderPlay(play: PairedPlay['before'], link: EpisodeLink): Markup {
  if (play === null) return html`<span class="quiet">not run</span>`;
  const value = play.value === null || play.value === 0 || play.value === 1 ? '' : ` ${percent(play.value)}`;
  const words = `${play.outcome === 'truncated' ? 'cut off' : play.outcome}${value}, ${play.steps} actions`;
  const address = link(play.episodeId);
  return address === null ? html`${words}` : html`<a href="${address}">${words}</a>`;
}

function renderFlips(history: RunHistory, flips: readonly PairedPlans[], link: EpisodeLink): Markup {
  if (flips.length === 0)
    return html`<h3>From plan to plan</h3>${notThere('Not measured: each batch had instances of its own, so that plans that followed one another were not played on the same ones.')}`;
  const shown = flips.slice(0, mostFlips);
  return html`<h3>From plan to plan</h3><p class="quiet">What each update changed on instances that both plans were played on.</p>
<div class="scroll"><table><thead><tr><th scope="col">plans</th><th scope="col" class="number">gained</th><th scope="col" class="number">lost</th><th scope="col" class="number">same</th></tr></thead>
<tbody>${shown.map((pair) => {
    const plays = history.comparePlays(pair);
    const counts = countChanges(plays);
    return html`<tr><th scope="row">${flips.some(({ taskType }) => taskType !== pair.taskType) || pair.cell !== null ? `${line(pair.cell ?? pair.taskType)}: ` : ''}${planWords(pair.before)} \u2192 ${planWords(pair.after)}${renderFlipped(plays, link)}</th><td class="number won">${changeMarks.won} ${counts.won}</td><td class="number lost">${changeMarks.lost} ${counts.lost}</td><td class="number">${counts.both + counts.neither}</td></tr>`;
  })}</tbody></table></div>
${flips.length > shown.length ? html`<p class="quiet">And ${flips.length - shown.length} more pairs of plans.</p>` : ''}`;
}

function renderFlipped(plays: readonly PairedPlay[], link: EpisodeLink): Markup {
  const flipped = plays.filter(({ change }) => change === 'won' || change === 'lost').slice(0, 40);
  if (flipped.length === 0) return nothing;
  return html`<details><summary><small>which</small></summary><ul>${flipped.map(
    ({ instanceId, before, after, change }) =>
      html`<li class="${change}">${change === 'won' ? changeMarks.won : changeMarks.lost} ${line(instanceId)}: ${renderPlay(before, link)} \u2192 ${renderPlay(after, link)}</li>`,
  )}</ul></details>`;
}
