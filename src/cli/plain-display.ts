import { systemClock } from '../util/clock.js';
import { formatSeconds } from './format-seconds.js';
import { describeCalls, describeTokens } from './live/count-blocks.js';
import type { Display } from './live/display.js';
import { followRun } from './live/follow-run.js';
import { noHead, type RunHead } from './live/run-head.js';
import { noState, type RunState } from './live/run-state.js';
import { createMilestones } from './milestones.js';
import type { Channel } from './output.js';
import { describeProgress } from './progress.js';

/** Milliseconds between two lines about progress. */
const interval = 10_000;

/** Creates a display of lines one after another: one for each thing of importance, and now and then one about progress. */
export function createPlainDisplay({ write }: Channel): Display {
  const milestones = createMilestones();
  const begun = systemClock.elapsed();
  let [head, state]: [RunHead, RunState] = [noHead, noState];
  let last = begun;
  let open = true;
  const seconds = () => (systemClock.elapsed() - begun) / 1000;
  const change = (next: Partial<RunHead>) => {
    head = { ...head, ...next };
  };
  return {
    sink: (event) => {
      if (!open) return;
      const waiting = state.pauses.size;
      state = followRun(state, event, head.past ? null : systemClock.elapsed());
      for (const { text } of milestones(event)) write(text);
      // While everything waits nothing else happens: what is said now stays for long.
      const begins = waiting === 0 && state.pauses.size > 0;
      if (!begins && systemClock.elapsed() - last < interval) return;
      last = systemClock.elapsed();
      write(`  ${describeProgress({ state, head }, head.look === undefined ? seconds() : null)}`);
    },
    begin: change,
    opened: (folder) => {
      change({ folder });
      const { command, name, facts } = head;
      if (name !== '') write([name === command ? name : `${command} ${name}`, ...facts].join(' · '));
      write(`Run ${folder}`);
    },
    expect: (episodes) => change({ episodes }),
    say: write,
    close: () => {
      if (!open) return;
      open = false;
      const { spending } = state;
      if (head.look !== undefined) write(`  ${describeProgress({ state, head }, null)}`);
      if (spending.total.usage.calls === 0 || head.look !== undefined) return;
      write(`  ${formatSeconds(seconds())}, ${describeCalls(spending)} · ${describeTokens(spending)}\n`);
    },
  };
}
