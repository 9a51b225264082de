/** The signs that screens are drawn with: where letters are all a terminal has, letters. */
import type { Mark } from './board.js';

/** One sign for each thing, all one column wide. */
export interface Signs {
  readonly marks: Readonly<Record<Mark | 'playing', string>>;
  readonly done: string;
  readonly now: string;
  readonly later: string;
  readonly next: string;
  readonly rule: string;
  readonly bar: string;
  readonly ends: readonly [low: string, high: string];
  readonly point: string;
  /** From low to high. */
  readonly spark: readonly string[];
  readonly ellipsis: string;
  readonly dot: string;
  readonly warning: string;
}

/** For terminals of today. */
export const drawnSigns: Signs = {
  marks: { none: '·', lost: '×', won: '■', error: '!', mixed: '◧', playing: '▸' },
  done: '✓',
  now: '▶',
  later: '○',
  next: '›',
  rule: '─',
  bar: '─',
  ends: ['├', '┤'],
  point: '●',
  spark: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  ellipsis: '…',
  dot: '·',
  warning: '▲',
};

/** For those that know ASCII alone. */
export const letterSigns: Signs = {
  marks: { none: '.', lost: 'x', won: '#', error: '!', mixed: '%', playing: '>' },
  done: '+',
  now: '>',
  later: 'o',
  next: '>',
  rule: '-',
  bar: '-',
  ends: ['[', ']'],
  point: 'o',
  spark: ['_', '.', ':', '-', '=', '+', '*', '#'],
  ellipsis: '~',
  dot: '.',
  warning: '!',
};
