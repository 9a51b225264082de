/** Input that is too much of something: too long, too deep, too many. It is refused with its place, at once. */
import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadConfig, loadSimulatedProfile, parseOverride } from '../../src/config/index.js';
import { UsageError } from '../../src/core/errors.js';
import { loadPrices } from '../../src/models/index.js';
import { loadPlan } from '../../src/plans/index.js';
import { readRunRecord } from '../../src/runs/index.js';
import { loadDemonstrations, loadSuite, readGzipLines } from '../../src/suites/index.js';
import { sha256 } from '../../src/util/hash.js';
import { emptyFolder } from '../cli/run-cli.js';
import { folderWith } from '../config/small-config.js';

const repeat = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** YAML of which parsers take too much. */
const yaml = {
  'open lists': `a: ${'['.repeat(20_000)}`,
  'nested lists': `a: ${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  'nested maps': `a: ${'{a: '.repeat(10_000)}`,
  'nested blocks': repeat(300, (i) => `${' '.repeat(i)}a:`),
  'nested items': `a:\n ${'- '.repeat(10_000)}`,
  'nested keys': '? '.repeat(10_000),
  'brackets in quotes': `a: ${'["]", '.repeat(5_000)}`,
  'a list within itself': 'a: &a [*a]',
  'a map within itself': 'model: &a {agent: *a}',
  'a billion laughs': `a0: &a0 x\n${repeat(30, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`)}`,
  'many aliases': `a: &a [1]\nb: [${'*a,'.repeat(12_000)}]`,
  'many keys': repeat(6_000, (i) => `k${i}: 1`),
  'many anchors': repeat(4_000, (i) => `k${i}: &b${i} 1`),
} as const;

const readers = {
  config: loadConfig,
  profile: loadSimulatedProfile,
  prices: loadPrices,
  demonstrations: loadDemonstrations,
  plan: loadPlan,
} as const;

describe.each(Object.entries(readers))('a %s', (name, read) => {
  test.each(Object.entries(yaml))('with %s is refused', (_what, text) => {
    const path = join(folderWith({ file: name === 'plan' ? `---\n${text}\n---\nGo.` : text }), 'file');
    expect(() => read(path)).toThrow(UsageError);
  });

  test('of 100 MB is refused before it is read', () => {
    const path = join(emptyFolder(), 'file');
    const file = openSync(path, 'w');
    ftruncateSync(file, 100 * 2 ** 20);
    closeSync(file);
    const before = process.memoryUsage().rss;
    expect(() => read(path)).toThrow(/has more than \d+ bytes/);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 2 ** 20);
  });

  test('that never ends is refused', () => {
    expect(() => read('/dev/zero')).toThrow(/\/dev\/zero: .*has more than \d+ bytes/);
  });
});

test.each(Object.entries(yaml))('--set with %s is refused', (_what, text) => {
  expect(() => loadConfig(undefined, [parseOverride(`prompts=${text.replace(/^a: /, '')}`)])).toThrow(
    UsageError,
  );
});

test('nesting and numbers of keys that people use are fine', () => {
  const levels = 40;
  const deep = `environment: {options: {a: 1}}\nprompts: ${'{a: '.repeat(levels)}1${'}'.repeat(levels)}`;
  expect(() => loadConfig(join(folderWith({ 'c.yaml': deep }), 'c.yaml'))).toThrow(
    /prompts\.a: .* is not a text/,
  );
  const prices = repeat(1_500, (i) => `m${i}: 0`);
  expect(loadPrices(join(folderWith({ 'p.yaml': prices }), 'p.yaml')).size).toBe(1_500);
});

describe('suites', () => {
  const folder = (lines: string) =>
    folderWith({
      'instances.jsonl': lines,
      'suite.json': JSON.stringify({
        format: 'planwright-suite/1',
        name: 'x',
        environment: 'toy',
        digest: `sha256:${sha256(lines)}`,
        instances: 1,
        splits: { train: 1 },
      }),
    });
  const head = '{"id":"a","environment":"toy","taskType":"t","split":"train","goal":"g","setup":';

  test('with a setup of many levels are read or refused', () => {
    const suite = loadSuite(folder(`${head}{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}\n`));
    expect(suite.instances[0]?.setup).toBeTypeOf('object');
    expect(() => loadSuite(folder(`${head}${'['.repeat(50_000)}}\n`)).instances[0]?.setup).toThrow(
      UsageError,
    );
  });

  test('that are larger than any text are refused before they are read', () => {
    const path = folder(`${head}{}}\n`);
    const file = openSync(join(path, 'instances.jsonl'), 'w');
    ftruncateSync(file, 5 * 2 ** 30);
    closeSync(file);
    expect(() => loadSuite(path)).toThrow(/instances\.jsonl: has more than \d+ bytes/);
  });
});

test('a line that never ends is refused, compressed or not', async () => {
  const folder = emptyFolder();
  const path = join(folder, 'bomb.jsonl.gz');
  writeFileSync(
    path,
    gzipSync(Buffer.concat([Buffer.from('{}\n'), Buffer.alloc(300 * 2 ** 20, 'x')]), { level: 1 }),
  );
  const read = async () => {
    const lines: string[] = [];
    for await (const line of readGzipLines(path)) lines.push(line);
  };
  await expect(read()).rejects.toThrow(/bomb\.jsonl\.gz: line 2 is longer than \d+ bytes/);
  mkdirSync(join(folder, 'run'));
  const journal = join(folder, 'run', 'journal.jsonl');
  const file = openSync(journal, 'w');
  ftruncateSync(file, 5 * 2 ** 30);
  closeSync(file);
  await expect(readRunRecord(journal)).rejects.toThrow(/journal\.jsonl: line 1 is longer than \d+ bytes/);
});
