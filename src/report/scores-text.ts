import type { MeasuredRate } from '../evaluation/index.js';

/**
 * Lines with the means of a world's own measures, in percent, for each of some named evaluations; none where the world
 * has no such measures.
 */
export function renderScores(evaluations: readonly (readonly [string, MeasuredRate])[]): string[] {
  const names = [...new Set(evaluations.flatMap(([, { meanScores = {} }]) => Object.keys(meanScores)))];
  if (names.length === 0) return [];
  const lines = names.map((name) => {
    const means = evaluations.map(([title, { meanScores }]) =>
      `${mean(meanScores?.[name])} ${title}`.trimEnd(),
    );
    return `  Mean ${name}: ${means.join(', ')}`;
  });
  return ['', ...lines];
}

function mean(score: number | undefined): string {
  return score === undefined ? '-' : `${(score * 100).toFixed(1)} %`;
}
