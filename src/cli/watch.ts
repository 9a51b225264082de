import { type Command, Option } from 'commander';
import { positiveNumber } from './arguments.js';
import type { RunFolder } from './describe-run-folder.js';
import { type DisplayMode, displayModes } from './display-modes.js';
import { examples } from './examples.js';
import type { Display } from './live/display.js';
import { resultChannel } from './output.js';

interface WatchOptions {
  readonly display: DisplayMode;
  readonly speed?: number;
}

const help = `
Shows the screen that the run itself shows, on stdout. It only reads: neither the run nor its folder notices. Of a run
that is over it shows what there was in the end; one that goes on is followed until it ends, also where it is killed and
resumed in between. Ctrl+C ends the look and not the run; the exit code is 0 then, too.

A journal holds no times. So --speed does not play at the run's own pace: it plays so many actions of episodes a second.
${examples('watch latest', 'watch runs/mine', 'watch runs/mine --display plain', 'watch runs/mine --speed 50')}`;

/** Adds `planwright watch`. */
export function registerWatch(program: Command): void {
  program
    .command('watch')
    .description('look at a run that goes on, or at one that is over, from another terminal')
    .argument('<run>', 'folder of the run, its name in runs/, or latest')
    .option('--speed <n>', 'play it from its beginning, so many actions a second', positiveNumber(1_000_000))
    .addOption(new Option('--display <mode>', 'how it is shown').choices(displayModes).default('auto'))
    .addHelpText('after', help)
    .action(watch);
}

async function watch(run: string, { display: mode, speed }: WatchOptions): Promise<void> {
  const { findRun } = await import('../config/index.js');
  const { describeRunFolder } = await import('./describe-run-folder.js');
  const { createDisplay } = await import('./display.js');
  const { waitForInterrupt } = await import('./interrupt.js');
  const folder = findRun(run);
  const about = describeRunFolder(folder);
  const display = createDisplay(mode, { channel: resultChannel, leaves: 'screen' });
  const stopping = new AbortController();
  void waitForInterrupt().then(() => stopping.abort());
  const look = speed === undefined ? 'watching' : `replay, ${speed} actions a second`;
  try {
    display.begin({ ...about.head, look, started: null, past: true });
    display.opened(folder);
    await follow({
      folder,
      display,
      signal: stopping.signal,
      ...about,
      ...(speed === undefined ? {} : { speed }),
    });
  } finally {
    display.close();
  }
}

/** A look at a run. */
interface Look extends Omit<RunFolder, 'head'> {
  readonly folder: string;
  readonly display: Display;
  readonly signal: AbortSignal;
  readonly speed?: number;
}

/** Milliseconds between two looks at the journal. */
const pollInterval = 200;

async function follow({ folder, display, signal, speed, started, episodesOf }: Look): Promise<void> {
  const { followJournal, isRunLocked } = await import('../config/index.js');
  const { systemClock } = await import('../util/clock.js');
  let over = false;
  let isPast = true;
  let stopped = false;
  for await (const event of followJournal(`${folder}/journal.jsonl`)) {
    if (signal.aborted) return;
    if (event === null) {
      if (over) return;
      if (isPast) display.begin({ past: false, started });
      isPast = false;
      const left = !isRunLocked(folder);
      if (left !== stopped)
        display.say(
          left ? `no process works on it; to go on: planwright resume ${folder}` : 'it is worked on again',
        );
      stopped = left;
      if (!(await waited(() => systemClock.sleep(pollInterval, signal)))) return;
      continue;
    }
    display.sink(event);
    over = event.type === 'run-end';
    const episodes = event.type === 'run-start' ? episodesOf(event) : null;
    if (episodes !== null) display.expect(episodes);
    if (speed === undefined || event.type !== 'episode-step') continue;
    if (!(await waited(() => systemClock.sleep(1000 / speed, signal)))) return;
  }
}

/** Waits; false where it was interrupted. */
async function waited(wait: () => Promise<void>): Promise<boolean> {
  try {
    await wait();
    return true;
  } catch {
    return false;
  }
}
