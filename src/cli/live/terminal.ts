/** A terminal that whole screens are drawn on: nothing but what has changed is written, and it is left as it was found. */
import type { WriteStream } from 'node:tty';

/** Draws screens. */
export interface Terminal {
  /** Columns and rows, of a usual terminal where it does not say. */
  size(): { readonly width: number; readonly height: number };
  /** Shows these lines and nothing else. */
  draw(lines: readonly string[]): void;
  /** Brings back what was on the screen before. A second call does nothing. */
  leave(): void;
}

const code = '\u001b[';
/** The second screen that terminals have, without a cursor. */
const enter = `${code}?1049h${code}?25l${code}2J`;
const leave = `${code}?25h${code}?1049l`;
/** What stands between them is shown at once, where a terminal knows how. */
const [begin, end] = [`${code}?2026h`, `${code}?2026l`];

/** Takes a terminal over with the first drawing. However the process ends, it is given back, unless it is killed. */
export function createTerminal(stream: WriteStream): Terminal {
  let drawn: readonly string[] | null = null;
  let entered = false;
  let before = '';
  const size = () => ({ width: stream.columns || 80, height: stream.rows || 24 });
  const give = () => {
    if (!entered) return;
    entered = false;
    drawn = null;
    stream.write(leave);
  };
  const onStop = () => {
    give();
    process.kill(process.pid, 'SIGSTOP');
  };
  const stopListening = () => {
    process.off('exit', give);
    process.off('SIGTSTP', onStop);
  };
  process.on('exit', give);
  process.on('SIGTSTP', onStop);
  return {
    size,
    draw: (lines) => {
      const { width, height } = size();
      const now = `${width}x${height}`;
      // A terminal that has changed its size may have moved everything.
      if (!entered) stream.write(enter);
      else if (now !== before) stream.write(`${code}2J`);
      if (now !== before) drawn = null;
      entered = true;
      before = now;
      const text = describeChanges(drawn ?? [], lines, drawn === null);
      if (text !== '') stream.write(`${begin}${text}${end}`);
      drawn = lines;
    },
    leave: () => {
      give();
      stopListening();
    },
  };
}

/** What has to be written so that the screen shows `next` instead of `last`. */
export function describeChanges(last: readonly string[], next: readonly string[], all: boolean): string {
  const rows = Math.max(last.length, next.length);
  return Array.from({ length: rows }, (_, row) => {
    const text = next[row] ?? '';
    // The rest of the line goes first: after a text that fills it, nothing is left to be taken away.
    return all || text !== last[row] ? `${code}${row + 1};1H${code}2K${text}` : '';
  }).join('');
}
