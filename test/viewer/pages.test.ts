/** The viewer as people see it, in a browser. */
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveViewer, type Viewer } from '../../src/viewer/index.js';
import { openPage, settings, skipBrowser, startBrowser, type WatchedPage } from './browser.js';
import { findFaintTexts, findStrangeElements, listReachable, overflow } from './in-page.js';
import { makeRun, poisonRun } from './poisoned-run.js';
import { readPair } from './serve.js';
import { hostilePageTexts } from './xss-texts.js';

let root: string;
let browser: Browser;
let viewer: Viewer;
let run: string;
let episodeId: string;
/** Runs of which every text is hostile, each field with another text in each of them. */
const poisoned: string[] = [];

const hostileName = '"><img src=x onerror=alert(0)>&#0; \u202Ea%2e%2e';

beforeAll(async () => {
  if (skipBrowser) return;
  root = mkdtempSync(join(tmpdir(), 'planwright-pages-'));
  const folder = await makeRun(root);
  run = basename(folder);
  [, episodeId = ''] =
    /"episodeId":"(train[^"]+)"/.exec(readFileSync(join(folder, 'journal.jsonl'), 'utf8')) ?? [];
  for (let turn = 0; turn < 2; turn++) {
    const name = turn === 0 ? hostileName : `poisoned-${turn}`;
    cpSync(folder, join(root, 'next'), { recursive: true });
    poisonRun(join(root, 'next'), hostilePageTexts, turn * 17);
    renameSync(join(root, 'next'), join(root, name));
    poisoned.push(name);
  }
  browser = await startBrowser();
  viewer = await serveViewer({ root, port: 0, readPair });
});

afterAll(async () => {
  await browser?.close();
  await viewer?.close();
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
});

async function open(path: string, options: Parameters<typeof openPage>[1] = {}): Promise<WatchedPage> {
  const watched = await openPage(browser, options);
  onTestFinished(() => watched.page.context().close());
  await watched.page.goto(new URL(path, viewer.url).href);
  return watched;
}

const of = (name: string) => `/runs/${encodeURIComponent(name)}`;
const pages: readonly (readonly [what: string, path: () => string])[] = [
  ['list', () => '/'],
  ['run', () => of(run)],
  ['episodes', () => `${of(run)}/episodes`],
  ['episode', () => `${of(run)}/episode?id=${episodeId}`],
  ['comparison', () => `/compare?a=${run}&b=${run}%23baseline`],
];

