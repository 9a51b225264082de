import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BoundedLine, readBoundedLines } from '../../src/mcp/bounded-lines.js';

async function linesOf(chunks: readonly (Buffer | string)[], longest: number): Promise<BoundedLine[]> {
  const lines: BoundedLine[] = [];
  for await (const line of readBoundedLines(Readable.from(chunks), longest)) lines.push(line);
  return lines;
}

test('lines are the same however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' '))),
      fc.array(fc.nat(40), { minLength: 1 }),
      async (lines, sizes) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const chunks: Buffer[] = [];
        for (let at = 0, i = 0; at < bytes.length; i++) {
          const size = 1 + (sizes[i % sizes.length] ?? 0);
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        // A byte order mark at the beginning is none of the text.
        expect(await linesOf(chunks, 1000)).toEqual(
          lines.map((line, i) => (i === 0 ? line.replace(/^\ufeff/, '') : line)),
        );
      },
    ),
  );
});

test('a line that is too long is skipped, and the next one read', async () => {
  const long = 'x'.repeat(25);
  expect(await linesOf([`a\n${long}`, long, `${long}\nb\n`], 20)).toEqual(['a', null, 'b']);
  expect(await linesOf([`${long}\nb`], 20)).toEqual([null, 'b']);
  expect(await linesOf([long], 20)).toEqual([null]);
  expect(await linesOf(['x'.repeat(20), '\n'], 20)).toEqual(['x'.repeat(20)]);
});

test('a last line needs no end', async () => {
  expect(await linesOf(['a\nb'], 20)).toEqual(['a', 'b']);
  expect(await linesOf([], 20)).toEqual([]);
});
