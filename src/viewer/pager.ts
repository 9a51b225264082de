/** Long lists page by page. */
import { html } from 'hono/html';
import type { Markup } from '../pages/index.js';
import { groupDigits } from '../report/index.js';
import type { Asked } from './viewer-source.js';

/** Which part of a list is shown. */
export interface Part {
  /** From 0. */
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
}

/** The part that `?page=` asks for, the last one where it is too large, the first where it is no number. */
export function partOf({ page = '' }: Asked, total: number, limit: number): Part {
  const last = Math.max(1, Math.ceil(total / limit));
  const wanted = /^\d{1,9}$/.test(page) ? Math.max(1, Number(page)) : 1;
  return { offset: (Math.min(wanted, last) - 1) * limit, limit, total };
}

/** An address with a query of what is not empty. */
export function addressOf(path: string, query: Asked): string {
  const filled = Object.entries(query).filter(([, value]) => value !== '');
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled)}`;
}

/** Links to the parts before and after; nothing where all is shown. */
export function renderPager({ offset, limit, total }: Part, path: string, query: Asked): Markup | '' {
  if (total <= limit) return '';
  const page = offset / limit + 1;
  const last = Math.ceil(total / limit);
  const link = (to: number, label: string) => {
    const there = to >= 1 && to <= last && to !== page;
    const { page: _page, ...rest } = query;
    return there
      ? html`<li><a href="${addressOf(path, { ...rest, page: String(to) })}">${label}</a></li>`
      : html`<li><span aria-disabled="true">${label}</span></li>`;
  };
  const shown = `${groupDigits(offset + 1)} to ${groupDigits(Math.min(total, offset + limit))} of ${groupDigits(total)}`;
  return html`<nav class="pager" aria-label="Pages"><p>${shown}</p><ul>
${link(1, 'First')}${link(page - 1, 'Previous')}${link(page + 1, 'Next')}${link(last, 'Last')}
</ul></nav>`;
}
