import type { ComparisonVerdict, ExperimentResults } from '../../training/index.js';
import { markWords } from '../ablation-run-rows.js';
import { points, testWords, verdictWords } from '../verdict-words.js';
import { describeModels, type FigureSpec } from './figure-style.js';
import { type ForestRow, forestPlot } from './forest-plot.js';

/**
 * Each arm against the baseline: the difference of the means over runs with its 95 % interval, and the verdict. The
 * shaded band is what counts as tied. Null where nothing could be compared.
 */
export function effectForest(experiment: ExperimentResults): FigureSpec | null {
  const { title, headline, models, simulated, analysis } = experiment;
  const { plan, baseline } = analysis;
  const { tolerance } = plan;
  const words = (verdict: ComparisonVerdict) => verdictWords(verdict, tolerance);
  return forestPlot({
    title: `${title}: ${headline.name} against ${baseline}`,
    lines: [
      `95 % intervals, ${testWords(plan.primary)}; shaded: within ${points(tolerance)} points`,
      describeModels(models, simulated),
    ],
    rows: effects(experiment),
    against: baseline,
    labelWidth: 420,
    tolerance,
    verdicts: [words('better'), words('worse'), words('tied'), words('not-enough-runs')],
  });
}

/** Differences of rates lie within 100 points; an interval that a few runs make longer ends there. */
function effects({ analysis }: ExperimentResults): ForestRow[] {
  const shown = analysis.comparisons.filter((one) => !one.exploratory && one.p !== null);
  return shown.map(({ arm, at, difference, interval95, verdict }) => ({
    row: at === 'last' ? arm : `${arm}, ${markWords(at)}`,
    difference: 100 * (difference ?? 0),
    low: interval95 === null ? null : 100 * Math.max(-1, interval95[0]),
    high: interval95 === null ? null : 100 * Math.min(1, interval95[1]),
    verdict: verdictWords(verdict, analysis.plan.tolerance),
  }));
}
