import type { Plan } from '../core/plan.js';

/** One line of a difference. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** The most pairs of lines that are compared; above it, all changed lines count as replaced. */
const maximumPairs = 4_000_000;

/**
 * How plan `b` differs from plan `a`, line by line: a longest common subsequence is kept. Removed lines stand
 * before added ones.
 */
export function diffPlans(a: Plan, b: Plan): readonly DiffLine[] {
  return diffLines(linesOf(a.text), linesOf(b.text));
}

/** A difference as text: each line after `  `, `- ` or `+ `; without its last line end. */
export function renderDiff(lines: readonly DiffLine[]): string {
  const marks = { same: '  ', removed: '- ', added: '+ ' } as const;
  return lines.map(({ kind, text }) => `${marks[kind]}${text}`.trimEnd()).join('\n');
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

function diffLines(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return [
    ...mark('same', a.slice(0, head)),
    ...diffMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...mark('same', a.slice(a.length - tail)),
  ];
}

function diffMiddle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  if (a.length * b.length > maximumPairs) return [...mark('removed', a), ...mark('added', b)];
  const common = commonLengths(a, b);
  const width = b.length + 1;
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i] ?? '' });
      i++;
      j++;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'removed', text: a[i] ?? '' });
      i++;
    } else {
      lines.push({ kind: 'added', text: b[j] ?? '' });
      j++;
    }
  }
  return lines;
}

/** Entry `i * (b.length + 1) + j`: length of the longest common subsequence of `a` from `i` on and `b` from `j` on. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const below = lengths[(i + 1) * width + j] ?? 0;
      const right = lengths[i * width + j + 1] ?? 0;
      const diagonal = lengths[(i + 1) * width + j + 1] ?? 0;
      lengths[i * width + j] = a[i] === b[j] ? diagonal + 1 : Math.max(below, right);
    }
  }
  return lengths;
}

function mark(kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text }));
}
