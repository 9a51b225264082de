import { measureOf } from '../../evaluation/index.js';
import type { ExperimentResults } from '../../training/index.js';
import type { JsonObject } from '../../util/json.js';
import {
  composeFigure,
  describeModels,
  type FigureSpec,
  seriesColours,
  seriesShapes,
} from './figure-style.js';

/** The headline of each arm by task type, with 95 % intervals. Null where nothing was measured. */
export function successByType(experiment: ExperimentResults): FigureSpec | null {
  const { title, headline, models, simulated, heldOutSplit, instancesAre, suite, arms } = experiment;
  const values = rates(experiment);
  if (values.length === 0) return null;
  const names = arms.map(({ name }) => name);
  const legend = { title: null, orient: 'bottom', direction: 'horizontal', columns: 3, offset: 10 };
  const series = (range: readonly string[]) => ({
    field: 'arm',
    type: 'nominal',
    scale: { domain: names, range },
    legend,
  });
  const x = {
    field: 'mean',
    type: 'quantitative',
    title: `${headline.name} in %`,
    scale: { domain: [0, 100], nice: false },
    axis: { tickCount: 5 },
  };
  const color = series(seriesColours);
  return composeFigure(
    {
      title: `${title}: ${headline.name} by task type`,
      lines: [
        `${heldOutSplit} ${instancesAre} of ${suite.name}; 95 % intervals`,
        describeModels(models, simulated),
      ],
    },
    {
      width: 460,
      height: { step: names.length > 4 ? 13 : 18, for: 'offset' },
      data: { values },
      encoding: {
        y: {
          field: 'taskType',
          type: 'nominal',
          sort: null,
          title: null,
          scale: { paddingInner: 0.25, paddingOuter: 0.1 },
          axis: { domain: false, ticks: false, labelPadding: 8, grid: false },
        },
        yOffset: { field: 'arm', type: 'nominal', sort: names, scale: { paddingOuter: 0.2 } },
        color,
      },
      layer: [
        {
          mark: { type: 'rule', strokeWidth: 2, opacity: 0.7 },
          encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' } },
        },
        {
          mark: { type: 'point', filled: true, size: 80, opacity: 1 },
          encoding: { x, shape: series(seriesShapes) },
        },
      ],
    },
  );
}

function rates({ arms, taskTypes, headline }: ExperimentResults): JsonObject[] {
  return taskTypes.flatMap(({ taskType }) =>
    arms.flatMap(({ name, taskTypes: measured }) => {
      const rate = measured[taskType];
      const { mean = null, interval95 = null, n = 0 } = rate ? measureOf(rate, headline) : {};
      if (mean === null) return [];
      const [low, high] = interval95 ?? [mean, mean];
      return [{ arm: name, taskType, n, mean: 100 * mean, low: 100 * low, high: 100 * high }];
    }),
  );
}
