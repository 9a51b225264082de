import { html } from 'hono/html';
import type { TrainingHistory } from '../history/index.js';
import { wilson } from '../stats/index.js';
import { type Markup, nothing } from './markup.js';

/** Iterations that a curve shows at most: the last ones. */
const mostPoints = 100;

interface Point {
  readonly iteration: number;
  readonly won: number;
  readonly n: number;
  readonly low: number;
  readonly high: number;
}

const [left, right, top, bottom] = [42, 388, 10, 130];

/** The share of each batch that was won, with its 95 % interval as a band, and the same as a table. */
export function renderLearningCurve(training: TrainingHistory, plural: string): Markup {
  const points = pointsOf(training);
  if (points.length === 0) return nothing;
  const title = `Share of each batch that was won, with 95 % intervals`;
  return html`${points.length > 1 ? renderCurve(points, title) : ''}
<details><summary>As a table</summary><div class="scroll"><table><caption>${title}</caption><thead><tr><th scope="col">iteration</th><th scope="col" class="number">${plural} won</th><th scope="col" class="number">of</th><th scope="col" class="number">95 %</th></tr></thead>
<tbody>${points.map(({ iteration, won, n, low, high }) => html`<tr><th scope="row">${iteration}</th><td class="number">${won}</td><td class="number">${n}</td><td class="number">[${(low * 100).toFixed(0)}, ${(high * 100).toFixed(0)}]</td></tr>`)}</tbody></table></div></details>`;
}

function pointsOf({ iterations }: TrainingHistory): Point[] {
  const points = iterations.flatMap(({ iteration, successes, episodes, errors }) => {
    const n = (episodes ?? 0) - (errors ?? 0);
    const won = Math.min(successes ?? 0, n);
    if (successes === null || !Number.isInteger(n) || !Number.isInteger(won) || n <= 0) return [];
    const [low, high] = wilson(won, n);
    return [{ iteration: iteration + 1, won, n, low, high }];
  });
  return points.slice(-mostPoints);
}

function renderCurve(points: readonly Point[], title: string): Markup {
  const [first, last] = [points[0]?.iteration ?? 1, points.at(-1)?.iteration ?? 1];
  const x = (iteration: number) =>
    (left + ((iteration - first) / Math.max(1, last - first)) * (right - left)).toFixed(1);
  const y = (share: number) => (bottom - share * (bottom - top)).toFixed(1);
  const along = (share: (point: Point) => number) =>
    points.map((one) => `${x(one.iteration)},${y(share(one))}`);
  const band = [...along(({ high }) => high), ...along(({ low }) => low).reverse()].join(' ');
  const every = Math.ceil(points.length / 10);
  return html`<svg class="chart" viewBox="0 0 400 166" role="img" aria-label="${title}"><title>${title}</title>
${[0, 0.5, 1].map((share) => html`<line class="axis" x1="${left}" x2="${right}" y1="${y(share)}" y2="${y(share)}"/><text x="${left - 8}" y="${Number(y(share)) + 4}" text-anchor="end">${share * 100} %</text>`)}
<polygon class="band" points="${band}"/><polyline class="path" points="${along(({ won, n }) => won / n).join(' ')}"/>
${points.map(({ iteration, won, n }, i) => html`<circle class="mark" cx="${x(iteration)}" cy="${y(won / n)}" r="3.5"><title>iteration ${iteration}: ${won} of ${n}</title></circle>${i % every === 0 ? html`<text x="${x(iteration)}" y="${bottom + 16}" text-anchor="middle">${iteration}</text>` : ''}`)}
<text x="${(left + right) / 2}" y="${bottom + 32}" text-anchor="middle">iteration</text></svg>`;
}
