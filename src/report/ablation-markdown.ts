import type { AblationResults, ExperimentResults } from '../training/index.js';
import { ablationNotes, costNotes, describeGames, paperNotes, singleRunNotes } from './ablation-notes.js';
import { costRows, scoreRows, successRows } from './ablation-rows.js';
import { comparisonNotes, comparisonRows, comparisonTitle, runRows } from './ablation-run-rows.js';
import { renderSpent, simulatedNotes } from './ablation-text.js';
import { capitalize } from './gather-notes.js';
import { renderMarkdownTable } from './markdown-table.js';

/**
 * The report of an ablation as Markdown: the tables of each experiment, with every interval, and the figures that lie
 * beside it, given by their paths and titles.
 */
export function renderAblationReport(
  results: AblationResults,
  figures: readonly { readonly experiment: string; readonly path: string; readonly title: string }[] = [],
): string {
  const ended = results.outcome === 'finished' ? [] : [`This ablation did not finish: ${results.outcome}.`];
  return `${[
    `# ${results.ablation}`,
    ...ended,
    ...simulatedNotes(results),
    ...results.experiments.flatMap((experiment) => [
      ...renderExperiment(results, experiment),
      ...figures
        .filter((figure) => figure.experiment === experiment.name)
        .map(({ path, title }) => `![${title}](${path})`),
    ]),
    ...paperNotes(results),
    ...singleRunNotes(results),
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
    renderMarkdownTable(successRows(experiment, settings)),
    ...(scores.length === 0
      ? []
      : ['### Other scores in %, with 95 % intervals', renderMarkdownTable(scores)]),
    '### Cost per instance',
    renderMarkdownTable(costRows(experiment, settings, priceAs !== null && results.spend.costUsd !== 0)),
    costNotes(results, experiment).join(' '),
    ...renderRuns(results, experiment),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${note}`).join('\n')]),
  ];
}

function renderRuns({ seeds }: AblationResults, experiment: ExperimentResults): string[] {
  const { analysis, headline } = experiment;
  if (seeds.length < 2) return [];
  const compared = [
    `### ${comparisonTitle(experiment)}`,
    renderMarkdownTable(comparisonRows(analysis)),
    comparisonNotes(experiment)
      .map((note) => `- ${note}`)
      .join('\n'),
  ];
  return [
    `### Mean ${headline.name} over runs in %, ± standard deviation, with 95 % t intervals`,
    renderMarkdownTable(runRows(analysis)),
    ...(analysis.comparisons.length === 0 ? [] : compared),
  ];
}
