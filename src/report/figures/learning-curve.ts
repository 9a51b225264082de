import type { AblationAnalysis, ExperimentResults } from '../../training/index.js';
import type { JsonObject } from '../../util/json.js';
import {
  composeFigure,
  describeModels,
  type FigureSpec,
  seriesColours,
  seriesShapes,
} from './figure-style.js';

/**
 * The headline after each iteration, a line for each arm: its mean over runs, in a band of one standard deviation to
 * both sides, as figure 3 of the AutoPlan paper. Null where plans were not measured after each iteration.
 */
export function learningCurve(experiment: ExperimentResults): FigureSpec | null {
  const { title, headline, models, simulated, instancesAre, analysis } = experiment;
  const values = curvePoints(experiment);
  if (analysis.marks.length < 2 || values.length === 0) return null;
  const arms = analysis.arms.map(({ arm }) => arm);
  const last = analysis.marks.length - 1;
  const lines = [`Held-out ${instancesAre}; ${describeBand(analysis)}`, describeModels(models, simulated)];
  return composeFigure(
    { title: `${title}: ${headline.name} after each iteration`, lines },
    {
      width: 460,
      height: 280,
      data: { values },
      encoding: {
        x: {
          field: 'iteration',
          type: 'quantitative',
          title: 'iteration (0: before the first)',
          scale: { domain: [0, last], nice: false },
          axis: { values: Array.from({ length: last + 1 }, (_, i) => i), format: 'd', grid: false },
        },
        color: { field: 'arm', type: 'nominal', scale: { domain: arms, range: seriesColours }, legend: null },
      },
      layer: layersOf(arms, headline.name),
    },
  );
}

function describeBand({ arms }: AblationAnalysis): string {
  const counts = arms.flatMap(({ points }) => points.map(({ n }) => n)).filter((n) => n > 0);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (most === 1) return 'one run';
  const runs = least === most ? `${most} runs` : `${least} to ${most} runs`;
  return `mean of ${runs}; band: one standard deviation`;
}

function layersOf(arms: readonly string[], headline: string): JsonObject[] {
  const y = {
    field: 'mean',
    type: 'quantitative',
    title: `${headline} in %`,
    scale: { domain: [0, 100], nice: false },
    axis: { tickCount: 5 },
  };
  const legend = { title: null, orient: 'bottom', direction: 'horizontal', columns: 3, offset: 10 };
  const color = { field: 'arm', type: 'nominal', scale: { domain: arms, range: seriesColours }, legend };
  const shape = { field: 'arm', type: 'nominal', scale: { domain: arms, range: seriesShapes }, legend };
  return [
    {
      transform: [{ filter: 'isValid(datum.low)' }],
      mark: { type: 'area', opacity: 0.16 },
      encoding: { y: { ...y, field: 'low' }, y2: { field: 'high' }, color },
    },
    { mark: { type: 'line', strokeWidth: 2 }, encoding: { y, color } },
    {
      mark: { type: 'point', filled: true, size: 70, opacity: 1 },
      encoding: { y, color, shape },
    },
  ];
}

function curvePoints({ analysis }: ExperimentResults): JsonObject[] {
  return analysis.arms.flatMap(({ arm, points }) =>
    points.flatMap(({ at, mean, sd, n }) =>
      mean === null || at === 'last'
        ? []
        : [
            {
              arm,
              iteration: at,
              runs: n,
              mean: 100 * mean,
              low: sd === null ? null : 100 * Math.max(0, mean - sd),
              high: sd === null ? null : 100 * Math.min(1, mean + sd),
            },
          ],
    ),
  );
}
