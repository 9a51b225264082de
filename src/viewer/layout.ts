/** The frame of every page of the viewer. */
import { html } from 'hono/html';
import type { Markup } from '../pages/index.js';

/** A step on the way to a page. */
export interface Crumb {
  readonly label: string;
  /** Absent for the page itself. */
  readonly href?: string;
}

/** What a page is made of. */
export interface PageParts {
  readonly title: string;
  /** From the list of runs down to this page. */
  readonly crumbs: readonly Crumb[];
  readonly content: Markup;
  /** Whether it is a table that takes all the width there is. */
  readonly wide?: boolean;
  /** Seconds after which our script asks for the page anew; absent where nothing can change. */
  readonly refresh?: number;
  /** When the page was made, in words. */
  readonly madeAt: string;
}

/** The whole page. */
export async function renderPage(parts: PageParts): Promise<string> {
  const { title, crumbs, content, refresh, wide = false } = parts;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - Planwright</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css">
${refresh === undefined ? '' : html`<script src="/live.js" defer></script>`}
</head>
<body${wide ? html` class="wide"` : ''}>
<a class="skip" href="#content">Skip to content</a>
<header class="site">
<nav aria-label="Where you are"><ol class="crumbs">${crumbs.map(renderCrumb)}</ol></nav>
${renderAge(parts)}
</header>
<main id="content" tabindex="-1"${refresh === undefined ? '' : html` data-refresh="${refresh}"`}>
${content}
</main>
</body>
</html>
`;
  return String(await page);
}

function renderCrumb({ label, href }: Crumb): Markup {
  return href === undefined
    ? html`<li aria-current="page">${label}</li>`
    : html`<li><a href="${href}">${label}</a></li>`;
}

function renderAge({ refresh, madeAt }: PageParts): Markup {
  const again =
    refresh === undefined ? '' : html` <span id="live" role="status"><a href="">Reload</a> for newer.</span>`;
  return html`<p class="age">As of <span id="made-at">${madeAt}</span>.${again}</p>`;
}
