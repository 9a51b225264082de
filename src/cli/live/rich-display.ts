/** The live screen: follows events, draws at most ten times a second, and leaves the milestones behind. */
import type { RunEvent } from '../../core/event.js';
import { systemClock } from '../../util/clock.js';
import { formatSeconds } from '../format-seconds.js';
import { createMilestones, type MilestoneLine, paintOf } from '../milestones.js';
import type { Channel } from '../output.js';
import { describeCalls, describeTokens } from './count-blocks.js';
import type { Display } from './display.js';
import { followRun } from './follow-run.js';
import { renderScreen } from './render-screen.js';
import { noHead, type RunHead } from './run-head.js';
import { noState, type RunState } from './run-state.js';
import { drawnSigns, letterSigns } from './signs.js';
import { paintLine } from './styled-line.js';
import { createTerminal, type Terminal } from './terminal.js';

/** Milliseconds between two drawings while something happens, and while nothing does but time going by. */
const [interval, idleInterval] = [100, 1000];
/** Lines of the log that a screen can show, and milestones that are kept for afterwards. */
const [mostLogged, mostMilestones] = [50, 2000];

/** How a screen is shown. */
export interface RichOptions {
  readonly channel: Channel;
  /** What stays when it is closed: the milestones and what was used, or the last screen. */
  readonly leaves: 'milestones' | 'screen';
}

/** Creates a live screen on a terminal. It is drawn from the first event on. */
export function createRichDisplay({ channel, leaves }: RichOptions): Display {
  const terminal = createTerminal(channel.stream);
  const view = createView(terminal);
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

/** Draws while something has changed, and each second as time goes by. Gives what stops it. */
function drawNowAndThen(hasChanged: () => boolean | null, draw: () => void, terminal: Terminal): () => void {
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

/** What is known, as lines. */
function createView(terminal: Pick<Terminal, 'size'>) {
  const milestones = createMilestones();
  const signs = process.env.TERM === 'linux' ? letterSigns : drawnSigns;
  const coloured = !process.env.NO_COLOR;
  const begun = systemClock.elapsed();
  const kept: MilestoneLine[] = [];
  let [head, state]: [RunHead, RunState] = [noHead, noState];
  let log: readonly string[] = [];
  let notice: string | null = null;
  let changed: boolean | null = null;
  const seconds = () => {
    if (head.started === null) return null;
    if (head.started === undefined) return (systemClock.elapsed() - begun) / 1000;
    return Math.max(0, systemClock.now() - head.started) / 1000;
  };
  const stamp = (text: string) => {
    const time = head.look === undefined ? seconds() : null;
    return time === null ? text : `${formatSeconds(time).padStart(10)} ${text}`;
  };
  return {
    /** Whether there is something new since it was asked last; null while there is nothing at all. */
    changed: () => {
      const was = changed;
      if (changed !== null) changed = false;
      return was;
    },
    follow: (event: RunEvent) => {
      state = followRun(state, event, head.past ? null : systemClock.elapsed());
      changed = true;
      const lines = milestones(event);
      if (kept.length < mostMilestones) kept.push(...lines);
      // What a plan says has a place of its own.
      const told = lines.filter(({ kind }) => kind === 'plain');
      if (told.length > 0) log = [...log, ...told.map(({ text }) => stamp(text))].slice(-mostLogged);
    },
    change: (next: Partial<RunHead>) => {
      head = { ...head, ...next };
    },
    tell: (text: string) => {
      notice = text;
      changed = true;
    },
    lines: (height = terminal.size().height) => {
      const { width } = terminal.size();
      const scene = { state, head, seconds: seconds(), log, notice, signs, width, height };
      return renderScreen(scene).map((line) => paintLine(line, coloured));
    },
    /** How to go on with a run that was ended at once. */
    onward: () =>
      head.folder === undefined || state.ending?.outcome === 'finished'
        ? null
        : `to go on: planwright resume ${head.folder}`,
    leaveMilestones: ({ write }: Channel) => {
      for (const line of kept) write(line.text, coloured ? paintOf(line) : undefined);
      const { spending } = state;
      if (spending.total.usage.calls > 0)
        write(
          `  ${formatSeconds(seconds() ?? 0)}, ${describeCalls(spending)} · ${describeTokens(spending)}\n`,
        );
    },
  };
}
