/** A line on stderr that counts while long work goes on; silent where stderr is no terminal. */
export interface ProgressLine {
  /** Shows the count now and then; `total` is absent where it is not known. */
  update(count: number, total?: number): void;
  /** Takes the line away. */
  clear(): void;
}

/** Starts a progress line such as `reading games: 1200 of 4027`. */
export function createProgressLine(label: string): ProgressLine {
  const isTerminal = process.stderr.isTTY;
  return {
    update: (count, total) => {
      const every = total === undefined ? 100 : Math.max(1, Math.floor(total / 200));
      if (!isTerminal || count % every !== 0) return;
      process.stderr.write(`\r${label}: ${count}${total === undefined ? '' : ` of ${total}`}`);
    },
    clear: () => {
      if (isTerminal) process.stderr.write('\r\u001b[K');
    },
  };
}
