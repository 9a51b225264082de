import type { Readable } from 'node:stream';

/** A line; null where it was longer than allowed, and was skipped. */
export type BoundedLine = string | null;

/** The lines of a stream of UTF-8 text, without their ends; never more than one line of `longest` characters is held. */
export async function* readBoundedLines(input: Readable, longest: number): AsyncGenerator<BoundedLine> {
  const decoder = new TextDecoder();
  let rest = '';
  let skipping = false;
  for await (const chunk of input) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    for (const line of lines) {
      if (!skipping) yield bound(rest + line, longest);
      rest = '';
      skipping = false;
    }
    if (skipping) continue;
    rest += last;
    if (rest.length <= longest) continue;
    yield null;
    rest = '';
    skipping = true;
  }
  if (rest !== '') yield bound(rest, longest);
}

function bound(line: string, longest: number): BoundedLine {
  return line.length > longest ? null : line;
}
