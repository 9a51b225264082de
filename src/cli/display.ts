/** Progress of a run for people: live lines in a terminal, plain lines elsewhere, or the events as JSON. */
import type { EventSink } from '../core/event.js';
import { systemClock } from '../util/clock.js';
import type { DisplayMode } from './display-modes.js';
import { createMilestones, type MilestoneLine } from './milestones.js';
import { type Colour, note, noteJson, toScreenText } from './output.js';
import {
  describeSpend,
  describeStage,
  describeUsage,
  describeWaiting,
  followEvent,
  formatSeconds,
  noProgress,
} from './progress.js';

/** Shows events as they come. */
export interface Display {
  readonly sink: EventSink;
  /** Says how many episodes there will be in all, to tell the time left. */
  expect(episodes: number): void;
  /** Tells the user something without disturbing the live lines. */
  say(text: string): void;
  /** Takes the live lines away and says what was used. */
  close(): void;
}

/** Milliseconds between two lines of `plain`, and between two drawings of `rich`. */
const plainInterval = 10_000;
const richInterval = 100;

/** Creates a display that writes to stderr. */
export function createDisplay(mode: DisplayMode): Display {
  const chosen = mode === 'auto' ? (process.stderr.isTTY ? 'rich' : 'plain') : mode;
  const silent = { expect: () => {}, say: note, close: () => {} };
  if (chosen === 'none') return { sink: () => {}, ...silent };
  if (chosen === 'json') return { sink: (event) => noteJson(event), ...silent };
  return chosen === 'rich'
    ? createLines(createLiveScreen(), richInterval)
    : createLines(plainScreen, plainInterval);
}

/** Where lines go: those that stay, and those that are replaced by the next ones. */
interface Screen {
  keep(lines: readonly MilestoneLine[]): void;
  live(lines: readonly string[]): void;
  clear(): void;
}

function createLines(screen: Screen, interval: number): Display {
  const milestones = createMilestones();
  const started = systemClock.elapsed();
  let progress = noProgress;
  let expected = 0;
  let last = started;
  let open = true;
  const seconds = () => (systemClock.elapsed() - started) / 1000;
  const keep = (lines: readonly MilestoneLine[]) => {
    screen.clear();
    screen.keep(lines);
  };
  const sink: EventSink = (event) => {
    if (!open) return;
    const before = describeWaiting(progress).length;
    progress = followEvent(progress, event);
    const waiting = describeWaiting(progress);
    const lines = milestones(event);
    if (lines.length > 0) keep(lines);
    // While everything waits nothing else happens: what is drawn now stays for long.
    const begins = waiting.length > before;
    if (!begins && systemClock.elapsed() - last < interval) return;
    last = systemClock.elapsed();
    screen.live([describeStage(progress), describeSpend(progress, seconds(), expected), ...waiting]);
  };
  return {
    sink,
    expect: (episodes) => {
      expected = episodes;
    },
    say: (text) => {
      screen.clear();
      note(text);
    },
    close: () => {
      if (!open) return;
      open = false;
      screen.clear();
      const { usage } = progress.spend;
      if (usage.calls > 0) note(`  ${formatSeconds(seconds())}, ${describeUsage(usage)}\n`);
    },
  };
}

/** Lines one after another. */
const plainScreen: Screen = {
  keep: (lines) => {
    for (const { text } of lines) note(text);
  },
  live: (lines) => note(`  ${lines.join(' · ')}`),
  clear: () => {},
};

const colours: Readonly<Record<MilestoneLine['kind'], Colour | undefined>> = {
  plain: undefined,
  added: 'green',
  removed: 'red',
};

/** The last lines of a terminal, drawn again and again. */
function createLiveScreen(): Screen {
  const coloured = !process.env.NO_COLOR;
  let drawn = 0;
  const clear = () => {
    if (drawn > 0) process.stderr.write(`\u001b[${drawn}A\u001b[J`);
    drawn = 0;
  };
  return {
    keep: (lines) => {
      for (const { kind, text } of lines) note(text, coloured ? colours[kind] : undefined);
    },
    live: (lines) => {
      clear();
      for (const text of lines) note(fitLine(text));
      drawn = lines.length;
    },
    clear,
  };
}

/** A line cut to the width of the terminal: one that wraps could not be taken away again. */
function fitLine(live: string): string {
  const text = toScreenText(live);
  const columns = process.stderr.columns ?? 80;
  return text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`;
}
