/** What `planwright view` does. */
import { UsageError } from '../core/errors.js';
import { kindOf } from '../util/files.js';
import { serveViewer } from '../viewer/index.js';
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
export async function serveView(root: string, { host, port, token, json }: ViewOptions): Promise<void> {
  checkRoot(root);
  const viewer = await serveViewer({
    root,
    host,
    ...(port === undefined ? {} : { port }),
    ...(token === undefined ? {} : { token }),
    // Comparing is rare and needs much of the program: it is loaded with the first one.
    readPair: async (a, b) => (await import('../config/index.js')).readComparedSides([a], [b]),
  });
  const interrupted = waitForInterrupt();
  if (json) printJsonLine({ url: viewer.url, runs: root });
  else print(`showing ${root} at ${viewer.url}`);
  note(viewer.token === null ? 'Ctrl+C ends it.' : `${unencrypted}\nCtrl+C ends it.`);
  await interrupted;
  await viewer.close();
  note('\nended');
  // A journal may still be being read for somebody who has gone.
  process.exit(exitCodes.ok);
}

const unencrypted =
  'Whoever has this address, token and all, can read these runs; on the way it is not encrypted.';

function checkRoot(root: string): void {
  const kind = kindOf(root);
  if (kind === 'directory' && kindOf(`${root}/journal.jsonl`) === null) return;
  const problem =
    kind === 'directory' ? 'is one run' : kind === 'file' ? 'is a file' : 'there is no such folder';
  throw new UsageError(
    `${root}: ${problem}`,
    kind === 'directory'
      ? 'give the folder that it is in'
      : 'give a folder of runs; planwright train makes runs',
  );
}
