import type { ComparisonVerdict, ExperimentResults } from '../../training/index.js';
import type { JsonObject } from '../../util/json.js';
import { markWords } from '../ablation-run-rows.js';
import { points, testWords, verdictWords } from '../verdict-words.js';
import { composeFigure, describeModels, type FigureSpec, ink, seriesColours } from './figure-style.js';

/**
 * Each arm against the baseline: the difference of the means over runs with its 95 % interval, and the verdict. The
 * shaded band is what counts as tied. Null where nothing could be compared.
 */
export function effectForest(experiment: ExperimentResults): FigureSpec | null {
  const { title, headline, models, simulated, analysis } = experiment;
  const { plan, baseline } = analysis;
  const values = effects(experiment);
  if (values.length === 0) return null;
  const lines = [
    `95 % intervals, ${testWords(plan.primary)}; shaded: within ${points(plan.tolerance)} points`,
    describeModels(models, simulated),
  ];
  const tolerance = 100 * plan.tolerance;
  return composeFigure(
    { title: `${title}: ${headline.name} against ${baseline}`, lines },
    {
      width: 360,
      height: { step: 26 },
      data: { values },
      encoding: {
        y: {
          field: 'row',
          type: 'nominal',
          sort: values.map(({ row }) => row),
          title: null,
          axis: { domain: false, ticks: false, labelPadding: 8 },
        },
      },
      layer: [
        {
          data: { values: [{ low: -tolerance, high: tolerance }] },
          mark: { type: 'rect', color: ink, opacity: 0.15 },
          encoding: { x: { field: 'low', type: 'quantitative' }, x2: { field: 'high' }, y: null },
        },
        {
          data: { values: [{ zero: 0 }] },
          mark: { type: 'rule', color: ink },
          encoding: { x: { field: 'zero', type: 'quantitative' }, y: null },
        },
        ...effectLayers(baseline, plan.tolerance),
      ],
    },
  );
}

const verdicts: readonly ComparisonVerdict[] = ['better', 'worse', 'tied', 'not-enough-runs'];
const verdictColours = [...seriesColours.slice(0, 3), ink];
const verdictShapes = ['triangle-up', 'triangle-down', 'square', 'circle'];

function effectLayers(baseline: string, tolerance: number): JsonObject[] {
  const domain = verdicts.map((verdict) => verdictWords(verdict, tolerance));
  const x = {
    field: 'difference',
    type: 'quantitative',
    title: `difference to ${baseline} in points`,
    axis: { tickCount: 7, labelExpr: "datum.value === 0 ? '0' : format(datum.value, '+~g')" },
  };
  const color = { field: 'verdict', type: 'nominal', scale: { domain, range: verdictColours }, legend: null };
  const shape = { ...color, scale: { domain, range: verdictShapes } };
  return [
    {
      transform: [{ filter: 'isValid(datum.low)' }],
      mark: { type: 'rule', strokeWidth: 2 },
      encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, color },
    },
    { mark: { type: 'point', filled: true, size: 110, opacity: 1 }, encoding: { x, color, shape } },
    {
      mark: { type: 'text', align: 'left', dx: 8, fontSize: 12 },
      encoding: { x: { value: 'width' }, text: { field: 'verdict', type: 'nominal' }, color },
    },
  ];
}

/** Differences of rates lie within 100 points; an interval that a few runs make longer ends there. */
function effects({ analysis }: ExperimentResults) {
  const shown = analysis.comparisons.filter((one) => !one.exploratory && one.p !== null);
  return shown.map(({ arm, at, difference, interval95, verdict }) => ({
    row: at === 'last' ? arm : `${arm}, ${markWords(at)}`,
    difference: 100 * (difference ?? 0),
    low: interval95 === null ? null : 100 * Math.max(-1, interval95[0]),
    high: interval95 === null ? null : 100 * Math.min(1, interval95[1]),
    verdict: verdictWords(verdict, analysis.plan.tolerance),
  }));
}
