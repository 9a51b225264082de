/** The live screen: follows events, draws at most ten times a second, and gives the terminal back in the end. */
import { systemClock } from '../../util/clock.js';
import type { Channel } from '../output.js';
import type { Display } from './display.js';
import { createRunView } from './run-view.js';
import { createTerminal, type Terminal } from './terminal.js';

/** Milliseconds between two drawings while something happens, and while nothing does but time going by. */
const [interval, idleInterval] = [100, 1000];

/** How a screen is shown. */
export interface RichOptions {
  readonly channel: Channel;
  /** What stays when it is closed: the milestones and what was used, or the last screen. */
  readonly leaves: 'milestones' | 'screen';
}

/** Creates a live screen on a terminal. It is drawn from the first event on. */
export function createRichDisplay({ channel, leaves }: RichOptions): Display {
  const terminal = createTerminal(channel.stream);
  const view = createRunView(terminal.size);
  const stop = drawNowAndThen(
    () => view.changed(),
    () => terminal.draw(view.lines()),
    terminal,
  );
  let open = true;
  const leave = () => {
    open = false;
    stop();
    terminal.leave();
    process.off('exit', onExit);
  };
  const onExit = () => {
    leave();
    const hint = view.onward();
    if (hint !== null) channel.write(hint);
  };
  process.on('exit', onExit);
  return {
    sink: (event) => {
      if (open) view.follow(event);
    },
    begin: view.change,
    opened: (folder) => view.change({ folder }),
    expect: (episodes) => view.change({ episodes }),
    say: (text) => {
      view.tell(text);
      if (open) terminal.draw(view.lines());
      else channel.write(text);
    },
    close: () => {
      if (!open) return;
      leave();
      if (leaves === 'milestones') view.leaveMilestones(channel);
      else
        for (const line of view.lines(Math.max(24, terminal.size().height - 1)))
          channel.stream.write(`${line}\n`);
    },
  };
}

/** Stops what goes on by itself. */
type Stop = () => void;

/** Draws while something has changed, and each second as time goes by. Gives what stops it. */
function drawNowAndThen(hasChanged: () => boolean | null, draw: () => void, terminal: Terminal): Stop {
  const stopping = new AbortController();
  const tick = async () => {
    let last = Number.NEGATIVE_INFINITY;
    for (;;) {
      await systemClock.sleep(interval, stopping.signal);
      const changed = hasChanged();
      const now = systemClock.elapsed();
      if (changed === null || (!changed && now - last < idleInterval)) continue;
      last = now;
      draw();
    }
  };
  // A screen that can not be drawn must not end the run that it shows.
  tick().catch(() => terminal.leave());
  return () => stopping.abort();
}
