import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { openSource, readSource, readSourceText } from '../../src/suites/open-source.js';
import { collect } from '../collect.js';
import { sharedFile } from '../shared-data.js';
import { type ZipEntry, zipBytes } from './zip-bytes.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-source-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files = { 'b/game.txt': 'second é', 'a/game.txt': 'first', 'a/other.json': '{}', 'c.txt': '' };
const sorted = ['a/game.txt', 'a/other.json', 'b/game.txt', 'c.txt'];

const writeZip = (entries: readonly ZipEntry[]): string => {
  const path = join(folder, 'games.zip');
  writeFileSync(path, zipBytes(entries));
  return path;
};
const writeFolder = (): string => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'games', name)), { recursive: true });
    writeFileSync(join(folder, 'games', name), text);
  }
  return join(folder, 'games');
};
const asEntries = Object.entries(files).map(
  ([name, data], i): ZipEntry => ({ name, data, stored: i % 2 === 0 }),
);
const readAll = (...args: Parameters<typeof readSource>) => collect(readSource(...args));

describe('readSource', () => {
  test.each([
    ['a folder', writeFolder],
    ['an archive', () => writeZip([{ name: 'a/', data: '' }, ...asEntries])],
  ])('%s gives its files in the order of their names', async (_kind, make) => {
    const path = make();
    const found = await readAll(path);
    expect(found).toEqual(sorted.map((name) => ({ path: name, text: files[name as keyof typeof files] })));
    const games = await readAll(path, (name) => name.endsWith('/game.txt'));
    expect(games.map((file) => file.path)).toEqual(['a/game.txt', 'b/game.txt']);
  });

  test('links in a folder are not followed', async () => {
    const games = writeFolder();
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    symlinkSync(join(folder, 'secret.txt'), join(games, 'link.txt'));
    symlinkSync(folder, join(games, 'loop'));
    expect((await readAll(games)).map((file) => file.path)).toEqual(sorted);
  });

  test('a byte order mark is dropped, text that is not UTF-8 refused', async () => {
    const path = writeZip([
      { name: 'bom.txt', data: '\ufefftext' },
      { name: 'wide.txt', data: Buffer.from('text', 'utf16le').fill(0xff, 0, 1) },
    ]);
    const source = await openSource(path);
    expect(await readSourceText(source, 'bom.txt')).toBe('text');
    await expect(readSourceText(source, 'wide.txt')).rejects.toThrow(
      /games\.zip: file "wide\.txt" is not UTF-8/,
    );
    source.close();
    source.close();
  });

  test('a path that is neither folder nor archive', async () => {
    const text = join(folder, 'notes.txt');
    writeFileSync(text, 'no archive');
    await expect(readAll(join(folder, 'absent'))).rejects.toThrow(/absent: does not exist/);
    await expect(readAll(text)).rejects.toThrow(/notes\.txt: not a usable zip archive/);
    await expect(readAll(text)).rejects.toBeInstanceOf(UsageError);
  });

  test('a large file of a folder is refused by name', async () => {
    const read = readAll(writeFolder(), () => true, { fileBytes: 7, totalBytes: 100 });
    await expect(read).rejects.toThrow(/b\/game\.txt: has 9 bytes; at most 7/);
  });
});

describe('a hostile archive is refused by name', () => {
  const data = 'x';
  test.each<[string, readonly ZipEntry[], RegExp]>([
    ['a parent folder', [{ name: '../evil.txt', data }], /games\.zip.*\.\.\/evil\.txt/],
    ['a parent folder inside', [{ name: 'a/../../evil.txt', data }], /a\/\.\.\/\.\.\/evil\.txt/],
    ['an absolute path', [{ name: '/etc/evil', data }], /absolute path.*\/etc\/evil/],
    ['a backslash', [{ name: '..\\evil', data }], /evil/],
    ['a drive', [{ name: 'C:/evil', data }], /C:\/evil/],
    ['a drive without a slash', [{ name: 'C:evil', data }], /absolute path.*C:evil/],
    ['a control character', [{ name: 'a\u0000b', data }], /"a\\u0000b" has a control character/],
    ['a link', [{ name: 'link', data: '/etc/passwd', mode: 0o120777 }], /"link" is a symbolic link/],
    [
      'a name twice',
      [
        { name: 'a', data },
        { name: 'a', data: 'y' },
      ],
      /"a" is in it twice/,
    ],
    ['an encrypted entry', [{ name: 'a', data, flags: 1 }], /"a": is encrypted/],
    ['an unknown method', [{ name: 'a', data, method: 12 }], /"a": has unknown compression method 12/],
    ['more bytes than said', [{ name: 'a', data: 'x'.repeat(9999), size: 10 }], /entry "a": /],
    ['fewer bytes than said', [{ name: 'a', data, size: 10 }], /"a": is not as long as the archive says/],
    ['a wrong checksum', [{ name: 'a', data, crc: 1 }], /"a": is damaged/],
    ['a wrong checksum, stored', [{ name: 'a', data, crc: 1, stored: true }], /"a": is damaged/],
    ['a bomb', [{ name: 'a', data: Buffer.alloc(5000) }], /"a": unpacks to 5000 bytes; at most 4096/],
    [
      'a bomb in pieces',
      Array.from({ length: 4 }, (_, i) => ({ name: `${i}`, data: Buffer.alloc(3000) })),
      /"3": the files unpack to more than 10000 bytes/,
    ],
  ])('%s', async (_what, entries, message) => {
    const path = writeZip(entries);
    const read = () => readAll(path, () => true, { fileBytes: 4096, totalBytes: 10_000 });
    await expect(read()).rejects.toThrow(message);
    await expect(read()).rejects.toThrow(path);
    await expect(read()).rejects.toBeInstanceOf(UsageError);
  });

  test('a file read again counts once', async () => {
    const source = await openSource(writeZip([{ name: 'a', data: 'x'.repeat(60) }]), {
      fileBytes: 100,
      totalBytes: 100,
    });
    await source.readBytes('a');
    expect((await source.readBytes('a')).length).toBe(60);
    await expect(source.readBytes('b')).rejects.toThrow(/"b": is not in the archive/);
    source.close();
  });

  test('an archive cut anywhere is refused', async () => {
    const whole = zipBytes(asEntries);
    const path = join(folder, 'cut.zip');
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      await expect(readAll(path)).rejects.toBeInstanceOf(UsageError);
    }
  });

  test('a changed byte is refused or changes no text', async () => {
    const whole = zipBytes(asEntries);
    const path = join(folder, 'changed.zip');
    const texts = Object.values(files);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        writeFileSync(path, bytes);
        const read = await readAll(path).catch((error: unknown) => error);
        if (!Array.isArray(read)) expect(read).toBeInstanceOf(UsageError);
        else for (const { text } of read) expect(texts).toContain(text);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the official archive', () => {
  const path = sharedFile('data', 'alfworld', 'json_2.1.3_tw-pddl.zip');
  test.skipIf(path === null)('holds 4,027 games, read by name', async () => {
    const source = await openSource(path ?? '');
    expect(source.names.filter((name) => name.endsWith('/game.tw-pddl'))).toHaveLength(4027);
    const text = await readSourceText(source, source.names.at(-1) ?? '');
    expect(JSON.parse(text)).toHaveProperty('pddl_problem');
    source.close();
  });
});
