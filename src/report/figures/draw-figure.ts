import type { TopLevelSpec } from 'vega-lite';
import type { JsonObject } from '../../util/json.js';

/**
 * Draws a Vega-Lite figure as SVG, its description as the title: equal figures as equal bytes. What draws is loaded with
 * the first figure.
 */
export async function drawFigure(spec: JsonObject): Promise<string> {
  const [{ compile }, vega] = await Promise.all([import('vega-lite'), import('vega')]);
  const drawn = compile(spec as unknown as TopLevelSpec, { logger: vega.logger(vega.Error) });
  vega.resetSVGDefIds();
  const view = new vega.View(vega.parse(drawn.spec), { renderer: 'none' });
  try {
    const svg = await view.toSVG();
    return `${svg.replace(/^<svg [^>]*>/, (tag) => `${tag}<title>${escapeText(String(spec.description))}</title>`)}\n`;
  } finally {
    view.finalize();
  }
}

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
