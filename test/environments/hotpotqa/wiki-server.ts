import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of the site: text with the day it is from, oldest first; or where it leads to. */
export interface SitePage {
  readonly revisions?: readonly (readonly [day: string, html: string])[];
  readonly redirect?: string;
  readonly disambiguation?: true;
}

/** Answers in place of the site's own. */
export type Fault = (response: ServerResponse) => void;

export interface WikiServer {
  readonly baseUrl: string;
  /** What was asked, in order. */
  readonly requests: readonly URLSearchParams[];
  readonly headers: readonly IncomingHttpHeaders[];
  /** Answers the next requests with faults, one each; then the site answers again. */
  fail(...faults: readonly Fault[]): void;
  close(): Promise<void>;
}

/** A site on loopback that answers as the MediaWiki API does, with `formatversion=2`. */
export async function startWikiServer(pages: Readonly<Record<string, SitePage>>): Promise<WikiServer> {
  const requests: URLSearchParams[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const faults: Fault[] = [];
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '', 'http://localhost').searchParams;
    requests.push(asked);
    headers.push(request.headers);
    const fault = faults.shift();
    if (fault) fault(response);
    else sendJson(response, answer(pages, asked));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/w/api.php`,
    requests,
    headers,
    fail: (...more) => faults.push(...more),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends a value as the API does. */
export function sendJson(response: ServerResponse, value: unknown, headers: IncomingHttpHeaders = {}): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(value));
}

const idOf = (title: string, index: number, titles: readonly string[]) =>
  titles.indexOf(title) * 100 + index + 1;

function answer(pages: Readonly<Record<string, SitePage>>, asked: URLSearchParams): unknown {
  const titles = Object.keys(pages);
  const get = (name: string) => asked.get(name) ?? '';
  if (get('action') === 'parse') {
    const id = Number(get('oldid')) - 1;
    const title = titles[Math.floor(id / 100)] ?? '';
    const html = pages[title]?.revisions?.[id % 100]?.[1];
    return html === undefined
      ? { error: { code: 'nosuchrevid', info: 'There is no revision with this id.' } }
      : { parse: { title, revid: id + 1, text: `<div class="mw-parser-output">${html}</div>` } };
  }
  if (get('list') === 'search') {
    if (get('srsearch') === '') return { error: { code: 'missingparam' } };
    const words =
      get('srsearch')
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [];
    const near = get('srwhat') === 'nearmatch';
    const found = titles.filter((title) =>
      near
        ? title.toLowerCase() === get('srsearch').toLowerCase()
        : pages[title]?.redirect === undefined && words.some((word) => title.toLowerCase().includes(word)),
    );
    return {
      batchcomplete: true,
      query: { search: found.slice(0, Number(get('srlimit'))).map((title) => ({ ns: 0, title })) },
    };
  }
  const wanted = get('titles');
  if (/[|[\]{}<>]/.test(wanted))
    return { query: { pages: [{ title: wanted, invalidreason: 'no', invalid: true }] } };
  const title = (asked.has('redirects') ? pages[wanted]?.redirect : undefined) ?? wanted;
  const page = pages[title];
  if (page === undefined) return { query: { pages: [{ ns: 0, title, missing: true }] } };
  const entry = { pageid: titles.indexOf(title) + 1, ns: 0, title };
  if (get('prop') === 'revisions') {
    const before = asked.get('rvstart') ?? '9999';
    const index = (page.revisions ?? []).findLastIndex(([day]) => day <= before);
    return {
      query: {
        pages: [index === -1 ? entry : { ...entry, revisions: [{ revid: idOf(title, index, titles) }] }],
      },
    };
  }
  return {
    query: { pages: [page.disambiguation ? { ...entry, pageprops: { disambiguation: '' } } : entry] },
  };
}
