/** What `planwright view` does. */
import { basename, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { UsageError } from '../core/errors.js';
import { kindOf } from '../util/files.js';
import { runAddress, serveViewer } from '../viewer/index.js';
import { waitForInterrupt } from './interrupt.js';
import { exitCodes, note, print, printJsonLine } from './output.js';

/** Options of `view`. */
export interface ViewOptions {
  readonly host: string;
  readonly port?: number;
  readonly token?: string;
  readonly json?: true;
}

/** Serves until the user interrupts, and ends the process then. Throws a UsageError for what can not be served. */
export async function serveView(given: string, { host, port, token, json }: ViewOptions): Promise<void> {
  // A large run is opened in a moment and leaves much behind: a heap that grows in small steps is cleared in time.
  setFlagsFromString('--heap-growing-percent=15');
  const { root, run } = findRoot(given);
  const viewer = await serveViewer({
    root,
    host,
    ...(port === undefined ? {} : { port }),
    ...(token === undefined ? {} : { token }),
    // Comparing is rare and needs much of the program: it is loaded with the first one.
    readPair: async (a, b) => (await import('../config/index.js')).readComparedSides([a], [b]),
  });
  const interrupted = waitForInterrupt();
  const url = viewer.addressOf(run === null ? '/' : runAddress(run));
  if (json) printJsonLine({ url, runs: root });
  else print(`showing ${given} at ${url}`);
  note(viewer.token === null ? 'Ctrl+C ends it.' : `${unencrypted}\nCtrl+C ends it.`);
  await interrupted;
  await viewer.close();
  note('\nended');
  // A journal may still be being read for somebody who has gone.
  process.exit(exitCodes.ok);
}

const unencrypted =
  'Whoever has this address, token and all, can read these runs; on the way it is not encrypted.';

/** The folder of runs, and the run in it that was named itself. */
function findRoot(given: string): { readonly root: string; readonly run: string | null } {
  const kind = kindOf(given);
  if (kind !== 'directory') {
    const problem = kind === 'file' ? 'is a file' : 'there is no such folder';
    throw new UsageError(`${given}: ${problem}`, 'give a folder of runs; planwright train makes runs');
  }
  const isRun = ['journal.jsonl', 'manifest.json'].some((name) => kindOf(join(given, name)) === 'file');
  return isRun ? { root: join(given, '..'), run: basename(resolve(given)) } : { root: given, run: null };
}
