/** States and outcomes as words with a shape, so that nobody needs to tell colours apart. */
import { html } from 'hono/html';
import type { Outcome } from '../core/episode.js';
import type { HistoryState } from '../history/index.js';
import type { Markup } from './markup.js';

type Look = readonly [shape: string, tone: 'good' | 'bad' | 'open' | 'plain', words: string];

const states: Readonly<Record<HistoryState, Look>> = {
  running: ['●', 'open', 'running'],
  finished: ['✓', 'good', 'finished'],
  'budget-reached': ['■', 'plain', 'budget reached'],
  outage: ['▲', 'bad', 'server gone'],
  interrupted: ['■', 'plain', 'interrupted'],
  failed: ['✕', 'bad', 'failed'],
  'cut-off': ['▲', 'bad', 'cut off'],
  unreadable: ['▲', 'bad', 'can not be read'],
};

const outcomes: Readonly<Record<Outcome['kind'], Look>> = {
  success: ['✓', 'good', 'won'],
  failure: ['✕', 'bad', 'lost'],
  truncated: ['■', 'bad', 'ran out'],
  error: ['▲', 'plain', 'error'],
};

/** How far a run is. */
export function renderState(state: HistoryState): Markup {
  return renderLook(states[state]);
}

/** How an episode ended; `detail` says what ran out, or which error it was. */
export function renderOutcome(kind: Outcome['kind'], detail: string | null): Markup {
  const [shape, tone, words] = outcomes[kind];
  return renderLook([shape, tone, detail === null ? words : `${words}: ${detail}`]);
}

/** What an outcome is called. */
export function outcomeWords(kind: Outcome['kind']): string {
  return outcomes[kind][2];
}

function renderLook([shape, tone, words]: Look): Markup {
  return html`<span class="mark ${tone}"><span aria-hidden="true">${shape}</span> ${words}</span>`;
}
