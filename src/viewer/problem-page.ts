import { html } from 'hono/html';
import { renderPage } from './layout.js';
import type { PageProblem } from './page-problem.js';

const titles: Readonly<Record<PageProblem['status'], string>> = {
  400: 'This can not be shown',
  401: 'Who is asking?',
  403: 'Not shown',
  404: 'Not there',
  405: 'Not done',
  500: 'That did not work',
};

/** The page for what can not be shown. */
export function renderProblem({ status, message, remedy }: PageProblem, madeAt: string): Promise<string> {
  const title = titles[status];
  return renderPage({
    title,
    madeAt,
    crumbs: [{ label: 'Runs', href: '/' }, { label: title }],
    content: html`<h1>${title}</h1>
<p class="problem">${message}</p>
${remedy === '' ? '' : html`<p>${remedy}</p>`}
<p><a href="/">The list of runs</a></p>`,
  });
}
