/** States of runs as words with a shape, so that nobody needs to tell colours apart. */
import { html } from 'hono/html';
import type { HistoryState } from '../history/index.js';
import type { Markup } from '../pages/index.js';

type Look = readonly [shape: string, tone: 'good' | 'bad' | 'open', words: string];

const states: Readonly<Record<HistoryState, Look>> = {
  running: ['\u25cf', 'open', 'going on'],
  finished: ['\u2713', 'good', 'finished'],
  'budget-reached': ['\u25a0', 'open', 'budget reached'],
  outage: ['\u25b2', 'bad', 'server gone'],
  interrupted: ['\u25a0', 'open', 'interrupted'],
  failed: ['\u2715', 'bad', 'failed'],
  'cut-off': ['\u25b2', 'bad', 'cut off'],
  unreadable: ['\u25b2', 'bad', 'can not be read'],
};

/** How far a run is. */
export function renderState(state: HistoryState): Markup {
  const [shape, tone, words] = states[state];
  return html`<span class="${tone}"><span aria-hidden="true">${shape}</span> ${words}</span>`;
}
