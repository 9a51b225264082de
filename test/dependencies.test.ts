import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { importsOf, readSources, type SourceFile } from './architecture/source.js';

const versions = z.record(z.string(), z.string());
const manifestSchema = z.object({
  dependencies: versions,
  /** What users install themselves who want what it is for. */
  peerDependencies: versions,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.literal(true) })),
  devDependencies: versions,
  scripts: versions,
  engines: z.object({ node: z.string() }),
});
const packageSchema = z.object({
  license: z.string().optional(),
  dev: z.boolean().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  engines: z.object({ node: z.string().optional() }).optional(),
});
type LockedPackage = z.infer<typeof packageSchema>;

const manifest = manifestSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')));
const lockText = readFileSync('package-lock.json', 'utf8');
const locked = z
  .object({ packages: z.record(z.string(), packageSchema) })
  .parse(JSON.parse(lockText)).packages;

const forUsers = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
];
/** What we only develop with is not passed on. */
const forDevelopment = [...forUsers, 'MIT OR Apache-2.0', '(AFL-2.1 OR BSD-3-Clause)', 'MPL-2.0'];

/** Packages whose licence is not on the list. */
function licenceProblems(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages).flatMap(([path, { license = 'none', dev }]) =>
    (dev ? forDevelopment : forUsers).includes(license) ? [] : [`${path}: ${license}`],
  );
}

/** Packages that do not run on a version of Node. */
function engineProblems(packages: Readonly<Record<string, LockedPackage>>, node: string): string[] {
  return Object.entries(packages).flatMap(([path, { engines }]) =>
    admits(engines?.node ?? '*', node) ? [] : [`${path}: ${engines?.node}`],
  );
}

/** Whether a range of the plain kind (`^20.19.0 || >=22`) admits a version. */
function admits(range: string, version: string): boolean {
  return range.split('||').some((part) =>
    part
      .trim()
      .replace(/([<>=^~]) +/g, '$1')
      .split(/\s+/)
      .every((comparator) => compares(comparator, version)),
  );
}

function compares(comparator: string, version: string): boolean {
  const match = /^(\^|>=|<|)(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.\*)?$/.exec(comparator);
  if (!match) return comparator === '*' || comparator === '';
  const [, operator, major, minor = '0', patch = '0'] = match;
  const difference = order(version) - order([major, minor, patch].join('.'));
  if (operator === '<') return difference < 0;
  if (operator === '>=') return difference >= 0;
  return version.split('.')[0] === major && (operator === '' || difference >= 0);
}

function order(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return (major * 1000 + minor) * 1000 + patch;
}

/** Names of the packages that files import. */
function importedPackages(files: readonly SourceFile[]): Set<string> {
  const names = files.flatMap(importsOf).filter((name) => !/^\.|^node:/.test(name));
  return new Set(names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name));
}

describe('dependencies', () => {
  test('run on Node 20', () => {
    expect(manifest.engines.node).toBe('^20.17.0 || >=22.9.0');
    const production = Object.fromEntries(Object.entries(locked).filter(([, { dev }]) => !dev));
    expect(Object.keys(production).length).toBeGreaterThan(8);
    expect(engineProblems(production, '20.17.0')).toEqual([]);
    expect(engineProblems(production, '22.9.0')).toEqual([]);
    expect(engineProblems(production, '24.0.0')).toEqual([]);
    expect(engineProblems(locked, '20.20.0')).toEqual([]);
  });

  test('have licences we can pass on', () => {
    expect(licenceProblems(locked)).toEqual([]);
  });

  test('run nothing on the machines of users when they are installed', () => {
    const scripted = Object.entries(locked).filter(([, one]) => one.hasInstallScript && !one.dev);
    expect(scripted).toEqual([]);
  });

  test('come from wherever the user gets packages', () => {
    expect(Object.values(locked).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
    expect(lockText).not.toMatch(/"https?:\/\/[^"]*\.tgz"/);
  });

  test('are pinned', () => {
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  test('are those that the sources import', () => {
    const imported = [...importedPackages(readSources('src'))].sort();
    const { dependencies, peerDependencies, peerDependenciesMeta } = manifest;
    expect(imported).toEqual(Object.keys({ ...dependencies, ...peerDependencies }).sort());
    expect(Object.keys(peerDependenciesMeta)).toEqual(Object.keys(peerDependencies));
  });

  test('for development are imported by tests, or are tools that a script runs', () => {
    const known = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    // A test compiles and runs the examples of the README.
    const readme = [...readFileSync('README.md', 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)];
    const examples = readme.map(([, text = '']) => ({ path: 'README.md', text }));
    const imported = importedPackages([...readSources('test'), ...examples]);
    expect([...imported].filter((name) => !known.includes(name))).toEqual(['planwright']);
    const tools: Readonly<Record<string, string>> = {
      '@biomejs/biome': 'biome',
      typescript: 'tsc',
      tsx: 'tsx',
    };
    const scripts = Object.values(manifest.scripts).join('\n');
    const unused = Object.keys(manifest.devDependencies).filter(
      (name) =>
        !name.startsWith('@types/') && !imported.has(name) && !scripts.includes(tools[name] ?? 'no tool'),
    );
    expect(unused).toEqual([]);
  });
});

describe('the checks can fail:', () => {
  test.each([
    ['>=22', false],
    ['>=20.1', false],
    ['^22.12.0 || ^24 || >=26', false],
    ['>=18 <20', false],
    ['^18', false],
    ['>=20', true],
    ['>= 14.6', true],
    ['^18.0.0 || ^20.0.0', true],
    ['>=18 <22', true],
    ['20', true],
    ['6.* || >= 10.*', true],
    ['18.* || >=22.*', false],
    ['*', true],
  ])('engines %s on Node 20: %s', (node, admitted) => {
    expect(engineProblems({ a: { engines: { node } } }, '20.0.0')).toHaveLength(admitted ? 0 : 1);
  });

  test('licences', () => {
    const license = 'MPL-2.0';
    expect(licenceProblems({ a: { license }, b: { license, dev: true }, c: {} })).toEqual([
      'a: MPL-2.0',
      'c: none',
    ]);
  });

  test('imports', () => {
    const text = "import a from '@x/y/z';\nimport { b } from 'p/q';\nimport './c.js';\nimport 'node:fs';\n";
    expect([...importedPackages([{ path: 'a.ts', text }])]).toEqual(['@x/y', 'p']);
  });
});
