/** Show me: episodes turn by turn. */
import { html } from 'hono/html';
import type { Episode, Step } from '../core/episode.js';
import type { EpisodeRow, RunHistory } from '../history/index.js';
import { groupDigits } from '../report/index.js';
import { line, type Markup, nothing, notThere, section, text } from './markup.js';
import { outcomeMark, phaseWords } from './run-words.js';

/** Episodes that a page holds, and what was left out. */
export interface ShownEpisodes {
  readonly rows: readonly EpisodeRow[];
  /** All that there are. */
  readonly total: number;
  /** Anchor of an episode in the page; null for one that is not in it. */
  readonly link: (id: string) => string | null;
}

/** Characters of episodes that a file holds at most. */
const mostCharacters = 6_000_000;
/** Characters of markup around a step, and around an episode. */
const [perStep, perEpisode] = [220, 700];

/**
 * The episodes that a file has room for: those whose instance was gained or lost first, then those of training, then
 * errors, then all others, each in order.
 */
export function chooseEpisodes(history: RunHistory): ShownEpisodes {
  const { episodes, pairs } = history;
  const shown = new Set<number>();
  let room = mostCharacters;
  const take = (row: number): boolean => {
    if (shown.has(row)) return true;
    const { steps } = episodes.row(row);
    room -= perEpisode + steps * (perStep + averageStep);
    if (room > 0) shown.add(row);
    return room > 0;
  };
  for (const pair of pairs) {
    if (room <= 0) break;
    const changed = history.comparePlays(pair).filter(({ change }) => change === 'won' || change === 'lost');
    changed
      .flatMap(({ before, after }) => [before?.row ?? -1, after?.row ?? -1])
      .every((row) => row < 0 || take(row));
  }
  const filters = [{ phase: 'train' }, { outcome: 'error' }, {}] as const;
  for (const filter of filters) {
    if (room <= 0) break;
    episodes.select(filter, { limit: mostCharacters / perEpisode }).rows.every(take);
  }
  const rows = [...shown].sort((a, b) => a - b).map(episodes.row);
  const anchors = new Map(rows.map(({ id, row }) => [id, `#e${row}`]));
  return { rows, total: episodes.count, link: (id) => anchors.get(id) ?? null };
}

/** Characters of thought, action and observation, as most worlds have them. */
const averageStep = 260;

/** Groups by part, task type and outcome, each episode to be opened. */
export function renderEpisodes(history: RunHistory, shown: ShownEpisodes, runPath: string): Markup {
  const { rows, total } = shown;
  const left = total - rows.length;
  return section('episodes', 'Show me', [
    total === 0 ? notThere('No episode has ended.') : nothing,
    left > 0
      ? html`<div class="note"><p>${groupDigits(left)} of ${groupDigits(total)} episodes are left out to keep this file small. In it are, as far as ${mostCharacters / 1_000_000} MB go: the plays of instances that were gained or lost, then training, then errors, then the others. All of them: <code>planwright view</code></p></div>`
      : nothing,
    ...groupsOf(rows).map((group) => renderGroup(history, group, runPath)),
  ]);
}

interface Group {
  readonly title: string;
  readonly rows: EpisodeRow[];
}

function groupsOf(rows: readonly EpisodeRow[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const part = row.iteration === null ? phaseWords[row.phase] : `training, iteration ${row.iteration + 1}`;
    const title = [row.cell ?? row.taskType, part].join(' \u00b7 ');
    const group = groups.get(title) ?? { title, rows: [] };
    group.rows.push(row);
    groups.set(title, group);
  }
  return [...groups.values()];
}

function renderGroup(history: RunHistory, { title, rows }: Group, runPath: string): Markup {
  const won = rows.filter(({ outcome }) => outcome === 'success').length;
  const errors = rows.filter(({ outcome }) => outcome === 'error').length;
  const outcomes = (['failure', 'truncated', 'error', 'success'] as const).flatMap((outcome) => {
    const own = rows.filter((row) => row.outcome === outcome);
    return own.length === 0
      ? []
      : [
          html`<p>${outcomeMark(outcome, null, history.instancesAre)}: ${own.length}</p>${own.map((row) => renderEpisode(history, row, runPath))}`,
        ];
  });
  return html`<details class="card"><summary><strong>${line(title)}</strong> \u00b7 ${won} of ${rows.length - errors} won${errors > 0 ? `, ${errors} errors` : ''}</summary>${outcomes}</details>`;
}

function renderEpisode(history: RunHistory, row: EpisodeRow, runPath: string): Markup {
  const read = history.readEpisode(row.id);
  return html`<details id="e${row.row}"><summary>${line(row.instanceId)}${row.trial > 0 ? ` \u00b7 trial ${row.trial + 1}` : ''} \u00b7 ${outcomeMark(row.outcome, row.detail === null ? null : line(row.detail), history.instancesAre)} \u00b7 ${row.steps} actions</summary>
${read.episode === null ? notThere(line(read.problem)) : renderTurns(read.episode, history.instancesAre)}
<p class="quiet">Play it again: <code>planwright log replay ${line(runPath)} --episode ${line(row.id)}</code></p></details>`;
}

/** An episode turn by turn: thought, action as the model put it and as it was sent, observation. */
export function renderTurns(episode: Episode, instancesAre: RunHistory['instancesAre']): Markup {
  const { goal, initialObservation, steps, outcome, memory, scores = {} } = episode;
  const detail = outcome.kind === 'error' ? line(`${outcome.code}: ${outcome.message}`) : null;
  const measured = Object.entries(scores).map(([name, score]) => `${line(name)} ${score.toFixed(2)}`);
  return html`<p><strong>${text(goal)}</strong></p>
<ol class="turns"><li class="turn"><p>${text(initialObservation)}</p></li>${steps.map(renderStep)}</ol>
<p>${outcomeMark(outcome.kind, detail, instancesAre)}${outcome.kind === 'truncated' ? ` out of ${outcome.by}` : ''} after ${steps.length} actions${measured.length === 0 ? '' : `; ${measured.join(', ')}`}.</p>
${memory === undefined || memory === '' ? '' : html`<p><small>remembered for the next trial</small><br>${text(memory)}</p>`}`;
}

function renderStep({ thought, rawAction, action, formalizer, observation }: Step): Markup {
  const by = formalizer === 'model' ? 'put into form by a model call' : 'put into form by the grammar';
  return html`<li class="turn">${thought === undefined || thought === '' ? '' : html`<p class="thought">${text(thought)}</p>`}
<p class="action"><span aria-hidden="true">\u203a </span>${text(action)}</p>${rawAction === action ? '' : html`<p class="raw">${by}, from: ${text(rawAction)}</p>`}
<p>${text(observation)}</p></li>`;
}
