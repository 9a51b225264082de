import { html, raw } from 'hono/html';
import { sha256Base64 } from '../util/hash.js';
import type { Markup } from './markup.js';
import { frameStyle, runStyle } from './page-style.js';

/**
 * A whole page in one file: it asks for nothing, runs nothing, and its policy allows nothing but its own style and
 * pictures that stand in it.
 */
export async function renderDocument(title: string, content: Markup): Promise<string> {
  const style = `${frameStyle}${runStyle}`;
  const policy = `default-src 'none'; style-src 'sha256-${sha256Base64(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<main id="content" tabindex="-1">
${content}
</main>
</body>
</html>
`;
  return String(await page);
}
