import type { TransferResults, TransferVerdict } from '../../training/index.js';
import type { ReportFile } from '../table-files.js';
import { transferVerdictWords } from '../transfer-rows.js';
import { points } from '../verdict-words.js';
import { drawFigure } from './draw-figure.js';
import { describeModels, type FigureSpec } from './figure-style.js';
import { forestPlot } from './forest-plot.js';

/** The figure of a transfer, drawn. */
export interface DrawnTransfer {
  readonly title: string;
  /** Of the SVG within the run folder. */
  readonly path: string;
  readonly files: readonly ReportFile[];
}

/** Each plan against no plan, on every model and task type, with 95 % intervals. Null where nothing was compared. */
export function transferForest(results: TransferResults): FigureSpec | null {
  const { comparisons, models, tolerance, headline, instancesAre, suite, heldOutSplit } = results;
  const words = (verdict: TransferVerdict) => transferVerdictWords(verdict, tolerance);
  const names = [...new Set(models.flatMap((model) => model.models))];
  return forestPlot({
    title: `Plans against no plan: ${headline.name}`,
    lines: [
      `${heldOutSplit} ${instancesAre} of ${suite.name}; 95 % intervals; shaded: within ${points(tolerance)} points`,
      describeModels(
        names,
        models.every(({ simulated }) => simulated),
      ),
    ],
    rows: comparisons.flatMap(({ plan, model, taskType, difference, interval95, verdict }) =>
      difference === null
        ? []
        : [
            {
              row: `${plan}, ${taskType}, ${model}`,
              difference: 100 * difference,
              low: interval95 === null ? null : 100 * Math.max(-1, interval95[0]),
              high: interval95 === null ? null : 100 * Math.min(1, interval95[1]),
              verdict: words(verdict),
            },
          ],
    ),
    against: 'no plan',
    labelWidth: 360,
    tolerance,
    verdicts: [words('helps'), words('hurts'), words('no-difference'), words('not-enough-tasks')],
  });
}

/** Draws `figures/transfer.svg` and `.vl.json`; null where there is nothing to show. */
export async function drawTransferFigure(results: TransferResults): Promise<DrawnTransfer | null> {
  const figure = transferForest(results);
  if (figure === null) return null;
  const path = 'figures/transfer';
  const files = [
    { path: `${path}.svg`, text: await drawFigure(figure.spec) },
    { path: `${path}.vl.json`, text: `${JSON.stringify(figure.spec, null, 2)}\n` },
  ];
  return { title: figure.title, path: `${path}.svg`, files };
}
