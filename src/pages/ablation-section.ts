/** An ablation: its arms, what the comparison came to, its figures. */
import { html } from 'hono/html';
import type { RunHistory } from '../history/index.js';
import { formatP, percent, renderSimulated, signedPoints } from '../report/index.js';
import type { ArmComparison, ExperimentResults } from '../training/index.js';
import { line, type Markup, nothing, notThere, orSay, section } from './markup.js';

/** The arms of each experiment with their rates and verdicts, then the figures. */
export function renderAblation(history: RunHistory): Markup {
  const { ablation, state } = history;
  if (ablation === null)
    return section(
      'arms',
      'Which did better?',
      notThere(
        state === 'running' ? 'Not known yet: the ablation is still going on.' : 'results.json does not say.',
      ),
    );
  return section('arms', 'Which did better?', [
    ...ablation.experiments.map((one) => orSay(() => renderExperiment(one), 'An experiment')),
    renderFigures(history),
  ]);
}

function renderExperiment(experiment: ExperimentResults): Markup {
  const { title, name, arms, taskTypes, simulated, models, headline, instancesAre, heldOutSplit } =
    experiment;
  const types = taskTypes.map(({ taskType }) => taskType);
  const notes = simulated ? renderSimulated(models.map(line)) : [];
  return html`<h3>${line(title ?? name)}</h3>
${notes.length === 0 ? '' : html`<div class="note"><p>${notes.join(' ')}</p></div>`}
<div class="scroll"><table><caption>${line(headline.name)} in % on ${instancesAre} of ${line(heldOutSplit)}, all seeds together</caption>
<thead><tr><th scope="col">arm</th>${types.map((type) => html`<th scope="col" class="number">${line(type)}</th>`)}<th scope="col" class="number">all</th></tr></thead>
<tbody>${arms.map((arm) => html`<tr><th scope="row">${line(arm.name)}</th>${types.map((type) => rateCell(arm.taskTypes[type]?.rate))}${rateCell(arm.all?.rate)}</tr>`)}</tbody></table></div>
${renderMissing(experiment)}
${orSay(() => renderVerdicts(experiment), 'The comparison of arms')}`;
}

function rateCell(rate: number | null | undefined): Markup {
  return typeof rate === 'number'
    ? html`<td class="number">${percent(rate)}</td>`
    : html`<td class="number"><span class="quiet">not measured</span></td>`;
}

function renderMissing({ arms }: ExperimentResults): Markup {
  const missing = arms.flatMap(({ name, cells }) =>
    cells.flatMap((cell) =>
      cell.state === 'measured' ? [] : [`${name}, ${cell.taskType}, seed ${cell.seed}: ${cell.reason}`],
    ),
  );
  if (missing.length === 0) return nothing;
  return html`<details><summary>${missing.length} cells were not measured</summary><ul>${missing.slice(0, 200).map((one) => html`<li>${line(one)}</li>`)}</ul></details>`;
}

const verdicts: Readonly<Record<string, readonly [mark: string, style: string]>> = {
  better: ['\u25b2', 'good'],
  worse: ['\u25bc', 'bad'],
};

function renderVerdicts({ analysis }: ExperimentResults): Markup {
  const { comparisons } = analysis;
  if (comparisons.length === 0) return nothing;
  return html`<div class="scroll"><table><caption>Arms compared by run; p after correction where several are compared</caption><thead><tr><th scope="col">arm</th><th scope="col">against</th><th scope="col" class="number">difference</th><th scope="col" class="number">p</th><th scope="col">verdict</th></tr></thead>
<tbody>${comparisons.map(
    (one) =>
      html`<tr><th scope="row">${line(one.arm)}${one.at === 'last' ? '' : `, after ${one.at} iterations`}</th><td>${line(one.baseline)}</td>${renderVerdict(one)}</tr>`,
  )}</tbody></table></div>`;
}

function renderVerdict({ difference, interval95, p, adjustedP, verdict }: ArmComparison): Markup {
  const [mark, style] = verdicts[verdict] ?? ['\u25d0', 'open'];
  const interval = interval95 === null ? '' : ` [${interval95.map(signedPoints).join(', ')}]`;
  const shown = adjustedP ?? p;
  return html`<td class="number">${difference === null ? 'not measured' : `${signedPoints(difference)}${interval}`}</td><td class="number">${shown === null ? '-' : formatP(shown)}</td><td class="${style}"><span aria-hidden="true">${mark}</span> ${line(verdict.replaceAll('-', ' '))}</td>`;
}

/** Figures that lie in the folder, as pictures: what is in a picture can not run. */
export function renderFigures(history: RunHistory): Markup {
  const paths = history.files.filter((path) => /^figures\/[^/]+\.svg$/.test(path)).slice(0, 12);
  return html`${paths.map((path) => {
    const svg = history.readFile(path);
    if (svg === null) return nothing;
    const data = Buffer.from(svg, 'utf8').toString('base64');
    return html`<img class="figure" alt="${line(path)}; its numbers are in the tables of this page and of the folder" src="data:image/svg+xml;base64,${data}">`;
  })}`;
}
