import { html } from 'hono/html';
import type { Markup } from '../pages/index.js';
import { showOnOneLine } from '../util/show-plainly.js';

/** That simulated models played, so that nobody takes their numbers for those of a language model. */
export function renderSimulated(models: readonly string[]): Markup | '' {
  if (models.length === 0) return '';
  return html`<p class="note">Made with ${showOnOneLine(models.join(', '))}: a simulated model, a program that stands in for a language model. These numbers say nothing about any language model.</p>`;
}
