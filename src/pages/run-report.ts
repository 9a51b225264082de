/** What is said of a run, in the order in which a reader asks. */
import { html } from 'hono/html';
import type { RunHistory } from '../history/index.js';
import { renderAblation } from './ablation-section.js';
import { type EpisodeLink, renderBelief } from './belief-section.js';
import { renderCost } from './cost-section.js';
import { renderEffect } from './effect-section.js';
import { chooseEpisodes, renderEpisodes } from './episodes-section.js';
import { type IterationLink, renderLearning } from './learning-section.js';
import { line, type Markup, nothing } from './markup.js';
import { renderDocument } from './page-document.js';
import { renderPlans } from './plan-section.js';
import { kindWords, stateWords } from './run-words.js';
import { renderTransfer } from './transfer-section.js';
import { renderTrouble } from './trouble-section.js';
import { renderProvenance, renderUse } from './use-section.js';

/** Where a page about a run stands. */
export interface RunPageLinks {
  /** The run as commands name it, for example `runs/heat`. */
  readonly runPath: string;
  readonly episode: EpisodeLink;
  /** Absent where iterations that a page has no room for stand nowhere else. */
  readonly iteration?: IterationLink;
}

/** All sections but the episodes: for a page that shows those elsewhere. */
export function renderRunSections(
  history: RunHistory,
  links: RunPageLinks,
  episodes: Markup = nothing,
): Markup {
  const { runPath, episode, iteration = () => null } = links;
  return html`${renderOutcome(history)}
${history.kind === 'transfer' ? nothing : html`${renderPlans(history)}${renderBelief(history, episode)}`}
${renderLearning(history, episode, iteration)}
${episodes}
${renderCost(history)}
${renderTrouble(history, episode)}
${renderUse(history, runPath)}
${renderProvenance(history)}`;
}

function renderOutcome(history: RunHistory): Markup {
  switch (history.kind) {
    case 'ablation':
      return renderAblation(history);
    case 'transfer':
      return renderTransfer(history);
    default:
      return renderEffect(history);
  }
}

/** What a run is: kind, state, models, suite; and what could not be read. */
export function renderRunHead(history: RunHistory): Markup {
  const { kind, state, message, models, suite, environment, taskTypes, seed, simulated, problems } = history;
  const facts: (readonly [string, string | null])[] = [
    ['what', kindWords[kind]],
    ['state', stateWords[state]],
    ['task types', taskTypes.join(', ') || null],
    ['suite', suite?.name ?? null],
    ['world', environment?.name ?? null],
    ['models', models.length === 0 ? null : `${models.join(', ')}${simulated ? ' (simulated)' : ''}`],
    ['seed', seed === null ? null : String(seed)],
  ];
  return html`<dl class="facts">${facts.map(
    ([name, value]) =>
      html`<div><dt>${name}</dt><dd>${value === null ? html`<span class="quiet">not recorded</span>` : line(value)}</dd></div>`,
  )}</dl>
${state === 'finished' || state === 'unreadable' ? '' : html`<div class="note"><p>${state === 'running' ? 'The run is still going on: this is how it was when the page was made.' : `The run is ${stateWords[state]}${message === null ? '' : `: ${line(message)}`}. What follows is of the part that there is.`}</p></div>`}
${problems.length === 0 ? '' : html`<div class="note"><p>Not all could be read:</p><ul>${problems.map((problem) => html`<li>${line(problem)}</li>`)}</ul></div>`}`;
}

/** A report as one file, and the number of episodes in it. */
export interface RunReport {
  readonly page: string;
  readonly shown: number;
}

/** One self-contained file about a run: the same bytes for the same run. */
export async function renderReport(history: RunHistory): Promise<RunReport> {
  const shown = chooseEpisodes(history);
  const runPath = `runs/${history.id}`;
  const episodes = renderEpisodes(history, shown, runPath);
  const sections = renderRunSections(history, { runPath, episode: shown.link }, episodes);
  const name = line(history.id);
  const page = await renderDocument(
    `${name} - Planwright`,
    html`<header><h1>${name}</h1>${renderRunHead(history)}${renderContents(history)}</header>
${sections}`,
  );
  return { page, shown: shown.rows.length };
}

/** The section that says how it came out, and its title. */
function outcomeOf(kind: RunHistory['kind']): readonly [id: string, title: string] {
  if (kind === 'ablation') return ['arms', 'Which did better?'];
  if (kind === 'transfer') return ['transfer', 'Where does a plan hurt?'];
  return ['effect', kind === 'evaluation' ? 'How well?' : 'Did it help?'];
}

function renderContents({ kind, trainings, pairs }: RunHistory): Markup {
  const [outcome, question] = outcomeOf(kind);
  const all: (readonly [id: string, title: string, isThere: boolean])[] = [
    [outcome, question, true],
    [
      'plan',
      trainings.length > 0 || kind === 'training' ? 'The plan' : 'What was measured',
      kind !== 'transfer',
    ],
    ['believe', 'Can I believe it?', kind !== 'transfer' && (kind !== 'evaluation' || pairs.length > 0)],
    ['how', 'How it got there', trainings.length > 0],
    ['episodes', 'Episodes', true],
    ['cost', 'Cost', true],
    ['trouble', 'What went wrong', true],
    ['use', 'Use it', true],
  ];
  return html`<nav class="contents" aria-label="Contents"><ol>${all
    .filter(([, , isThere]) => isThere)
    .map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ol></nav>`;
}
