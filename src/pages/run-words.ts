/** How pages speak of runs, plans and outcomes. */
import { html } from 'hono/html';
import type { Outcome } from '../core/episode.js';
import type { Phase } from '../core/event.js';
import type { HistoryKind, HistoryState, PairedPlay, PlanRef, RunHistory } from '../history/index.js';
import type { Markup } from './markup.js';

/** What a run did. */
export const kindWords: Readonly<Record<HistoryKind, string>> = {
  training: 'training',
  evaluation: 'evaluation',
  ablation: 'ablation',
  transfer: 'transfer',
  certificate: 'certification',
  unknown: 'unknown: its files do not say',
};

/** How far a run is. */
export const stateWords: Readonly<Record<HistoryState, string>> = {
  running: 'going on',
  finished: 'finished',
  'budget-reached': 'stopped at its budget',
  outage: 'stopped: the server was gone',
  interrupted: 'interrupted',
  failed: 'failed',
  'cut-off': 'cut off: it has no end, and no process is working on it',
  unreadable: 'unreadable: there is no journal that can be read',
};

const outcomeMarks: Readonly<Record<Outcome['kind'], readonly [mark: string, word: string, style: string]>> =
  {
    success: ['\u25cf', 'won', 'good'],
    failure: ['\u25cb', 'lost', 'bad'],
    truncated: ['\u25d0', 'cut off', 'open'],
    error: ['\u00d7', 'error', 'open'],
  };

/** An outcome with its own shape. `right` is what is said of questions that were won. */
export function outcomeMark(
  outcome: Outcome['kind'],
  detail: string | null,
  instancesAre: RunHistory['instancesAre'],
): Markup {
  const [mark, word, style] = outcomeMarks[outcome];
  const said = instancesAre === 'questions' && outcome === 'success' ? 'right' : word;
  const named = instancesAre === 'questions' && outcome === 'failure' ? 'wrong' : said;
  return html`<span class="${style}"><span aria-hidden="true">${mark}</span> ${named}${detail === null ? '' : ` (${detail})`}</span>`;
}

/** Part of the work that episodes belong to. */
export const phaseWords: Readonly<Record<Phase, string>> = {
  train: 'training',
  validation: 'validation',
  baseline: 'the first plan, measured',
  'held-out': 'the last plan, measured',
};

/** Marks of instance changes: shapes, so that they can be told apart without colour. */
export const changeMarks: Readonly<Record<'won' | 'lost' | 'both' | 'neither' | 'incomparable', string>> = {
  won: '\u25b2',
  lost: '\u25bc',
  both: '\u25cf',
  neither: '\u25cb',
  incomparable: '?',
};

/** What became of an instance under two plans. */
export function changeOf({ change, after }: PairedPlay): keyof typeof changeMarks {
  if (change !== 'same') return change;
  return (after?.value ?? 0) > 0 ? 'both' : 'neither';
}

/** A plan by its number. */
export function planWords({ iteration, empty }: PlanRef): string {
  if (empty) return 'no plan';
  return iteration === 0 ? 'the first plan' : `plan ${iteration}`;
}
