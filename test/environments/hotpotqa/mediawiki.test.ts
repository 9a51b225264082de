import { afterEach, describe, expect, it } from 'vitest';
import { noUsage } from '../../../src/core/model.js';
import { createHotpotqa } from '../../../src/environments/hotpotqa/hotpotqa.js';
import { createMediaWiki } from '../../../src/environments/hotpotqa/mediawiki.js';
import type { WikiApiSettings } from '../../../src/environments/hotpotqa/wiki-api.js';
import { rollout } from '../../../src/rollout/index.js';
import { systemClock } from '../../../src/util/clock.js';
import { play } from './play.js';
import { question } from './small-questions.js';
import { type Fault, type SitePage, sendJson, startWikiServer, type WikiServer } from './wiki-server.js';

const site: Readonly<Record<string, SitePage>> = {
  Tolm: {
    revisions: [
      ['2015-01-01T00:00:00Z', '<p>Tolm was a <b>village</b> then.[1]</p>'],
      ['2017-09-30T23:59:59Z', '<p>Tolm is a town &amp; a port. It grows.</p><ul><li>first of all</li></ul>'],
      ['2019-01-01T00:00:00Z', '<p>Tolm is a city now.</p>'],
    ],
  },
  'Tolm City': { redirect: 'Tolm' },
  Varn: { disambiguation: true, revisions: [['2015-01-01T00:00:00Z', '<p>Varn can be many things.</p>']] },
  'Varn (river)': { revisions: [['2018-01-01T00:00:00Z', '<p>Varn is a young river.</p>']] },
};
const userAgent = 'planwright-test/1.0 (nobody@example.org)';
const hasty = { gapSeconds: 0, waitSeconds: 0.001, attemptSeconds: 5 };

let server: WikiServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function open(options: { before?: string; limits?: WikiApiSettings['limits'] } = {}) {
  server = await startWikiServer(site);
  const { limits = {}, ...rest } = options;
  return {
    server,
    wiki: createMediaWiki({ baseUrl: server.baseUrl, userAgent, limits: { ...hasty, ...limits }, ...rest }),
  };
}

describe('a page', () => {
  it.each([
    [undefined, ['Tolm is a city now.']],
    ['2017-10-01T00:00:00Z', ['Tolm is a town & a port. It grows.', 'first of all']],
    ['2016-10-01T00:00:00Z', ['Tolm was a village then.[1]']],
  ])('is read as it was at %s', async (before, blocks) => {
    const { wiki } = await open(before === undefined ? {} : { before });
    expect(await wiki.find('Tolm')).toEqual({ kind: 'page', page: { title: 'Tolm', blocks } });
  });

  it('that did not exist yet is said not to', async () => {
    const { wiki } = await open({ before: '2017-10-01T00:00:00Z' });
    expect(await wiki.find('Varn (river)')).toEqual({ kind: 'not-yet' });
  });

  it('is found by redirects and in other case; one of many meanings is told', async () => {
    const { wiki } = await open();
    expect(await wiki.find('Tolm City')).toMatchObject({ page: { title: 'Tolm' } });
    expect(await wiki.find('tOLM')).toMatchObject({ page: { title: 'Tolm' } });
    expect(await wiki.find('Varn')).toEqual({ kind: 'disambiguation' });
    expect(await wiki.find('Nowhere')).toEqual({ kind: 'missing' });
  });

  it('is not asked for under what is no title', async () => {
    const { wiki, server: asked } = await open();
    for (const entity of ['', ' ', '[Tolm]', 'Tolm|Varn', 'a#b', 'a\u0000b', '\ud800'])
      expect(await wiki.find(entity)).toEqual({ kind: 'missing' });
    expect(asked.requests).toEqual([]);
    expect(await wiki.similar('', 5)).toEqual([]);
    expect(await wiki.similar('x'.repeat(20_000), 5)).toEqual([]);
    expect(asked.requests.map((request) => request.get('srsearch')?.length)).toEqual([300]);
  });

  it('is asked for once, politely', async () => {
    const { wiki, server: asked } = await open();
    await Promise.all([wiki.find('Tolm'), wiki.find('Tolm')]);
    await wiki.find('Tolm');
    expect(asked.requests).toHaveLength(3);
    for (const request of asked.requests)
      expect(Object.fromEntries(request)).toMatchObject({ maxlag: '5', format: 'json' });
    for (const headers of asked.headers) expect(headers['user-agent']).toBe(userAgent);
    expect(await wiki.similar('Varn river', 1)).toEqual(['Varn']);
  });

  it('is asked for by one request after another', async () => {
    const { wiki, server: asked } = await open();
    let underWay = 0;
    let most = 0;
    const slow: Fault = (response) => {
      most = Math.max(most, ++underWay);
      setTimeout(() => {
        underWay--;
        sendJson(response, { query: { search: [] } });
      }, 5);
    };
    asked.fail(slow, slow, slow);
    await Promise.all(['a', 'b', 'c'].map((word) => wiki.similar(word, 5)));
    expect(most).toBe(1);
  });
});

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Fault =>
  (response) => {
    response.writeHead(code, headers);
    response.end(body);
  };
const apiError =
  (code: string): Fault =>
  (response) =>
    sendJson(response, { error: { code, info: 'x' } }, { 'retry-after': '0' });
