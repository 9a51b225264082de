import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  claimDirectory,
  describeFileError,
  listFiles,
  makeDirectory,
  openAppender,
  openRandomAccess,
  readText,
  writeWhole,
} from '../../src/util/files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('files', () => {
  test('folders are made with their parents, or an error says why not', () => {
    const path = join(folder, 'a', 'b', 'c');
    makeDirectory(path);
    makeDirectory(path);
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['c']);
    writeFileSync(join(path, 'file'), '');
    expect(() => makeDirectory(join(path, 'file'))).toThrow('EEXIST');
    expect(() => makeDirectory(join(path, 'file', 'd'))).toThrow('ENOTDIR');
    expect(() => makeDirectory(join(path, 'file', 'd', 'e'))).toThrow('ENOTDIR');
  });

  test.runIf(process.platform === 'linux')(
    'a folder that takes no children is an error, not an endless loop',
    () => {
      expect(() => makeDirectory('/proc/planwright/a')).toThrow('ENOENT');
    },
  );

  test('a whole file is written or nothing', () => {
    const path = join(folder, 'new', 'file.txt');
    writeWhole(path, 'one');
    writeWhole(path, 'two');
    expect(readText(path)).toBe('two');
    mkdirSync(join(folder, 'taken'));
    expect(() => writeWhole(join(folder, 'taken'), 'x')).toThrow();
    expect(readdirSync(folder)).toEqual(['new', 'taken']);
    expect(readdirSync(join(folder, 'new'))).toEqual(['file.txt']);
  });

  test('a folder is claimed once', () => {
    expect(claimDirectory(join(folder, 'a', 'b'))).toBe(true);
    expect(claimDirectory(join(folder, 'a', 'b'))).toBe(false);
  });

  test('an appender adds at the end; an exclusive one refuses a file that exists', () => {
    const path = join(folder, 'log');
    for (const text of ['a', 'é😀']) {
      const appender = openAppender(path);
      appender.append(text);
      appender.close();
    }
    expect(readFileSync(path, 'utf8')).toBe('aé😀');
    expect(() => openAppender(path, { exclusive: true })).toThrow(/EEXIST/);
  });

  test('random access gives what is there', () => {
    writeFileSync(join(folder, 'digits'), '0123456789');
    const file = openRandomAccess(join(folder, 'digits'));
    expect(file.readAt(3, 4).toString()).toBe('3456');
    expect(file.readAt(8, 4).toString()).toBe('89');
    expect(file.readAt(20, 4)).toHaveLength(0);
    file.close();
  });

  test('files are listed at every depth in order, links left out', () => {
    for (const name of ['b/2', 'b/1', 'a', 'B']) writeWhole(join(folder, name), '');
    symlinkSync(join(folder, 'a'), join(folder, 'link'));
    expect(listFiles(folder)).toEqual(['B', 'a', 'b/1', 'b/2']);
  });
});

describe('describeFileError', () => {
  const thrown = (run: () => unknown): unknown => {
    try {
      run();
    } catch (error) {
      return error;
    }
    throw new Error('did not throw');
  };

  test('says in words what went wrong', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(describeFileError(thrown(() => readText(join(folder, 'absent'))))).toBe('does not exist');
    expect(describeFileError(thrown(() => readText(folder)))).toBe('is a folder, not a file');
    expect(describeFileError(thrown(() => readText(join(folder, 'file', 'x'))))).toMatch(
      /part of the path is a file/,
    );
    expect(describeFileError(new Error('other'))).toBe('other');
    expect(describeFileError('text')).toBe('text');
  });

  test.skipIf(process.getuid?.() === 0)('a file without permission', () => {
    writeFileSync(join(folder, 'secret'), '');
    chmodSync(join(folder, 'secret'), 0);
    expect(describeFileError(thrown(() => readText(join(folder, 'secret'))))).toBe('permission denied');
  });
});
