/** A run that goes on while somebody looks at it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RunEvent } from '../../src/core/event.js';
import { createRun, lockRun, type Run } from '../../src/runs/index.js';
import { systemClock } from '../../src/util/clock.js';
import { serveViewer } from '../../src/viewer/index.js';
import { openPage, settings, skipBrowser, startBrowser } from './browser.js';

let browser: Browser;
beforeAll(async () => {
  if (!skipBrowser) browser = await startBrowser();
});
afterAll(() => browser?.close());

/** A run that is going on, and a viewer of it. */
async function startRun() {
  const root = mkdtempSync(join(tmpdir(), 'planwright-live-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const run = createRun({
    runsFolder: root,
    runId: 'mine',
    configName: 'mine',
    seed: 0,
    digest8: '00000000',
    clock: systemClock,
    config: 'seed: 0\n',
    manifest: { tool: '0.1.0', simulated: true },
  });
  const lock = lockRun(run.folder);
  onTestFinished(() => lock.release());
  begin(run);
  const viewer = await serveViewer({ root, port: 0, readPair: () => Promise.reject(new Error('nothing')) });
  onTestFinished(() => viewer.close());
  return { run, lock, viewer };
}

function say(run: Run, ...events: readonly RunEvent[]): void {
  for (const event of events) run.journal.append(event);
  run.journal.flush();
}

function begin(run: Run): void {
  const initialPlan = { id: 'sha256:0', iteration: 0, environment: 'toy@1.0.0', taskType: 'heat', text: '' };
  const instanceIds = Array.from({ length: 40 }, (_, i) => `game-${i}`);
  say(
    run,
    {
      type: 'run-start',
      run: 'mine',
      taskType: 'heat',
      seed: 0,
      iterations: 1,
      batchSize: 40,
      heldOut: 0,
      initialPlan,
      simulated: true,
    },
    { type: 'iteration-start', taskType: 'heat', iteration: 0, instanceIds },
    ...instanceIds.map(
      (id): RunEvent => ({ type: 'episode-start', episodeId: `train/0/${id}`, phase: 'train' }),
    ),
  );
}

const act = (game: number, step: number, action: string): RunEvent => ({
  type: 'episode-step',
  episodeId: `train/0/game-${game}`,
  step,
  action,
  observation: 'Nothing happens.',
});

describe.skipIf(skipBrowser)('a run that goes on', () => {
  it('is brought up to date in place, and the reader stays where they are', async () => {
    const { run, lock, viewer } = await startRun();
    const { page, complaints } = await openPage(browser, settings.phone);
    onTestFinished(() => page.context().close());
    await page.goto(new URL('/runs/mine', viewer.url).href);
    await page.evaluate('window.mark = 1; window.scrollTo(0, 300)');
    await page.locator('main a').first().focus();
    await page.evaluate('window.scrollTo(0, 300)');
    say(run, act(0, 1, 'open the marble door'));
    await page.getByText('open the marble door').waitFor();
    expect(await page.evaluate('[window.mark, window.scrollY]')).toEqual([1, 300]);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('A');
    say(run, { type: 'run-end', outcome: 'finished' });
    run.journal.close();
    lock.release();
    await page.getByText('The run is over.').waitFor();
    expect(await page.evaluate('window.mark')).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('stands still while it is paused or text is marked, and goes on after that', async () => {
    const { run, viewer } = await startRun();
    const { page } = await openPage(browser);
    onTestFinished(() => page.context().close());
    await page.goto(new URL('/runs/mine', viewer.url).href);
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await page.locator('#live').textContent()).toContain('Paused.');
    say(run, act(1, 1, 'open the copper door'));
    await page.waitForTimeout(2500);
    expect(await page.getByText('open the copper door').count()).toBe(0);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.evaluate('getSelection().selectAllChildren(document.querySelector("main h1"))');
    await page.waitForTimeout(2500);
    expect(await page.getByText('open the copper door').count()).toBe(0);
    await page.evaluate('getSelection().removeAllRanges()');
    await page.getByText('open the copper door').waitFor();
  });

  it('is said to be no longer known when the viewer has ended', async () => {
    const { viewer } = await startRun();
    const { page } = await openPage(browser);
    onTestFinished(() => page.context().close());
    await page.goto(new URL('/runs/mine', viewer.url).href);
    await viewer.close();
    await page.getByText('The viewer has ended; this is how it was then.').waitFor();
    expect(await page.locator('h1').textContent()).toContain('mine');
  });

  it('is as readable without JavaScript, and says how old it is', async () => {
    const { run, viewer } = await startRun();
    const { page, complaints } = await openPage(browser, { javaScriptEnabled: false });
    onTestFinished(() => page.context().close());
    await page.goto(new URL('/runs/mine', viewer.url).href);
    expect(await page.locator('.age').textContent()).toMatch(
      /^As of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. Reload for newer\.$/,
    );
    say(run, act(2, 1, 'open the silver door'));
    await page.getByRole('link', { name: 'Reload' }).click();
    await page.getByText('open the silver door').waitFor();
    await page.goto(new URL('/', viewer.url).href);
    expect(await page.locator('main').textContent()).toContain('going on');
    expect(complaints).toEqual([]);
  });
});
