/** A run as it is shown: what is known of it, the last things that happened, and what stays afterwards. */
import type { RunEvent } from '../../core/event.js';
import { systemClock } from '../../util/clock.js';
import { formatSeconds } from '../format-seconds.js';
import { createMilestones, paintOf, sortByTaskType } from '../milestones.js';
import type { Channel } from '../output.js';
import type { MilestoneLine } from '../tell-milestones.js';
import { describeCalls, describeTokens } from './count-blocks.js';
import { followRun } from './follow-run.js';
import { renderScreen } from './render-screen.js';
import { noHead, type RunHead } from './run-head.js';
import { noState, type RunState } from './run-state.js';
import { drawnSigns, letterSigns } from './signs.js';
import { paintLine } from './styled-line.js';
import type { Terminal } from './terminal.js';

/** Follows a run. */
export interface RunView {
  /** Whether there is something new since it was asked last; null while there is nothing at all. */
  changed(): boolean | null;
  follow(event: RunEvent): void;
  /** Says more of what is run. */
  change(head: Partial<RunHead>): void;
  /** Tells the user something. */
  tell(text: string): void;
  /** The screen, as many lines as the terminal has unless it is said. */
  lines(height?: number): readonly string[];
  /** How to go on with a run that was ended at once; null where it can not be. */
  onward(): string | null;
  /** What stays when the screen is taken away. */
  leaveMilestones(channel: Channel): void;
}

/** Lines of the log that a screen can show, and milestones that are kept for afterwards. */
const [mostLogged, mostMilestones] = [50, 2000];

/** Nothing has happened yet. */
export function createRunView(size: Terminal['size']): RunView {
  const signs = process.env.TERM === 'linux' ? letterSigns : drawnSigns;
  const coloured = !process.env.NO_COLOR;
  const begun = systemClock.elapsed();
  const history = createHistory();
  let [head, state]: [RunHead, RunState] = [noHead, noState];
  let notice: string | null = null;
  let changed: boolean | null = null;
  const seconds = () => secondsSince(begun, head);
  return {
    changed: () => {
      const was = changed;
      if (changed !== null) changed = false;
      return was;
    },
    follow: (event) => {
      state = followRun(state, event, head.past ? null : systemClock.elapsed());
      changed = true;
      history.add(event, head.look === undefined ? seconds() : null);
    },
    change: (next) => {
      head = { ...head, ...next };
    },
    tell: (text) => {
      notice = text;
      changed = true;
    },
    lines: (height = size().height) => {
      const { width } = size();
      const log = history.log();
      const scene = { state, head, seconds: seconds(), log, notice, signs, width, height };
      return renderScreen(scene).map((line) => paintLine(line, coloured));
    },
    onward: () =>
      head.folder === undefined || head.look !== undefined || state.ending?.outcome === 'finished'
        ? null
        : `to go on: planwright resume ${head.folder}`,
    leaveMilestones: ({ write }) => {
      for (const line of sortByTaskType(history.milestones))
        write(line.text, coloured ? paintOf(line) : undefined);
      const { spending } = state;
      if (spending.total.usage.calls > 0)
        write(
          `  ${formatSeconds(seconds() ?? 0)}, ${describeCalls(spending)} · ${describeTokens(spending)}\n`,
        );
    },
  };
}

/** Seconds since a run began; null where that is not known. */
function secondsSince(begun: number, { started }: RunHead): number | null {
  if (started === null) return null;
  if (started === undefined) return (systemClock.elapsed() - begun) / 1000;
  return Math.max(0, systemClock.now() - started) / 1000;
}

/** What has happened, in lines. */
function createHistory() {
  const follow = createMilestones();
  const milestones: MilestoneLine[] = [];
  let log: readonly string[] = [];
  return {
    milestones,
    log: () => log,
    add: (event: RunEvent, seconds: number | null) => {
      const lines = follow(event);
      if (milestones.length < mostMilestones) milestones.push(...lines);
      // What a plan says has a place of its own.
      const told = lines.filter(({ kind }) => kind === 'plain');
      if (told.length === 0) return;
      const time = seconds === null ? '' : `${formatSeconds(seconds).padStart(10)} `;
      log = [...log, ...told.map(({ text }) => `${time}${text}`)].slice(-mostLogged);
    },
  };
}
