/**
 * How figures look. They are drawn on no ground, in colours that are clear on a white page and on a dark one: text and
 * lines of middle brightness, and series by colours that people with any colour vision can tell apart (after Okabe and
 * Ito 2008, without those that are too pale on white), with shapes beside them.
 */
import type { JsonObject } from '../../util/json.js';

/** Text and axes: at least 4 to 1 against white and against nearly black. */
export const ink = '#7a7a7a';
/** Lines of the grid. */
const faintInk = '#80808040';

/** Colours of series, used again from the first one on; each is at least 3 to 1 against white and nearly black. */
export const seriesColours = ['#0f80c4', '#d55e00', '#00956d', '#c05f9b', '#a6761d', '#7f6fd0'];
/** Shapes of series: as many as have no divisor in common with the colours, so that few series are alike in both. */
export const seriesShapes = [
  'circle',
  'square',
  'triangle-up',
  'diamond',
  'cross',
  'triangle-down',
  'triangle-right',
];

/** A figure before it is drawn. */
export interface FigureSpec {
  /** In words, for who can not see it. */
  readonly title: string;
  /** Vega-Lite (version 6), with its data. */
  readonly spec: JsonObject;
}

/** What a figure says of itself above the plot. */
export interface FigureTitle {
  readonly title: string;
  /** Smaller lines below it. */
  readonly lines: readonly string[];
}

/** A whole figure from its parts: layers or a mark with its encoding. */
export function composeFigure({ title, lines }: FigureTitle, parts: JsonObject): FigureSpec {
  const spec = {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: [title, ...lines].join('. '),
    title: { text: title, subtitle: lines },
    ...parts,
    config: style,
  };
  return { title, spec };
}

/** Which models made the numbers; a simulated one is said to be one. */
export function describeModels(models: readonly string[], simulated: boolean): string {
  const names = models.join(', ');
  return simulated ? `${names}: a simulated model, a program and not a language model` : names;
}

const font = 'system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif';

const style: JsonObject = {
  background: 'transparent',
  padding: 8,
  font,
  title: {
    anchor: 'start',
    frame: 'group',
    color: ink,
    subtitleColor: ink,
    fontSize: 15,
    fontWeight: 600,
    subtitleFontSize: 12,
    subtitlePadding: 4,
    offset: 14,
  },
  axis: {
    labelColor: ink,
    titleColor: ink,
    domainColor: ink,
    tickColor: ink,
    gridColor: faintInk,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 'normal',
    titlePadding: 8,
    labelLimit: 260,
  },
  legend: {
    labelColor: ink,
    titleColor: ink,
    labelFontSize: 12,
    labelLimit: 260,
    symbolSize: 90,
    symbolOpacity: 1,
  },
  view: { stroke: null },
};
