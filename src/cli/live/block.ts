/** Blocks of lines, and how they share a screen: on a small one the least important are left out first. */
import type { RunHead } from './run-head.js';
import type { Lane, RunState } from './run-state.js';
import type { Signs } from './signs.js';
import { type Line, type Span, span, widthOf } from './styled-line.js';

/** Everything that a screen is drawn from. */
export interface Scene {
  readonly state: RunState;
  readonly head: RunHead;
  /** Since the start; null where it is not known. */
  readonly seconds: number | null;
  /** The last things that happened, oldest first. */
  readonly log: readonly string[];
  /** What the user was told last, for example that the run is being stopped. */
  readonly notice: string | null;
  readonly signs: Signs;
  /** Columns and rows of the screen. */
  readonly width: number;
  readonly height: number;
}

/** Lines that belong together. */
export interface Block {
  /** 0 is most important. */
  readonly rank: number;
  /** Fewer lines than this say nothing. */
  readonly least: number;
  /** Lines that say everything. */
  readonly most: number;
  /** At most so many lines. */
  readonly lines: (height: number) => readonly Line[];
}

/** A block that is always the same lines, of which the first are the most important. */
export function fixedBlock(rank: number, lines: readonly Line[], least = 1): Block {
  return { rank, least, most: lines.length, lines: (height) => lines.slice(0, height) };
}

/** A block under a heading: `body` gives at most so many lines. */
export function titledBlock(
  rank: number,
  title: Line,
  most: number,
  body: (height: number) => readonly Line[],
): Block {
  return {
    rank,
    least: Math.min(3, most + 1),
    most: most + 1,
    lines: (height) => (height < 2 ? [] : [title, ...body(height - 1)].slice(0, height)),
  };
}

/** What is shown of one task type, which is named where there are several. */
export function nameOfLane({ state }: Pick<Scene, 'state'>, { taskType }: Lane, text: string): string {
  return state.lanes.size > 1 ? `${taskType}: ${text}` : text;
}

/** A heading with a rule to the end of the line. */
export function heading(text: string, { signs, width }: Scene, ...legend: readonly Span[]): Line {
  const used = widthOf(text) + 1 + legend.reduce((sum, one) => sum + widthOf(one.text), 0);
  const rule = signs.rule.repeat(Math.max(0, width - used - (legend.length > 0 ? 1 : 0)));
  return [
    span(text, 'strong'),
    span(' '),
    ...legend,
    span(`${legend.length > 0 ? ' ' : ''}${rule}`, 'faint'),
  ];
}

/** The lines of blocks on a screen of a height, in the order given. */
export function stackBlocks(blocks: readonly Block[], height: number): readonly Line[] {
  const byRank = blocks.map((block, place) => ({ block, place })).sort((a, b) => a.block.rank - b.block.rank);
  const given = new Map<number, number>();
  let left = height;
  for (const { block, place } of byRank) {
    if (block.most === 0 || block.least > left) continue;
    given.set(place, block.least);
    left -= block.least;
  }
  // What is left is dealt out line by line, so that no block takes everything.
  for (let dealt = true; dealt && left > 0; ) {
    dealt = false;
    for (const { block, place } of byRank) {
      const has = given.get(place);
      if (left === 0 || has === undefined || has >= block.most) continue;
      given.set(place, has + 1);
      left--;
      dealt = true;
    }
  }
  return blocks.flatMap((block, place) => block.lines(given.get(place) ?? 0)).slice(0, Math.max(0, height));
}

/** Lines of which not all fit: the first ones and how many more there are. */
export function cutLines(
  lines: readonly Line[],
  height: number,
  more: (count: number) => string,
): readonly Line[] {
  if (lines.length <= height) return lines;
  const shown = Math.max(0, height - 1);
  return [...lines.slice(0, shown), [span(more(lines.length - shown), 'faint')]].slice(0, height);
}
