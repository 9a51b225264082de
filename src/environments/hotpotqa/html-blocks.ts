/** Plain text of a page's HTML, as far as the world reads it: paragraphs, then lists. */

const tag = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)\b(?:[^<>"']|"[^<"]*"|'[^<']*')*>/g;
/** What is not read, with all that is in it. */
const silent = new Set(['script', 'style']);

/** Lists within lists that are told apart; real pages have a handful. */
const deepest = 30;

interface OpenBlock {
  readonly name: string;
  readonly order: number;
  text: string;
}

/** The texts of all `<p>`, then of all `<ul>`, each in order; a list within a list comes twice. */
export function readHtmlBlocks(source: string): string[] {
  const html = withoutComments(source);
  const open: OpenBlock[] = [];
  const closed: OpenBlock[] = [];
  let count = 0;
  let muted = '';
  let at = 0;
  const say = (text: string) => {
    if (muted === '' && text !== '') for (const block of open) block.text += text;
  };
  const close = (name: string) => {
    const index = open.findLastIndex((block) => block.name === name);
    if (index !== -1) closed.push(...open.splice(index, 1));
  };
  for (const match of html.matchAll(tag)) {
    const [all, slash, written = ''] = match;
    say(decodeEntities(html.slice(at, match.index)));
    at = match.index + all.length;
    const name = written.toLowerCase();
    if (muted !== '') {
      if (slash && name === muted) muted = '';
    } else if (silent.has(name) && !slash) muted = name;
    else if (name === 'p' || name === 'ul') {
      // A paragraph ends where the next one begins, closed or not.
      if (slash || name === 'p') close(name);
      if (!slash && open.length < deepest) open.push({ name, order: count++, text: '' });
    }
  }
  say(decodeEntities(html.slice(at)));
  const blocks = [...closed, ...open].sort((a, b) => a.order - b.order);
  const textsOf = (name: string) => blocks.filter((block) => block.name === name).map(({ text }) => text);
  return [...textsOf('p'), ...textsOf('ul')];
}

function withoutComments(html: string): string {
  const [first = '', ...rest] = html.split('<!--');
  return first + rest.map((part) => part.slice(part.includes('-->') ? part.indexOf('-->') + 3 : 0)).join('');
}

/** The entities that MediaWiki writes by name; all others are numbers. */
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi,
    (all, hexadecimal, decimal, name) => {
      if (name !== undefined) return entities.get(name) ?? all;
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}
