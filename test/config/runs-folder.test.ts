import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkRunsFolder, refuseFile, rememberMissing } from '../../src/config/runs-folder.js';
import { folderWith } from './small-config.js';

describe('checkRunsFolder', () => {
  it('leaves no trace, whether the folder is there or not', () => {
    const place = folderWith({ 'old/run.txt': '' });
    checkRunsFolder(join(place, 'old'));
    checkRunsFolder(join(place, 'new/and/deep'));
    expect(readdirSync(place)).toEqual(['old']);
    expect(readdirSync(join(place, 'old'))).toEqual(['run.txt']);
  });

  it('refuses a file, and a place that takes no folders', () => {
    const place = folderWith({ file: 'x' });
    for (const folder of [join(place, 'file'), join(place, 'file/runs')])
      for (const check of [checkRunsFolder, refuseFile]) expect(() => check(folder)).toThrow(/^runs: /);
    expect(readdirSync(place)).toEqual(['file']);
    if (existsSync('/proc/self')) expect(() => checkRunsFolder('/proc/runs')).toThrow(/can not be written/);
  });
});

describe('rememberMissing', () => {
  it('takes away what was missing', () => {
    const place = folderWith({});
    const removeNew = rememberMissing(join(place, 'a/b/c'));
    mkdirSync(join(place, 'a/b/c'), { recursive: true });
    removeNew();
    expect(readdirSync(place)).toEqual([]);
  });

  it('keeps what has something in it, and what was there', () => {
    const place = folderWith({});
    mkdirSync(join(place, 'a'));
    const removeNew = rememberMissing(join(place, 'a/b/c/d'));
    mkdirSync(join(place, 'a/b/c/d'), { recursive: true });
    writeFileSync(join(place, 'a/b/other'), '');
    removeNew();
    expect(readdirSync(join(place, 'a/b'))).toEqual(['other']);
    const removeNone = rememberMissing(join(place, 'a'));
    removeNone();
    expect(readdirSync(place)).toEqual(['a']);
  });
});