const html = status(200, { 'content-type': 'text/html' }, '<!doctype html><p>Please log in</p>');
const hang: Fault = () => {};
const cut: Fault = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"query":');
  setTimeout(() => response.destroy(), 5);
};

describe('faults', () => {
  const thrice = (fault: Fault) => [fault, fault, fault];
  it.each<[string, readonly Fault[], RegExp]>([
    ['403', [status(403)], /answered with status 403 \(does the user agent say who asks\?\)/],
    ['429', thrice(status(429, { 'retry-after': '0' })), /answered with status 429$/],
    ['503', thrice(status(503, { 'retry-after': '-9' })), /answered with status 503$/],
    ['404', [status(404)], /answered with status 404$/],
    ['HTML', [html], /something that is not JSON \(text\/html\)/],
    ['nothing', thrice(status(200)), /an empty answer/],
    ['half an answer', thrice(cut), /can not be asked/],
    ['a lag', thrice(apiError('maxlag')), /the error maxlag/],
    ['an error of its own', [apiError('badvalue')], /the error badvalue/],
    ['another form', [(response) => sendJson(response, { query: { pages: [{}] } })], /not of the known form/],
    ['a list', [(response) => sendJson(response, [])], /not of the known form/],
    ['10 MB', [status(200, {}, `{"a":"${'x'.repeat(10_000_000)}"}`)], /sent more than 5000000 bytes/],
  ])('%s is an error', async (_, faults, message) => {
    const { wiki, server: asked } = await open();
    asked.fail(...faults);
    await expect(wiki.find('Tolm')).rejects.toThrow(message);
    expect(asked.requests).toHaveLength(faults.length);
    // What failed is not remembered.
    expect(await wiki.find('Tolm')).toMatchObject({ kind: 'page' });
  });

  it('silence is an error after a while', async () => {
    const { wiki, server: asked } = await open({ limits: { attemptSeconds: 0.05, attempts: 2 } });
    asked.fail(hang, hang);
    await expect(wiki.find('Tolm')).rejects.toThrow(/gave no answer within 0.05 s/);
  });

  it('no server is an error', async () => {
    const { wiki, server: gone } = await open();
    await gone.close();
    await expect(wiki.find('Tolm')).rejects.toThrow(/127\.0\.0\.1:\d+ can not be asked: .*ECONNREFUSED/);
  });

  it('that pass are waited out, as long as the site asks for', async () => {
    const waits: number[] = [];
    server = await startWikiServer(site);
    const sleep: typeof systemClock.sleep = (milliseconds, signal) => {
      if (signal === undefined) waits.push(milliseconds);
      return systemClock.sleep(signal === undefined ? 0 : milliseconds, signal);
    };
    const wiki = createMediaWiki({ baseUrl: server.baseUrl, userAgent, clock: { ...systemClock, sleep } });
    server.fail(status(429, { 'retry-after': '7' }), apiError('maxlag'));
    expect(await wiki.find('Tolm')).toMatchObject({ kind: 'page' });
    expect(waits.slice(0, 2)).toEqual([7000, 0]);
    server.fail(status(503), status(503, { 'retry-after': '86400' }));
    expect(await wiki.similar('Tolm', 5)).toEqual(['Tolm']);
    expect(waits).toEqual(expect.arrayContaining([1000, 60_000]));
  });
});

describe('the world on a live site', () => {
  const asking = question('q', 'What is Tolm?', { context: [] });

  it('reads the past as AutoPlan does, and today as ReAct does', async () => {
    const { server: asked } = await open();
    const options = { backend: 'mediawiki', userAgent, baseUrl: asked.baseUrl };
    expect(await play(createHotpotqa({ ...options, behaviour: 'autoplan' }), asking, 'search[Tolm]')).toEqual(
      ['Tolm is a town & a port.. It grows.. first of all.'],
    );
    expect(await play(createHotpotqa(options), asking, 'search[Varn]', 'search[tolm]')).toEqual([
      "Could not find [Varn]. Similar: ['Varn', 'Varn (river)'].",
      'Tolm is a city now..',
    ]);
    const dated = createHotpotqa({ ...options, before: '2016-01-01' });
    expect(await play(dated, asking, 'search[Tolm]')).toEqual(['Tolm was a village then.[1].']);
  });

  it('makes an episode an error where the site fails, never a wrong answer', async () => {
    const { server: asked } = await open();
    asked.fail(html);
    const environment = createHotpotqa({ backend: 'mediawiki', userAgent, baseUrl: asked.baseUrl });
    const episode = await rollout(
      {
        environment,
        agent: {
          name: 'searcher',
          begin: () => ({ act: async () => ({ rawAction: '', action: 'search[Tolm]', formalizer: 'none' }) }),
          conversation: () => [],
        },
        model: {
          id: 'none',
          complete: async () => ({ text: '', finishReason: 'stop', usage: noUsage, model: 'none' }),
        },
        limits: { maxSteps: 3 },
        seed: 1,
        clock: systemClock,
        emit: () => {},
      },
      {
        episodeId: 'e',
        phase: 'held-out',
        instance: asking,
        plan: { id: '', iteration: 0, environment: 'hotpotqa', taskType: 'qa', text: '' },
        seedScope: 's',
      },
    );
    expect(episode.outcome).toMatchObject({
      kind: 'error',
      code: 'environment',
      message: expect.stringMatching(/the environment threw: .* not JSON/),
    });
  });
});
