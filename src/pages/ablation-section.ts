/** An ablation: its arms, what the comparison came to, its figures. */
import { html } from 'hono/html';
import type { MeasuredRate } from '../evaluation/index.js';
import type { RunHistory } from '../history/index.js';
import { formatP, groupDigits, interval, percent, renderSimulated, signedPoints } from '../report/index.js';
import type { ArmComparison, ExperimentResults, InstanceCost } from '../training/index.js';
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
${orSay(() => renderAnswers(experiment), 'What it came to')}
${notes.length === 0 ? '' : html`<div class="note"><p>${notes.join(' ')}</p></div>`}
<div class="scroll"><table><caption>${line(headline.name)} with its 95 % interval on ${instancesAre} of ${line(heldOutSplit)}, all seeds together; calls and tokens of playing one of them</caption>
<thead><tr><th scope="col">arm</th>${types.map((type) => html`<th scope="col" class="number">${line(type)}</th>`)}<th scope="col" class="number">all</th><th scope="col" class="number">calls a step</th><th scope="col" class="number">calls</th><th scope="col" class="number">tokens</th></tr></thead>
<tbody>${arms.map((arm) => html`<tr><th scope="row">${line(arm.name)}</th>${types.map((type) => rateCell(arm.taskTypes[type]))}${rateCell(arm.all)}${costCells(arm.inference)}</tr>`)}</tbody></table></div>
${renderMissing(experiment)}
${orSay(() => renderVerdicts(experiment), 'The comparison of arms')}`;
}

function rateCell(measured: MeasuredRate | null | undefined): Markup {
  return typeof measured?.rate === 'number'
    ? html`<td class="number">${percent(measured.rate)} <small>${interval(measured)}</small></td>`
    : html`<td class="number"><span class="quiet">not measured</span></td>`;
}

function costCells(cost: InstanceCost | null | undefined): Markup {
  const cells = [
    cost?.callsPerStep?.toFixed(2),
    cost?.calls.toFixed(1),
    cost ? groupDigits(Math.round(cost.tokens)) : undefined,
  ];
  return html`${cells.map((cell) => html`<td class="number">${cell ?? '\u2013'}</td>`)}`;
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

const openVerdict = ['\u25d0', 'open'] as const;

const answerWords: Readonly<Record<ArmComparison['verdict'], string>> = {
  better: 'Better',
  worse: 'Worse',
  tied: 'Tied',
  'not-enough-runs': 'Not enough runs to tell',
};

function renderVerdicts({ analysis }: ExperimentResults): Markup {
  const { comparisons } = analysis;
  if (comparisons.length === 0) return nothing;
  return html`<div class="scroll"><table><caption>Arms compared by run; p after correction where several are compared</caption><thead><tr><th scope="col">arm</th><th scope="col">against</th><th scope="col" class="number">difference</th><th scope="col" class="number">p</th><th scope="col">verdict</th></tr></thead>
<tbody>${comparisons.map(
    (one) =>
      html`<tr><th scope="row">${line(one.arm)}${one.at === 'last' ? '' : `, ${afterWords(one.at)}`}</th><td>${line(one.baseline)}</td>${renderVerdict(one)}</tr>`,
  )}</tbody></table></div>`;
}

function afterWords(iterations: number): string {
  if (iterations === 0) return 'before training';
  return `after ${iterations} ${iterations === 1 ? 'iteration' : 'iterations'}`;
}

/** Arms of which a sentence is said: the table has all of them. */
const mostAnswers = 8;

/** What came of each arm's last plan, in a sentence. */
function renderAnswers({ analysis, headline }: ExperimentResults): Markup {
  const { comparisons, marks } = analysis;
  const last = comparisons.filter(({ at }) => at === marks.at(-1));
  return html`${last.slice(0, mostAnswers).map(({ arm, baseline, difference, interval95, verdict }) => {
    const [mark, style] = verdicts[verdict] ?? openVerdict;
    const by =
      difference === null ? '' : ` (${pointsOf(difference, interval95)} points of ${line(headline.name)})`;
    return html`<p class="lead"><span class="${style}"><span aria-hidden="true">${mark}</span> ${answerWords[verdict]}</span>: ${line(arm)} against ${line(baseline)}${by}.</p>`;
  })}`;
}

function pointsOf(difference: number, interval95: ArmComparison['interval95']): string {
  return `${signedPoints(difference)}${interval95 === null ? '' : ` [${interval95.map(signedPoints).join(', ')}]`}`;
}

function renderVerdict({ difference, interval95, p, adjustedP, verdict }: ArmComparison): Markup {
  const [mark, style] = verdicts[verdict] ?? openVerdict;
  const shown = adjustedP ?? p;
  return html`<td class="number">${difference === null ? 'not measured' : pointsOf(difference, interval95)}</td><td class="number">${shown === null ? '-' : formatP(shown)}</td><td class="${style}"><span aria-hidden="true">${mark}</span> ${line(verdict.replaceAll('-', ' '))}</td>`;
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
