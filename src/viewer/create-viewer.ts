/** The viewer's pages by their addresses. */
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { type Clock, describeUtc, systemClock } from '../util/clock.js';
import { sha256 } from '../util/hash.js';
import { answerGuarded, type RequestAnswer } from './answer-guarded.js';
import { showComparison } from './compare-page.js';
import { showEpisode } from './episode-page.js';
import { showEpisodes } from './episodes-page.js';
import type { GuardOptions, Refusal } from './guard.js';
import { showIteration } from './iteration-page.js';
import { renderPage } from './layout.js';
import { liveScript } from './live-script.js';
import { PageProblem, toPageProblem } from './page-problem.js';
import { renderProblem } from './problem-page.js';
import { showRun } from './run-page.js';
import { createRunShelf } from './run-shelf.js';
import { showRuns } from './runs-page.js';
import { icon, style } from './style.js';
import type { ShowPage, ViewerSource } from './viewer-source.js';

/** What a viewer is made of. */
export interface ViewerOptions extends Pick<ViewerSource, 'root' | 'readPair'> {
  readonly guard: GuardOptions;
  readonly clock?: Clock;
}

const pages: readonly (readonly [address: string, show: ShowPage])[] = [
  ['/', showRuns],
  ['/compare', showComparison],
  ['/runs/:run', showRun],
  ['/runs/:run/episodes', showEpisodes],
  ['/runs/:run/episode', showEpisode],
  ['/runs/:run/iteration', showIteration],
];

const files: readonly (readonly [address: string, type: string, text: string])[] = [
  ['/style.css', 'text/css; charset=utf-8', style],
  ['/live.js', 'text/javascript; charset=utf-8', liveScript],
  ['/icon.svg', 'image/svg+xml', icon],
];

/** Runs that are kept open. */
const shelfSize = 4;

/** Creates what answers the requests of Node's server. */
export function createViewer({ guard, clock = systemClock, ...given }: ViewerOptions): RequestAnswer {
  const source: ViewerSource = { ...given, clock, shelf: createRunShelf(shelfSize) };
  const madeAt = () => describeUtc(clock.now());
  const sendProblem = async (c: Context, error: unknown) => {
    const problem = toPageProblem(error);
    return c.html(await renderProblem(problem, madeAt()), problem.status);
  };
  const app = new Hono();
  for (const [address, type, text] of files)
    app.get(address, (c) => c.body(text, 200, { 'content-type': type }));
  for (const [address, show] of pages)
    app.get(address, async (c) => {
      const shown = await show(source, { ...c.req.query(), ...c.req.param() });
      return sendPage(c, await renderPage({ ...shown, madeAt: madeAt() }), await shown.content);
    });
  app.notFound((c) => sendProblem(c, new PageProblem(404, 'There is no such page.')));
  app.onError((error, c) => sendProblem(c, error));
  const renderRefusal = ({ status, problem, remedy }: Refusal) =>
    renderProblem(new PageProblem(status, problem, remedy), madeAt());
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return answerGuarded({ answer, renderRefusal }, guard);
}

/** Sends a page, or no more than that nothing on it has changed but the time. */
function sendPage(c: Context, page: string, content: unknown) {
  const tag = `"${sha256(String(content)).slice(0, 32)}"`;
  c.header('etag', tag);
  return c.req.header('if-none-match') === tag ? c.body(null, 304) : c.html(page);
}
