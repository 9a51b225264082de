/** The report file as people see it, in a browser and without a server. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openRunHistory } from '../../src/history/index.js';
import { renderReport } from '../../src/pages/index.js';
import { openPage, settings, skipBrowser, startBrowser, type WatchedPage } from './browser.js';
import { findFaintTexts, findStrangeElements, listReachable, overflow } from './in-page.js';
import { makeRun, poisonRun } from './poisoned-run.js';
import { hostilePageTexts } from './xss-texts.js';

let root: string;
let browser: Browser;
let report: string;
const poisoned: string[] = [];

async function writeReport(folder: string): Promise<string> {
  const path = join(root, `${poisoned.length}-${report === undefined ? 'whole' : 'poisoned'}.html`);
  writeFileSync(path, (await renderReport(await openRunHistory(folder))).page);
  return pathToFileURL(path).href;
}

beforeAll(async () => {
  if (skipBrowser) return;
  root = mkdtempSync(join(tmpdir(), 'planwright-report-'));
  const folder = await makeRun(root);
  report = await writeReport(folder);
  for (let turn = 0; turn < 3; turn++) {
    const copy = join(root, `poisoned-${turn}`);
    cpSync(folder, copy, { recursive: true });
    poisonRun(copy, hostilePageTexts, turn * 11);
    poisoned.push(await writeReport(copy));
  }
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
});

async function open(url: string, options: Parameters<typeof openPage>[1] = {}): Promise<WatchedPage> {
  const watched = await openPage(browser, options);
  onTestFinished(() => watched.page.context().close());
  await watched.page.goto(url);
  await watched.page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
  return watched;
}

describe.skipIf(skipBrowser)('the report', () => {
  it.each(Object.entries(settings))('is readable and asks for nothing: %s', async (_setting, options) => {
    const { page, complaints, requests } = await open(report, options);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.evaluate(overflow)).toBe(0);
    expect(await page.evaluate(findFaintTexts)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([report]);
    expect(await page.evaluate(`${findStrangeElements}([])`)).toEqual([]);
  });

  it('answers in the order in which a reader asks', async () => {
    const { page } = await open(report);
    const headings = await page.locator('h2').allTextContents();
    const order = [
      'Did it help?',
      'What did it learn?',
      'Can I believe it?',
      'How did it get there?',
      'Show me',
    ];
    expect(headings.filter((one) => order.includes(one))).toEqual(order);
    expect(await page.locator('.turn').count()).toBeGreaterThan(20);
    expect(await page.locator('main').textContent()).toContain(
      'These numbers say nothing about any language model.',
    );
  });

  it('can be read without a mouse', async () => {
    const { page } = await openPage(browser);
    onTestFinished(() => page.context().close());
    await page.goto(report);
    const wanted: string[] = await page.evaluate(listReachable);
    const reached = new Set<string>();
    for (let press = 0; press < wanted.length + 5; press++) {
      await page.keyboard.press('Tab');
      const [at, outline]: [string, string] = await page.evaluate(
        '[document.activeElement.outerHTML.slice(0, 200), getComputedStyle(document.activeElement).outlineStyle]',
      );
      reached.add(at);
      if (!at.startsWith('<body')) expect([at, outline]).not.toEqual([at, 'none']);
    }
    expect(wanted.filter((element) => !reached.has(element))).toEqual([]);
    const first = page.locator('summary').first();
    await first.focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('details').first().getAttribute('open')).toBe('');
  });

  it('is as good without JavaScript', async () => {
    const { page, complaints } = await openPage(browser, { javaScriptEnabled: false });
    onTestFinished(() => page.context().close());
    await page.goto(report);
    expect(await page.locator('h2').count()).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
  });

  it.each([0, 1, 2])('is harmless where all that a run says is hostile (%i)', async (turn) => {
    const { page, complaints, requests } = await open(poisoned[turn] ?? '', settings.phone);
    expect(await page.evaluate(`${findStrangeElements}([])`)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([poisoned[turn]]);
    expect(await page.evaluate(overflow)).toBe(0);
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).toMatch(/<script>alert|onerror=alert/);
    expect(text).toContain('<U+202E>');
  });
});
