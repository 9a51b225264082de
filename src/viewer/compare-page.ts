/** Two runs, paired, as `planwright compare` has it. */
import { html } from 'hono/html';
import { UsageError } from '../core/errors.js';
import { summarizeRun } from '../history/index.js';
import type { Markup } from '../pages/index.js';
import { describeComparison, groupDigits, percent } from '../report/index.js';
import { type ComparedSide, compareResults } from '../training/index.js';
import { showOnOneLine } from '../util/show-plainly.js';
import { type Flip, findFlips } from './find-flips.js';
import { findRunFolder, listRunNames } from './find-run-folder.js';
import { PageProblem, toPageProblem } from './page-problem.js';
import { partOf, renderPager } from './pager.js';
import { renderSimulated } from './simulated-note.js';
import { type Asked, folderOfRun, type ShowPage, type ViewerSource } from './viewer-source.js';

/** The largest difference of rates that does not matter, unless another is asked for. */
const defaultTolerance = '0.05';
const flipsOfPage = 200;
/** Runs that are offered for a choice: any other can be named in the address. */
const mostChoices = 100;

/** Shows what a choice of two comes to, and the choice. */
export const showComparison: ShowPage = async (source, asked) => {
  const { a = '', b = '' } = asked;
  const chosen = a !== '' && b !== '';
  const content = html`<h1>Compare</h1>
${await renderForm(source, asked)}
${chosen ? await renderChosen(source, asked) : html`<p>Choose two runs that were measured on the same instances.</p>`}`;
  return {
    title: 'Compare',
    crumbs: [{ label: 'Runs', href: '/' }, { label: 'Compare' }],
    content,
    wide: true,
  };
};

async function renderForm(source: ViewerSource, asked: Asked): Promise<Markup> {
  const choices = listRunNames(source.root)
    .slice(0, mostChoices)
    .flatMap((name) => choicesOf(source.root, name));
  const select = async (side: 'a' | 'b') => {
    const value = asked[side] ?? '';
    const own = value === '' ? [] : [value, ...(await armsOf(source, value))];
    const all = [...new Set([...own.filter((one) => !choices.includes(one)), ...choices])];
    const options = all.map(
      (one) =>
        html`<option value="${one}"${one === value ? html` selected` : ''}>${showOnOneLine(one)}</option>`,
    );
    return html`<label>${side.toUpperCase()} <select name="${side}"><option value="">choose</option>${options}</select></label>`;
  };
  return html`<form class="filter" action="/compare" method="get">
${await select('a')}
${await select('b')}
<label>Differences that do not matter, as a share <input name="tolerance" inputmode="decimal" size="5" value="${asked.tolerance ?? defaultTolerance}"></label>
<button>Compare</button>
</form>`;
}

/** The arms of an ablation that was chosen, or of which one was. */
async function armsOf({ root, shelf }: ViewerSource, chosen: string): Promise<string[]> {
  const name = findRunFolder(root, chosen) === null ? (chosen.split('#')[0] ?? '') : chosen;
  const found = findRunFolder(root, name);
  if (found === null || found.problem !== null || summarizeRun(found.path)?.kind !== 'ablation') return [];
  const { ablation } = await shelf.open(found.path);
  const experiments = ablation?.experiments ?? [];
  return experiments.flatMap((one) => one.arms.map((arm) => `${name}#${one.name}/${arm.name}`));
}

/** A run and its parts that can be compared. */
function choicesOf(root: string, name: string): string[] {
  const found = findRunFolder(root, name);
  if (found === null || found.problem !== null) return [];
  const summary = summarizeRun(found.path);
  if (summary?.kind === 'ablation') return [name];
  if (summary === null || summary.effect === null) return [];
  return summary.effect.baseline === null ? [name] : [name, `${name}#baseline`];
}

