import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { readGzipLines } from '../../src/suites/gzip-lines.js';
import { collect } from '../collect.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-lines-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, bytes: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const linesOf = (path: string) => collect(readGzipLines(path));

describe('readGzipLines', () => {
  test('plain and gzipped files give the same lines, whatever they are called', async () => {
    const text = '{"a":1}\n\n{"b":"é\u2028"}\r\n{"c":3}';
    const lines = ['{"a":1}', '', '{"b":"é\u2028"}', '{"c":3}'];
    expect(await linesOf(write('plain.jsonl', text))).toEqual(lines);
    expect(await linesOf(write('packed.jsonl.gz', gzipSync(text)))).toEqual(lines);
    expect(await linesOf(write('misnamed.jsonl', gzipSync(`${text}\n`)))).toEqual(lines);
    expect(await linesOf(write('empty.jsonl', ''))).toEqual([]);
  });

  test('long files and characters split between chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 3 }), async (shift) => {
        const lines = [`${'x'.repeat(shift)}${'é€😀'.repeat(20_000)}`, 'y'.repeat(70_000), 'end'];
        expect(await linesOf(write('long.jsonl', lines.join('\n')))).toEqual(lines);
        expect(await linesOf(write('long.jsonl.gz', gzipSync(lines.join('\n'))))).toEqual(lines);
      }),
      { numRuns: 4 },
    );
  });

  test('a reader may stop early', async () => {
    const path = write('many.jsonl', 'line\n'.repeat(100_000));
    for await (const line of readGzipLines(path)) {
      expect(line).toBe('line');
      break;
    }
  });

  test('a missing, cut or damaged file is a usage error with its name', async () => {
    const packed = gzipSync('some line\n'.repeat(1000));
    const damaged = Buffer.from(packed);
    damaged[packed.length - 6] = (damaged[packed.length - 6] ?? 0) ^ 1;
    await expect(linesOf(join(folder, 'absent.gz'))).rejects.toThrow(/absent\.gz: does not exist/);
    await expect(linesOf(folder)).rejects.toThrow(/is a folder/);
    for (const bytes of [packed.subarray(0, packed.length - 20), damaged]) {
      const path = write('bad.jsonl.gz', bytes);
      await expect(linesOf(path)).rejects.toThrow(path);
      await expect(linesOf(path)).rejects.toBeInstanceOf(UsageError);
    }
  });
});
