import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../src/mcp/catalogue.js';
import { moveAlias, registerPlan, versionPath } from '../../src/plans/index.js';
import { folderWith, formatTestPlan, makePlanFile, servable, type TestPlan } from './plan-folder.js';

const strict = { unreviewed: false, uncertified: false };
const heat = (text: string, more: Partial<TestPlan> = {}): TestPlan => ({ taskType: 'heat', text, ...more });

describe('a folder with plan files', () => {
  test('serves the latest version of each id, and the others by their number', () => {
    const folder = folderWith({
      '001.md': formatTestPlan(heat('1. First.', { iteration: 1 })),
      '010.md': formatTestPlan(heat('1. Tenth.', { iteration: 10 })),
      'best.md': formatTestPlan(heat('1. Tenth.', { iteration: 10 })),
      'notes.md': 'Not a plan file.\n',
    });
    const { plans, leftOut, open } = loadCatalogue(folder, strict);
    expect(plans.map(({ id, version, alias }) => [id, version, alias])).toEqual([
      ['alfworld-heat', 10, null],
    ]);
    expect(leftOut).toEqual([]);
    expect(open('alfworld-heat@1')?.planFile.plan.text).toBe('1. First.');
    expect(open('alfworld-heat@latest')?.version).toBe(10);
    for (const none of ['alfworld-heat@2', 'alfworld-heat@', 'alfworld-heat@constructor', 'toast', '@1', ''])
      expect(open(none)).toBeUndefined();
  });

  test('of two files with the same plan serves the one that was reviewed and certified', () => {
    const asLearned = formatTestPlan(heat('1. A.', { reviewed: false, certified: false }));
    const asAccepted = formatTestPlan(heat('1. A.'));
    for (const files of [
      { '003.md': asLearned, 'best.md': asAccepted },
      { '003.md': asAccepted, 'best.md': asLearned },
    ]) {
      const { plans, leftOut } = loadCatalogue(folderWith(files), strict);
      expect(plans.map(({ id }) => id)).toEqual(['alfworld-heat']);
      expect(leftOut).toEqual([]);
    }
  });

  test('says which of two plans with one id and version is left out', () => {
    const folder = folderWith({
      'a.md': formatTestPlan(heat('1. A.')),
      'b.md': formatTestPlan(heat('1. B.')),
    });
    const { plans, leftOut } = loadCatalogue(folder, strict);
    expect(plans.map(({ planFile }) => planFile.plan.text)).toEqual(['1. A.']);
    expect(leftOut).toEqual([
      `${join(folder, 'b.md')}: another plan than ${join(folder, 'a.md')} with the same id and version`,
    ]);
  });

  test('leaves a broken plan out, and one that was edited since it was hashed, whatever is accepted', () => {
    const folder = folderWith({
      ...servable,
      'a.md': '---\nbroken',
      'heat.md': servable['heat.md']?.replace('Heat it', 'Sell it') ?? '',
    });
    const { plans, leftOut } = loadCatalogue(folder, { unreviewed: true, uncertified: true });
    expect(plans.map(({ id }) => id)).toEqual(['alfworld-cool']);
    expect(leftOut).toEqual([
      expect.stringContaining('a.md:1: the front matter that --- opens is never closed'),
      expect.stringContaining('heat.md: was edited since it was hashed'),
    ]);
  });

  test('a folder that is not there is a mistake of the user', () => {
    expect(() => loadCatalogue('/nowhere/at/all', strict)).toThrow('/nowhere/at/all: does not exist');
  });
});

describe('a registry', () => {
  function registry(): string {
    const folder = folderWith({ 'cool.md': servable['cool.md'] ?? '' });
    for (const text of ['1. One.', '1. Two.', '1. Three.'])
      registerPlan(folder, 'warm', makePlanFile(heat(text)));
    return folder;
  }
  const textOf = (folder: string, reference: string) =>
    loadCatalogue(folder, strict).open(reference)?.planFile.plan.text;

  test('serves its latest version, then the one that production names', () => {
    const folder = registry();
    expect(textOf(folder, 'warm')).toBe('1. Three.');
    moveAlias(folder, 'warm', 'production', 2);
    moveAlias(folder, 'warm', 'old', 1);
    expect(textOf(folder, 'warm')).toBe('1. Two.');
    expect(textOf(folder, 'warm@production')).toBe('1. Two.');
    expect(textOf(folder, 'warm@latest')).toBe('1. Three.');
    expect(textOf(folder, 'warm@old')).toBe('1. One.');
    expect(textOf(folder, 'warm@3')).toBe('1. Three.');
    expect(textOf(folder, 'warm@4')).toBeUndefined();
  });

  test('has plan files beside it', () => {
    const { plans } = loadCatalogue(registry(), strict);
    expect(plans.map(({ id, version }) => [id, version])).toEqual([
      ['alfworld-cool', 3],
      ['warm', 3],
    ]);
  });

  test('never gives another version for one that was tampered with', () => {
    const folder = registry();
    const path = versionPath(folder, 'warm', 3);
    writeFileSync(path, readFileSync(path, 'utf8').replace('Three', 'Evil'));
    const { open, leftOut } = loadCatalogue(folder, { unreviewed: true, uncertified: true });
    expect(open('warm')).toBeUndefined();
    expect(open('warm@3')).toBeUndefined();
    expect(open('warm@2')?.planFile.plan.text).toBe('1. Two.');
    expect(leftOut).toHaveLength(1);
  });
});

describe('what is not reviewed or not certified is served only when that was accepted:', () => {
  const rows: readonly (readonly [string, Partial<TestPlan>, string])[] = [
    ['all is well', {}, 'always'],
    ['not reviewed', { reviewed: false }, 'unreviewed'],
    ['not reviewed, but learned from what is trusted', { reviewed: false, trusted: true }, 'always'],
    [
      'the same, with an address in it',
      { reviewed: false, trusted: true, text: '1. See http://a.example' },
      'unreviewed',
    ],
    ['an address that was reviewed', { text: '1. See http://a.example' }, 'always'],
    ['not certified', { certified: false }, 'uncertified'],
    ['neither', { reviewed: false, certified: false }, 'both'],
    ['no text', { text: '' }, 'never'],
  ];
  test.each(rows)('%s', (_name, more, when) => {
    const folder = folderWith({ 'a.md': formatTestPlan({ ...heat('1. Heat.'), ...more }) });
    const served = [false, true].flatMap((unreviewed) =>
      [false, true]
        .filter((uncertified) => loadCatalogue(folder, { unreviewed, uncertified }).plans.length > 0)
        .map((uncertified) => `${unreviewed ? 'u' : ''}${uncertified ? 'c' : ''}`),
    );
    const expected: Record<string, string[]> = {
      always: ['', 'c', 'u', 'uc'],
      unreviewed: ['u', 'uc'],
      uncertified: ['c', 'uc'],
      both: ['uc'],
      never: [],
    };
    expect(served).toEqual(expected[when]);
  });
});
