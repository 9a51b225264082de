/** A viewer on a folder of runs, for one test. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ServeViewerOptions, serveViewer } from '../../src/viewer/index.js';

/** An empty folder for runs, with another beside it, that are gone after the test. */
export function runsFolder(): { readonly root: string; readonly outside: string } {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-viewer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [root, outside] = [join(folder, 'runs'), join(folder, 'outside')];
  for (const path of [root, outside]) mkdirSync(path);
  return { root, outside };
}

/** An answer. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Asks a viewer. The path is sent as it is: nothing in it is put in order first. */
export type Ask = (
  path: string,
  options?: { readonly method?: string; readonly headers?: IncomingHttpHeaders; readonly body?: string },
) => Promise<Answer>;

/** A viewer, and how to ask it. */
export interface ServedViewer {
  readonly url: string;
  readonly token: string | null;
  readonly port: number;
  readonly ask: Ask;
}

/** Reads two sides as the command does. It needs much of the program, so it is loaded where it is needed. */
export const readPair: ServeViewerOptions['readPair'] = async (a, b) =>
  (await import('../../src/config/index.js')).readComparedSides([a], [b]);

/** Serves a folder on a free port until the test is over. */
export async function serveRuns(
  root: string,
  options: Partial<ServeViewerOptions> = {},
): Promise<ServedViewer> {
  const viewer = await serveViewer({ root, port: 0, readPair, ...options });
  onTestFinished(() => viewer.close());
  const { url, token } = viewer;
  const port = Number(new URL(url).port);
  return { url, token, port, ask: (path, asked) => send(port, path, asked) };
}

function send(port: number, path: string, { method = 'GET', headers = {}, body }: Parameters<Ask>[1] = {}) {
  return new Promise<Answer>((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', fail);
    });
    sent.on('error', fail);
    sent.end(body);
  });
}