/** Adresses of episodes of a run, as its page of episodes has them. */
async function episodeLinks(page: Page, name: string): Promise<string[]> {
  await page.goto(new URL(`${of(name)}/episodes`, viewer.url).href);
  return page.locator('table a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

describe.skipIf(skipBrowser)('pages', () => {
  it.each(Object.entries(settings))(
    'are readable, within the screen and quiet: %s',
    async (_setting, options) => {
      const { page, complaints, requests } = await openPage(browser, options);
      onTestFinished(() => page.context().close());
      for (const [what, path] of pages) {
        await page.goto(new URL(path(), viewer.url).href);
        expect([what, await page.locator('h1').count()]).toEqual([what, 1]);
        expect([what, await page.evaluate(overflow)]).toEqual([what, 0]);
        expect([what, await page.evaluate(findFaintTexts)]).toEqual([what, []]);
      }
      expect(complaints).toEqual([]);
      expect(requests.filter((url) => !url.startsWith(viewer.url))).toEqual([]);
    },
  );

  it('say what they are about', async () => {
    const { page } = await open('/');
    await page.getByRole('link', { name: run }).click();
    expect(await page.title()).toContain(run);
    await page
      .getByRole('link', { name: /^All episodes/ })
      .first()
      .click();
    await page
      .getByRole('link', { name: /train\/0\// })
      .first()
      .click();
    expect(await page.locator('h1').textContent()).toMatch(/^train\/0\//);
    expect(await page.locator('.turn').count()).toBeGreaterThan(2);
  });

  it('find episodes by outcome, part and text', async () => {
    const { page } = await open(`${of(run)}/episodes`);
    await page.getByLabel('Part').selectOption('held-out');
    await page.getByLabel('Name contains').fill('OUT-00');
    await page.getByRole('button', { name: 'Show' }).click();
    const names = await page.locator('table tbody th').allTextContents();
    expect(names.length).toBeGreaterThan(0);
    expect(names.every((name) => name.startsWith('held-out/') && name.includes('out-00'))).toBe(true);
    expect(await page.getByLabel('Part').inputValue()).toBe('held-out');
    await page.getByLabel('Name contains').fill('nothing of this kind');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.locator('main').textContent()).toContain('None of');
    await page.getByLabel('Name contains').fill('');
    await page.getByLabel('Somebody says').fill('nothing that anybody would say');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.locator('main').textContent()).toMatch(/0 found in 6 episodes that were read/);
    await page.getByLabel('Somebody says').fill('WELCOME to TextWorld');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.locator('table tbody tr').count()).toBe(6);
  });

  it('compare two runs that are chosen in the list', async () => {
    const { page } = await open('/');
    await page.getByLabel(`A: ${run}`).check();
    await page.getByLabel(`B: ${run}`).check();
    await page.getByRole('button', { name: 'Compare A with B' }).click();
    await page.locator('select[name=b]').selectOption(`${run}#baseline`);
    await page.getByRole('button', { name: 'Compare' }).click();
    expect(await page.locator('h2').first().textContent()).toMatch(/A/);
    expect(await page.locator('main').textContent()).toContain('exact McNemar test');
    expect(await page.locator('main').textContent()).toContain(
      'These numbers say nothing about any language model.',
    );
  });
});

describe.skipIf(skipBrowser)('without a mouse', () => {
  it.each(pages)('%s: Tab reaches everything, and what has the focus is seen', async (_what, path) => {
    const { page } = await open(path());
    const wanted: string[] = await page.evaluate(listReachable);
    const reached = new Set<string>();
    const unseen: string[] = [];
    for (let press = 0; press < wanted.length + 30; press++) {
      await page.keyboard.press('Tab');
      const at: [string, boolean] | null = await page.evaluate(`(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        const style = getComputedStyle(element);
        return [element.outerHTML.slice(0, 200), style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2];
      })()`);
      if (at === null) continue;
      reached.add(at[0]);
      if (!at[1]) unseen.push(at[0]);
    }
    expect(wanted.filter((element) => !element.includes('type="radio"') && !reached.has(element))).toEqual(
      [],
    );
    expect(unseen).toEqual([]);
  });

  it('the first stop skips to the content, and Enter opens a run', async () => {
    const { page } = await open('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    const link = page.getByRole('link', { name: run });
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press('Tab');
      if (await link.evaluate((element) => element.matches(':focus'))) break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/runs/${run}`);
  });
});

describe.skipIf(skipBrowser)('hostile runs', () => {
  const inert = async ({ page, complaints }: WatchedPage) => {
    expect(await page.evaluate(`${findStrangeElements}(['/live.js'])`)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(await page.evaluate(overflow)).toBe(0);
  };

  it('stand in the list as text', async () => {
    const watched = await open('/', settings.phone);
    await inert(watched);
    expect(await watched.page.locator('main').textContent()).toContain('<img src=x onerror=alert(0)>');
    expect(await watched.page.locator('main').textContent()).toContain('<U+202E>');
  });

  it.each([0, 1])('are as harmless as others on every page (%i)', async (turn) => {
    const name = poisoned[turn] ?? '';
    const watched = await open(of(name), settings.phone);
    await inert(watched);
    const links = await episodeLinks(watched.page, name);
    expect(links.length).toBeGreaterThan(5);
    await inert(watched);
    const seen: string[] = [];
    for (const link of links.slice(0, 3)) {
      await watched.page.goto(new URL(link, viewer.url).href);
      seen.push((await watched.page.locator('main').textContent()) ?? '');
      await inert(watched);
    }
    expect(seen.join()).toMatch(/alert\(|evil\.example|zzcanary|ignore/i);
    const name64 = encodeURIComponent(name);
    await watched.page.goto(new URL(`/compare?a=${name64}&b=${name64}%23baseline`, viewer.url).href);
    await inert(watched);
  });

  it('can not be named in an address to any effect', async () => {
    const watched = await open('/');
    for (const text of hostilePageTexts.slice(2, 7)) {
      const given = encodeURIComponent(text);
      for (const path of [
        `/compare?a=${given}&b=${given}&tolerance=${given}`,
        `${of(run)}/episodes?text=${given}&type=${given}&page=${given}`,
      ]) {
        await watched.page.goto(new URL(path, viewer.url).href);
        await inert(watched);
      }
    }
    await watched.page.goto(new URL(of(hostilePageTexts.slice(2, 7).join('')), viewer.url).href);
    expect(watched.complaints.filter((one) => !one.includes('404'))).toEqual([]);
  });
});
