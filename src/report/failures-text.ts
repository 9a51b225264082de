import type { ErrorReason, Failures } from '../evaluation/index.js';
import { showOnOneLine } from '../util/show-plainly.js';

const mostReasons = 3;
const longestReason = 200;

/** The most frequent reasons with their counts on one line: `no connection (4 times), too slow (once)`. */
export function renderReasons(reasons: readonly ErrorReason[]): string {
  const shown = reasons.slice(0, mostReasons).map(({ reason, count }) => {
    const text = showOnOneLine(reason);
    const short = text.length > longestReason ? `${text.slice(0, longestReason - 1)}…` : text;
    return `${short} (${count === 1 ? 'once' : `${count} times`})`;
  });
  const others = countAll(reasons.slice(mostReasons));
  return [...shown, ...(others > 0 ? [`${others} for other reasons`] : [])].join(', ');
}

/** Lines that say what was left out of the numbers, and why. */
export function renderFailures({ episodes, judging }: Failures): string[] {
  const [ended, unjudged] = [countAll(episodes), countAll(judging)];
  return [
    ...(ended > 0
      ? [
          `${name(ended, 'episode')} ended in an infrastructure error and ${are(ended)} left out, not counted as failures.`,
          `  Why: ${renderReasons(episodes)}`,
        ]
      : []),
    ...(unjudged > 0
      ? [
          `${name(unjudged, 'answer')} could not be judged and ${are(unjudged)} left out of the score judge, not counted as wrong.`,
          `  Why: ${renderReasons(judging)}`,
        ]
      : []),
  ];
}

/** What went wrong in a share of a run's episodes, for the note at its end. */
export function describeFailures({ episodes, judging }: Failures): string {
  if (judging.length === 0) return 'of the episodes ended in an infrastructure error';
  if (episodes.length === 0) return 'of the answers could not be judged';
  return 'of the episodes ended in an infrastructure error, or their answers could not be judged';
}

function countAll(reasons: readonly ErrorReason[]): number {
  return reasons.reduce((sum, { count }) => sum + count, 0);
}

function name(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}
