import { html } from 'hono/html';
import type { MeasuredShare } from '../history/index.js';
import { bounds, percent } from '../report/index.js';
import { line, type Markup } from './markup.js';

/** A row of a chart of shares: an open mark before, a full one after. */
export interface IntervalRow {
  readonly label: string;
  readonly share: MeasuredShare;
  readonly isBefore: boolean;
}

const [left, right, rowHeight] = [190, 640, 30];

/** Shares with their 95 % intervals as a picture; the numbers belong in a table beside it. */
export function renderIntervals(title: string, rows: readonly IntervalRow[]): Markup {
  const height = rows.length * rowHeight + 34;
  const x = (share: number) => (left + share * (right - left)).toFixed(1);
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  return html`<svg class="chart" viewBox="0 0 680 ${height}" role="img" aria-label="${title}"><title>${title}</title>
${ticks.map((tick) => html`<line class="axis" x1="${x(tick)}" x2="${x(tick)}" y1="4" y2="${height - 26}"/><text x="${x(tick)}" y="${height - 8}" text-anchor="middle">${tick * 100} %</text>`)}
${rows.map((row, i) => renderRow(row, i * rowHeight + 19, x))}</svg>`;
}

function renderRow({ label, share, isBefore }: IntervalRow, y: number, x: (share: number) => string): Markup {
  const shown = line(label).length > 26 ? `${line(label).slice(0, 25)}\u2026` : line(label);
  const name = html`<text class="strong" x="${left - 14}" y="${y + 4}" text-anchor="end">${shown}</text>`;
  if (share.mean === null) return html`${name}<text x="${left + 8}" y="${y + 4}">not measured</text>`;
  const style = isBefore ? 'before' : 'mark';
  const range =
    share.interval95 &&
    html`<line class="range ${style}" x1="${x(share.interval95[0])}" x2="${x(share.interval95[1])}" y1="${y}" y2="${y}"/>`;
  return html`<g><title>${line(label)}: ${percent(share.mean)} ${bounds(share.interval95)}</title>${name}${range ?? ''}<circle class="range ${style}" cx="${x(share.mean)}" cy="${y}" r="6"/></g>`;
}
