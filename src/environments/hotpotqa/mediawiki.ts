/** A live MediaWiki site, Wikipedia unless told otherwise, as it is now or as it was before a day. */
import { z } from 'zod';
import { readHtmlBlocks } from './html-blocks.js';
import type { Found, Wiki } from './wiki.js';
import { type AskWikiApi, createWikiApi, type WikiApiSettings } from './wiki-api.js';

/** How a site is read. */
export interface MediaWikiSettings extends WikiApiSettings {
  /** An instant such as `2017-10-01T00:00:00Z`: of each page the newest revision at or before it is read. */
  readonly before?: string;
}

/** What has been read is kept: the same questions come again and again. */
const answersKept = 2000;
/** Characters of a search that the site reads; longer ones it refuses. */
const longestSearch = 300;
/** Characters that no title has; the site refuses some of them and takes others for separators. */
const notInTitles = /[#<>[\]{}|\p{Cc}\p{Cs}\ufffd]/u;

const titles = z.object({
  query: z.object({
    pages: z
      .array(
        z.object({
          title: z.string(),
          missing: z.boolean().optional(),
          invalid: z.boolean().optional(),
          pageprops: z.object({ disambiguation: z.string().optional() }).optional(),
        }),
      )
      .optional(),
  }),
});
const hits = z.object({ query: z.object({ search: z.array(z.object({ title: z.string() })) }) });
const revisions = z.object({
  query: z.object({
    pages: z.array(z.object({ revisions: z.array(z.object({ revid: z.int() })).optional() })).min(1),
  }),
});
const parsed = z.object({ parse: z.object({ text: z.string() }) });

/** The encyclopedia that a site is. Its promises reject when the site gives no usable answer. */
export function createMediaWiki({ before, ...settings }: MediaWikiSettings): Wiki {
  const ask = createWikiApi(settings);
  const search = remember((key) => {
    const [count = '', ...words] = key.split(' ');
    return searchFor(ask, words.join(' '), count);
  });
  return {
    find: remember((entity) => find(ask, entity, before)),
    similar: (entity, count) => search(`${count} ${entity}`),
  };
}

/** The page that the site's own "Go" opens: by its title, redirects followed, else by a title in other case. */
async function find(ask: AskWikiApi, entity: string, before: string | undefined): Promise<Found> {
  const entry = (await findTitle(ask, entity)) ?? (await findNearMatch(ask, entity));
  if (entry === null) return { kind: 'missing' };
  const { title, pageprops } = entry;
  if (pageprops?.disambiguation !== undefined) return { kind: 'disambiguation' };
  const start = before === undefined ? {} : { rvdir: 'older', rvstart: before };
  const found = read(
    revisions,
    await ask({ action: 'query', prop: 'revisions', titles: title, rvlimit: '1', rvprop: 'ids', ...start }),
  );
  const revision = found.query.pages[0]?.revisions?.[0];
  if (revision === undefined) return { kind: 'not-yet' };
  const { text } = read(
    parsed,
    await ask({
      ...{ action: 'parse', oldid: String(revision.revid), prop: 'text' },
      ...{ disableeditsection: '1', disabletoc: '1', disablelimitreport: '1' },
    }),
  ).parse;
  return { kind: 'page', page: { title, blocks: readHtmlBlocks(text) } };
}

async function findTitle(ask: AskWikiApi, entity: string) {
  if (entity.trim() === '' || entity.length > 255 || notInTitles.test(entity)) return null;
  const answer = await ask({
    ...{ action: 'query', titles: entity, redirects: '1' },
    ...{ prop: 'info|pageprops', ppprop: 'disambiguation' },
  });
  const page = read(titles, answer).query.pages?.[0];
  return page === undefined || page.missing || page.invalid ? null : page;
}

async function findNearMatch(ask: AskWikiApi, entity: string) {
  if (entity.trim() === '' || notInTitles.test(entity)) return null;
  const answer = await ask({
    ...{ action: 'query', list: 'search', srwhat: 'nearmatch', srlimit: '1', srprop: '' },
    srsearch: shorten(entity),
  });
  const title = read(hits, answer).query.search[0]?.title;
  return title === undefined ? null : findTitle(ask, title);
}

async function searchFor(ask: AskWikiApi, entity: string, count: string): Promise<readonly string[]> {
  if (entity.trim() === '') return [];
  const answer = await ask({
    ...{ action: 'query', list: 'search', srlimit: count, srnamespace: '0', srprop: '' },
    srsearch: shorten(entity),
  });
  return read(hits, answer).query.search.map(({ title }) => title);
}

function shorten(text: string): string {
  return Array.from(text).slice(0, longestSearch).join('');
}

function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const place = result.error.issues[0]?.path.join('.') ?? '';
  throw new Error(`the site's answer is not of the known form: ${place} is missing or of another kind`);
}

/** The newest answers, each asked for once; one that failed is asked for again. */
function remember<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const answer = ask(key);
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
    const oldest = kept.size > answersKept ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
