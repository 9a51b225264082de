import type { AblationResults, ExperimentResults } from '../training/index.js';
import { ablationNotes, costNotes, describeGames, paperNotes } from './ablation-notes.js';
import { costRows, type Rows, scoreRows, successRows } from './ablation-rows.js';
import { renderSpent, simulatedNotes } from './ablation-text.js';

/** The report of an ablation as Markdown: both tables of each experiment, with every interval. */
export function renderAblationReport(results: AblationResults): string {
  const ended = results.outcome === 'finished' ? [] : [`This ablation did not finish: ${results.outcome}.`];
  return `${[
    `# ${results.ablation}`,
    ...ended,
    ...simulatedNotes(results),
    ...results.experiments.flatMap((experiment) => renderExperiment(results, experiment)),
    ...paperNotes(results),
    renderSpent(results.spend),
  ].join('\n\n')}\n`;
}

function renderExperiment(results: AblationResults, experiment: ExperimentResults): string[] {
  const { paper, priceAs } = results;
  const settings = { paper, priceAs, everyInterval: true };
  const notes = ablationNotes(experiment);
  const scores = scoreRows(experiment);
  return [
    `## ${experiment.title}`,
    `${describeGames(experiment)}.`,
    `### ${capitalize(experiment.headline.name)} in %, with 95 % intervals`,
    renderTable(successRows(experiment, settings)),
    ...(scores.length === 0 ? [] : ['### Other scores in %, with 95 % intervals', renderTable(scores)]),
    '### Cost per instance',
    renderTable(costRows(experiment, settings, priceAs !== null && results.spend.costUsd !== 0)),
    costNotes(results, experiment).join(' '),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
  ];
}

function renderTable([head = [], ...rows]: Rows): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

function escapeCell(cell: string): string {
  return cell.trim().replace(/[|\\]/g, '\\$&').replace(/\s+/g, ' ');
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
