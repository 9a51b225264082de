import { html } from 'hono/html';
import type { MeasuredShare } from '../history/index.js';
import { bounds, percent } from '../report/index.js';
import { line, type Markup, nothing } from './markup.js';

/** A row of a chart of shares: an open mark for what was before, a full one for what came after. */
export interface IntervalRow {
  readonly label: string;
  /** Null where nothing was measured before. */
  readonly before: MeasuredShare | null;
  readonly after: MeasuredShare;
}

const [left, right, rowHeight] = [6, 380, 48];

/** Shares with their 95 % intervals as a picture; the numbers belong in a table beside it. */
export function renderIntervals(title: string, rows: readonly IntervalRow[]): Markup {
  const height = rows.length * rowHeight + 26;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  return html`<svg class="chart" viewBox="0 0 400 ${height}" role="img" aria-label="${title}"><title>${title}</title>
${ticks.map((tick) => html`<line class="axis" x1="${x(tick)}" x2="${x(tick)}" y1="4" y2="${height - 20}"/><text x="${x(tick)}" y="${height - 6}" text-anchor="${tick === 0 ? 'start' : 'middle'}">${tick * 100} %</text>`)}
${rows.map((row, i) => renderRow(row, i * rowHeight))}</svg>`;
}

const x = (share: number): string => (left + share * (right - left)).toFixed(1);

function renderRow({ label, before, after }: IntervalRow, top: number): Markup {
  const whole = line(label);
  const shown = whole.length > 44 ? `${whole.slice(0, 43)}\u2026` : whole;
  const numbers =
    before === null ? percent(after.mean) : `${percent(before.mean)} \u2192 ${percent(after.mean)}`;
  return html`<g><text x="${left}" y="${top + 16}"><tspan class="strong">${shown}</tspan> ${numbers}</text>
${before === null ? '' : renderMark(before, 'before', top + 27)}${renderMark(after, 'mark', top + 39)}</g>`;
}

function renderMark({ mean, interval95 }: MeasuredShare, style: string, y: number): Markup {
  if (mean === null) return nothing;
  const range =
    interval95 &&
    html`<line class="range ${style}" x1="${x(interval95[0])}" x2="${x(interval95[1])}" y1="${y}" y2="${y}"/>`;
  return html`<g><title>${percent(mean)} ${bounds(interval95)}</title>${range ?? ''}<circle class="range ${style}" cx="${x(mean)}" cy="${y}" r="4.5"/></g>`;
}