/** The comparison, or why there is none: then another can be chosen on the same page. */
async function renderChosen(source: ViewerSource, asked: Asked): Promise<Markup> {
  try {
    const tolerance = toleranceOf(asked);
    const [a, b] = await readSides(source, asked);
    const words = describeComparison(compareResults(a, b, tolerance));
    const [head = [], ...rows] = words.rows;
    return html`<h2>${words.answer}</h2>
${renderSimulated(words.simulated)}
<dl class="sides"><dt>A</dt><dd>${showOnOneLine(words.sides[0])}</dd><dt>B</dt><dd>${showOnOneLine(words.sides[1])}</dd></dl>
<table class="stack">
<caption>${words.measure}</caption>
<thead><tr>${head.map(renderHead)}</tr></thead>
<tbody>${rows.map((row) => renderRow(row, head))}</tbody>
</table>
<ul>${words.notes.map((note) => html`<li>${showOnOneLine(note)}</li>`)}</ul>
${renderFlips(findFlips(a, b), a.instancesAre, asked)}`;
  } catch (error) {
    const { status, message, remedy } = toPageProblem(error);
    if (status === 500) throw error;
    return html`<p class="problem" role="alert">${showOnOneLine(message)}</p>${remedy === '' ? '' : html`<p>${showOnOneLine(remedy)}</p>`}`;
  }
}

function renderHead(cell: string): Markup {
  return cell === '' ? html`<td></td>` : html`<th scope="col" class="number">${cell}</th>`;
}

function renderRow([name = '', ...cells]: readonly string[], [, ...head]: readonly string[]): Markup {
  return html`<tr><th scope="row">${showOnOneLine(name)}</th>${cells.map(
    (cell, i) => html`<td class="number" data-label="${head[i] ?? ''}">${cell}</td>`,
  )}</tr>`;
}

function toleranceOf({ tolerance = defaultTolerance }: Asked): number {
  const value = Number(tolerance);
  if (/^\d*\.?\d+$/.test(tolerance) && value > 0 && value < 1) return value;
  throw new UsageError('A share is a number above 0 and below 1.', 'For 5 points: 0.05.');
}

/** Both sides by their names: what may stand before # is a run's name and nothing else. */
async function readSides(source: ViewerSource, { a = '', b = '' }: Asked) {
  const sides = [a, b].map((given) => splitSide(source, given));
  const [left, right] = await source.readPair(sides[0]?.path ?? '', sides[1]?.path ?? '');
  return [named(left, a), named(right, b)] as const;
}

function splitSide(source: ViewerSource, given: string) {
  if (findRunFolder(source.root, given) !== null) return { path: folderOfRun(source, given) };
  const [name = '', ...rest] = given.split('#');
  const [folder, part] = [folderOfRun(source, name), rest.join('#')];
  if (part.split(/[\\/]/).includes('..')) throw new PageProblem(404, 'There is no such part of a run.');
  return { path: rest.length === 0 ? folder : `${folder}#${part}` };
}

function named(side: ComparedSide, name: string): ComparedSide {
  return { ...side, name };
}

function renderFlips(flips: readonly Flip[], instancesAre: string, asked: Asked): Markup {
  const part = partOf(asked, flips.length, flipsOfPage);
  const shown = flips.slice(part.offset, part.offset + part.limit);
  if (flips.length === 0) return html`<p>All ${instancesAre} went the same way on both sides.</p>`;
  return html`<h2>What went differently</h2>
<table class="stack">
<caption>${groupDigits(flips.length)} ${instancesAre}, those that A did better on first.</caption>
<thead><tr><th scope="col">Instance</th><th scope="col">Task type</th><th scope="col" class="number">A</th><th scope="col" class="number">B</th><th scope="col">Better</th></tr></thead>
<tbody>${shown.map(renderFlip)}</tbody>
</table>
${renderPager(part, '/compare', asked)}`;
}

function renderFlip({ instanceId, taskType, a, b }: Flip): Markup {
  const better = a === null || b === null ? 'not comparable' : a > b ? 'A' : 'B';
  return html`<tr><th scope="row" class="name">${showOnOneLine(instanceId)}</th><td data-label="Task type">${showOnOneLine(taskType)}</td>
<td data-label="A" class="number">${percent(a)}</td><td data-label="B" class="number">${percent(b)}</td><td data-label="Better">${better}</td></tr>`;
}
