/** Pieces of pages. */
import { html } from 'hono/html';
import { showOnOneLine, showPlainly } from '../util/show-plainly.js';

/** A piece of HTML whose texts are escaped. */
export type Markup = ReturnType<typeof html>;

/** Nothing. */
export const nothing: Markup = html``;

/** A text from outside, with its lines. */
export function text(value: string): string {
  return showPlainly(value);
}

/** The same on one line. */
export function line(value: string): string {
  return showOnOneLine(value);
}

/** What is not there: told apart from what went wrong. */
export function notThere(words: string): Markup {
  return html`<p class="absent">${words}</p>`;
}

/** A part of a page from data that may be of any form: where it is not what it should be, that is said. */
export function orSay(render: () => Markup, what: string): Markup {
  try {
    return render();
  } catch {
    return notThere(`${what} can not be shown: the run's files do not hold what they should.`);
  }
}

/** A section with a heading that can be linked to. */
export function section(id: string, title: string, content: Markup | readonly Markup[]): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${content}</section>`;
}

/** `1 game`, `4 games`. */
export function countOf(n: number, plural: string): string {
  return `${n} ${n === 1 ? plural.replace(/s$/, '') : plural}`;
}
