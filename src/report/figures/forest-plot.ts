import type { JsonObject } from '../../util/json.js';
import { composeFigure, type FigureSpec, type FigureTitle, ink, seriesColours } from './figure-style.js';

/** One difference with its interval, in points. */
export interface ForestRow {
  readonly row: string;
  readonly difference: number;
  /** Null where no interval is known. */
  readonly low: number | null;
  readonly high: number | null;
  /** In words, one of the four that the plot has. */
  readonly verdict: string;
}

/** What a forest plot shows. */
export interface ForestPlot extends FigureTitle {
  readonly rows: readonly ForestRow[];
  /** What all are compared with. */
  readonly against: string;
  /** Pixels that the names of rows may take; Vega's own limit where it is absent. */
  readonly labelWidth?: number;
  /** Largest difference of rates that does not matter; the band of that width is shaded. */
  readonly tolerance: number;
  /** The words for better, worse, alike and not enough to tell. */
  readonly verdicts: readonly [better: string, worse: string, alike: string, open: string];
}

const verdictColours = [...seriesColours.slice(0, 3), ink];
const verdictShapes = ['triangle-up', 'triangle-down', 'square', 'circle'];

/** Differences below each other with their 95 % intervals and verdicts. Null without any. */
export function forestPlot(plot: ForestPlot): FigureSpec | null {
  const { title, lines, rows, labelWidth } = plot;
  if (rows.length === 0) return null;
  const tolerance = 100 * plot.tolerance;
  return composeFigure(
    { title, lines },
    {
      width: 360,
      height: { step: 26 },
      data: { values: rows.map((row) => ({ ...row })) },
      encoding: {
        y: {
          field: 'row',
          type: 'nominal',
          sort: rows.map(({ row }) => row),
          title: null,
          axis: {
            domain: false,
            ticks: false,
            labelPadding: 8,
            ...(labelWidth === undefined ? {} : { labelLimit: labelWidth }),
          },
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
        ...effectLayers(plot),
      ],
    },
  );
}

function effectLayers({ against, verdicts }: ForestPlot): JsonObject[] {
  const domain = [...verdicts];
  const x = {
    field: 'difference',
    type: 'quantitative',
    title: `difference to ${against} in points`,
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
