import { compile } from 'vega-lite';
import { describe, expect, test } from 'vitest';
import { drawFigure } from '../../../src/report/figures/draw-figure.js';
import { effectForest } from '../../../src/report/figures/effect-forest.js';
import {
  type FigureSpec,
  ink,
  seriesColours,
  seriesShapes,
} from '../../../src/report/figures/figure-style.js';
import { learningCurve } from '../../../src/report/figures/learning-curve.js';
import { successByType } from '../../../src/report/figures/success-by-type.js';
import { drawAblationFigures } from '../../../src/report/index.js';
import { type ExperimentResults, summarizeArm } from '../../../src/training/index.js';
import { cellOf, missingCell } from '../../training/cell-of.js';
import { analyzed, byRun, curves } from '../ablation-by-run.js';

const kinds = { learningCurve, effectForest, successByType } as const;

/** The figure, which must be there. */
function specOf(figure: FigureSpec | null): FigureSpec {
  if (figure === null) throw new Error('no figure');
  return figure;
}

/** Relative luminance of `#rrggbb` and contrast of two colours, by WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** An experiment whose arms were measured once, with these cells. */
function measuredOnce(
  arms: Readonly<Record<string, readonly ReturnType<typeof cellOf>[]>>,
): ExperimentResults {
  const seeds = [...new Set(Object.values(arms).flatMap((cells) => cells.map(({ seed }) => seed)))];
  const types = [...new Set(Object.values(arms).flatMap((cells) => cells.map(({ taskType }) => taskType)))];
  return analyzed(
    {
      ...curves,
      taskTypes: types.map((taskType) => ({ taskType, train: 2, heldOut: 4, unsolvable: 0 })),
      arms: Object.entries(arms).map(([name, cells]) => ({
        ...(curves.arms[0] as (typeof curves.arms)[number]),
        name,
        ...summarizeArm(cells, types, null),
        cells,
      })),
    },
    seeds,
  );
}

describe('the figures of an ablation', () => {
  test.each(Object.entries(kinds))('%s is, as Vega-Lite', async (kind, draw) => {
    const { spec } = specOf(draw(curves));
    await expect(`${JSON.stringify(spec, null, 2)}\n`).toMatchFileSnapshot(
      `__snapshots__/figure-${kind}.txt`,
    );
  });

  test('the learning curve is, as SVG', async () => {
    const svg = await drawFigure(specOf(learningCurve(curves)).spec);
    await expect(svg).toMatchFileSnapshot('__snapshots__/figure-learningCurve-svg.txt');
  });

  test('are files: each with what it was drawn from beside it, the same bytes each time', async () => {
    const figures = await drawAblationFigures(byRun);
    expect(figures.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(
      ['learning-curve', 'effects', 'task-types'].flatMap((kind) =>
        ['svg', 'vl.json'].map((ending) => `figures/heat-${kind}.${ending}`),
      ),
    );
    expect(await drawAblationFigures(byRun)).toEqual(figures);
    for (const { files } of figures) {
      const [svg, json] = files.map(({ text }) => text);
      expect(svg).toMatch(/^<svg /);
      expect(svg).not.toMatch(/NaN|undefined|Infinity|null/);
      expect(await drawFigure(JSON.parse(json ?? ''))).toBe(svg);
    }
  });

  test('name the model, and say that a simulated one is one', async () => {
    const real = { ...curves, simulated: false, models: ['gpt-4o-mini'] };
    for (const draw of Object.values(kinds)) {
      expect(await drawFigure(specOf(draw(curves)).spec)).toContain('simulated-weak: a simulated model');
      const svg = await drawFigure(specOf(draw(real)).spec);
      expect(svg).toContain('gpt-4o-mini');
      expect(svg).not.toContain('simulated');
    }
  });

  test('are drawn without a complaint by what draws them', () => {
    for (const draw of Object.values(kinds)) {
      const complaints: unknown[] = [];
      const take = (...words: unknown[]) => {
        complaints.push(...words);
        return logger;
      };
      const logger = {
        level: () => logger,
        error: take,
        warn: take,
        info: () => logger,
        debug: () => logger,
      };
      compile(specOf(draw(curves)).spec as unknown as Parameters<typeof compile>[0], {
        logger: logger as never,
      });
      expect(complaints).toEqual([]);
    }
  });

  test('show every arm, mark and verdict', async () => {
    const forest = await drawFigure(specOf(effectForest(curves)).spec);
    for (const row of ['batchSize 4, iteration 1', 'batchSize 8, iteration 2', 'better', 'not enough runs'])
      expect(forest).toContain(`>${row}</text>`);
    expect(forest).not.toContain('before');
    const curve = await drawFigure(specOf(learningCurve(curves)).spec);
    for (const arm of ['batchSize 2', 'batchSize 4', 'batchSize 8'])
      expect(curve).toContain(`>${arm}</text>`);
  });
});

describe('where there is little to show', () => {
  test('there is no curve of plans that were measured once, and no effect of one seed', () => {
    const one = measuredOnce({ a: [cellOf(0, '+-')], b: [cellOf(0, '++')] });
    expect(learningCurve(one)).toBeNull();
    expect(effectForest(one)).toBeNull();
    expect(successByType(one)).not.toBeNull();
    const none = measuredOnce({ a: [missingCell(0)], b: [missingCell(0)] });
    expect(Object.values(kinds).map((draw) => draw(none))).toEqual([null, null, null]);
  });

  test('an effect without an interval is a point, in its place', async () => {
    const cells = (marks: string) => [0, 1, 2, 3, 4, 5].map((seed) => cellOf(seed, marks));
    const flat = measuredOnce({
      a: cells('----'),
      b: cells('++++'),
      c: [0, 1, 2, 3, 4, 5].map((seed) => cellOf(seed, seed % 2 === 0 ? '+-' : '++')),
    });
    const svg = await drawFigure(specOf(effectForest(flat)).spec);
    expect(svg.indexOf('>b</text>')).toBeLessThan(svg.indexOf('>c</text>'));
    expect(svg).not.toMatch(/NaN|undefined/);
  });
});

describe('colours', () => {
  test.each(['#ffffff', '#0d1117'])('are clear on %s', (ground) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4);
    for (const colour of seriesColours) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(3);
  });

  test('and shapes tell 42 series apart', () => {
    const pairs = Array.from(
      { length: 42 },
      (_, i) => `${seriesColours[i % seriesColours.length]} ${seriesShapes[i % seriesShapes.length]}`,
    );
    expect(new Set(pairs).size).toBe(42);
  });

  test('have no ground of their own', async () => {
    for (const { files } of await drawAblationFigures(byRun))
      expect(files[0]?.text).not.toMatch(/fill="(?:white|#fff|#ffffff)"/);
  });
});
