/** A block of ours within a file of the user: found again by its markers, and replaced without touching anything else. */
import { UsageError } from '../core/errors.js';

/** A managed block as it stands in a file. */
export interface ManagedBlock {
  readonly id: string;
  /** Offsets of the whole block, markers included, without the line end after it. */
  readonly start: number;
  readonly end: number;
  /** What stands between the markers, with LF. */
  readonly inner: string;
}

const marker = /^<!-- planwright:(begin|end) ([a-z0-9-]{1,64}) -->[ \t]*\r?$/gm;

/** Whether a text holds something that would be taken for a marker of ours, or could swallow one. */
export function breaksBlocks(text: string): boolean {
  const fences = text.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0;
  return /<!--|-->/.test(text) || fences % 2 === 1;
}

/** The blocks of a file in order. Throws a UsageError that names file and line where markers do not fit together. */
export function findBlocks(text: string, file: string): readonly ManagedBlock[] {
  const blocks: ManagedBlock[] = [];
  let open: { readonly id: string; readonly start: number; readonly after: number } | null = null;
  for (const { 0: line, 1: kind, 2: id = '', index } of text.matchAll(marker)) {
    const refuse = (problem: string) =>
      new UsageError(
        `${file}:${text.slice(0, index).split('\n').length}: ${problem}`,
        'mend the markers <!-- planwright:... -->, or remove them',
      );
    if (kind === 'begin') {
      if (open !== null) throw refuse(`block ${id} begins within block ${open.id}`);
      if (blocks.some((block) => block.id === id)) throw refuse(`block ${id} stands here a second time`);
      open = { id, start: index, after: index + line.length + 1 };
      continue;
    }
    if (open?.id !== id) throw refuse(`block ${id} ends here, but has not begun`);
    const inner = text.slice(open.after, Math.max(open.after, index)).replace(/\r\n/g, '\n');
    blocks.push({ id, start: open.start, end: index + line.replace(/\r$/, '').length, inner });
    open = null;
  }
  if (open !== null)
    throw new UsageError(
      `${file}: block ${open.id} begins, but does not end`,
      'add its end, or remove its begin',
    );
  return blocks;
}

/**
 * A file's text with a block put into the place of the one with the same id, or else at its end. Everything else stays
 * byte for byte as it is; putting the same block in again changes nothing.
 */
export function putBlock(text: string, file: string, id: string, inner: string): string {
  const lineEnd = /\r\n/.test(text) ? '\r\n' : '\n';
  const block = `<!-- planwright:begin ${id} -->\n${inner}\n<!-- planwright:end ${id} -->`.replaceAll(
    '\n',
    lineEnd,
  );
  const before = findBlocks(text, file).find((one) => one.id === id);
  if (before !== undefined) return `${text.slice(0, before.start)}${block}${text.slice(before.end)}`;
  const gap = text === '' ? '' : text.endsWith('\n') ? lineEnd : `${lineEnd}${lineEnd}`;
  return `${text}${gap}${block}${lineEnd}`;
}
