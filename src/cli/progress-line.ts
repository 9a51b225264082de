/** A line on stderr that counts while long work goes on; silent where stderr is no terminal. */
export interface ProgressLine {
  update(count: number): void;
  /** Takes the line away. */
  clear(): void;
}

/** Starts a progress line such as `reading games: 1200 of 4027`. */
export function createProgressLine(label: string, total: number): ProgressLine {
  const every = Math.max(1, Math.floor(total / 200));
  const isTerminal = process.stderr.isTTY;
  return {
    update: (count) => {
      if (isTerminal && count % every === 0) process.stderr.write(`\r${label}: ${count} of ${total}`);
    },
    clear: () => {
      if (isTerminal) process.stderr.write('\r\u001b[K');
    },
  };
}
