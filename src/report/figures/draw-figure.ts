import type { TopLevelSpec } from 'vega-lite';
import type { JsonObject } from '../../util/json.js';

/** Draws a Vega-Lite figure as SVG: equal figures as equal bytes. What draws is loaded with the first figure. */
export async function drawFigure(spec: JsonObject): Promise<string> {
  const [{ compile }, vega] = await Promise.all([import('vega-lite'), import('vega')]);
  const drawn = compile(spec as unknown as TopLevelSpec, { logger: vega.logger(vega.Error) });
  vega.resetSVGDefIds();
  const view = new vega.View(vega.parse(drawn.spec), { renderer: 'none' });
  try {
    return `${await view.toSVG()}\n`;
  } finally {
    view.finalize();
  }
}
