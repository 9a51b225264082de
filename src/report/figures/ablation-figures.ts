/** The figures of an ablation as files: each as SVG, with the Vega-Lite that it was drawn from beside it. */
import type { AblationResults } from '../../training/index.js';
import type { ReportFile } from '../table-files.js';
import { drawFigure } from './draw-figure.js';
import { effectForest } from './effect-forest.js';
import { learningCurve } from './learning-curve.js';
import { successByType } from './success-by-type.js';

/** A figure that was drawn. */
export interface DrawnFigure {
  readonly experiment: string;
  readonly title: string;
  /** Of the SVG within the run folder. */
  readonly path: string;
  readonly files: readonly ReportFile[];
}

const kinds = {
  'learning-curve': learningCurve,
  effects: effectForest,
  'task-types': successByType,
} as const;

/** Draws `figures/<experiment>-<kind>.svg` and `.vl.json`, those for which there is something to show. */
export async function drawAblationFigures({ experiments }: AblationResults): Promise<DrawnFigure[]> {
  const drawn: DrawnFigure[] = [];
  for (const experiment of experiments) {
    for (const [kind, describe] of Object.entries(kinds)) {
      const figure = describe(experiment);
      if (figure === null) continue;
      const path = `figures/${experiment.name}-${kind}`;
      const files = [
        { path: `${path}.svg`, text: await drawFigure(figure.spec) },
        { path: `${path}.vl.json`, text: `${JSON.stringify(figure.spec, null, 2)}\n` },
      ];
      drawn.push({ experiment: experiment.name, title: figure.title, path: `${path}.svg`, files });
    }
  }
  return drawn;
}
