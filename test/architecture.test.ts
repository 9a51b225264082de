import { describe, expect, test } from 'vitest';
import { measureFunctions } from './architecture/functions.js';
import * as rules from './architecture/rules.js';
import { blank, importsOf, readSources, type SourceFile } from './architecture/source.js';

const sources = readSources('src');
const tests = readSources('test');

/** Invented files: path and text by turns. */
function invent(...parts: readonly string[]): SourceFile[] {
  const files: SourceFile[] = [];
  for (let i = 0; i < parts.length; i += 2) files.push({ path: parts[i] ?? '', text: parts[i + 1] ?? '' });
  return files;
}

const withoutTest = ({ path, text }: SourceFile) => ({ path: path.replace(/\.test\.ts$/, '.ts'), text });
const importing = (from: string, to: string) => invent(from, `import { a } from '${to}';\n`);
const lines = (count: number) => 'const a = 1;\n'.repeat(count);

describe('the house', () => {
  test('there is something to look at', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap(importsOf).length).toBeGreaterThan(300);
    expect(sources.flatMap(measureFunctions).length).toBeGreaterThan(300);
  });

  test.each([
    ['importsGoDown', rules.importsGoDown],
    ['worldsAreLoadedLate', rules.worldsAreLoadedLate],
    ['foldersAreKnown', rules.foldersAreKnown],
    ['noCycles', rules.noCycles],
    ['oneFileForFiles', rules.oneFileForFiles],
    ['oneFileForCache', rules.oneFileForCache],
    ['oneFileForRedis', rules.oneFileForRedis],
    ['oneFileForPrograms', rules.oneFileForPrograms],
    ['oneFileForTime', rules.oneFileForTime],
    ['noUnseededRandom', rules.noUnseededRandom],
    ['noConsole', rules.noConsole],
    ['noAny', rules.noAny],
    ['noDefaultExports', rules.noDefaultExports],
    ['noNonNullAssertions', rules.noNonNullAssertions],
    ['namesAreKebabCase', rules.namesAreKebabCase],
    ['filesAreSmall', rules.filesAreSmall],
    ['functionsAreSmall', rules.functionsAreSmall],
    ['exportsAreDescribed', rules.exportsAreDescribed],
  ])('%s', (_name, rule) => {
    expect(rule(sources)).toEqual([]);
  });

  test('every folder has tests', () => {
    expect(rules.foldersWithoutTests(sources, tests)).toEqual([]);
  });

  test('tests are kept as small, without any', () => {
    expect(rules.filesAreSmall(tests)).toEqual([]);
    expect(rules.noAny(tests)).toEqual([]);
    expect(rules.namesAreKebabCase(tests.map(withoutTest))).toEqual([]);
  });
});

describe('the rules can fail:', () => {
  test.each([
    ['util/a.ts', '../core/b.js'],
    ['core/a.ts', '../plans/b.js'],
    ['plans/a.ts', '../stats/b.js'],
    ['symbolic/a.ts', '../environments/b.js'],
    ['environments/alfworld/a.ts', '../../models/b.js'],
    ['environments/alfworld/a.ts', '../../suites/b.js'],
    ['suites/a.ts', '../environments/index.js'],
    ['agents/a.ts', '../rollout/b.js'],
    ['agents/a.ts', '../environments/index.js'],
    ['agents/a.ts', '../suites/b.js'],
    ['contracts/a.ts', '../environments/index.js'],
    ['optimizers/a.ts', '../environments/index.js'],
    ['optimizers/a.ts', '../suites/b.js'],
    ['optimizers/a.ts', '../rollout/index.js'],
    ['optimizers/a.ts', '../models/index.js'],
    ['evaluation/a.ts', '../training/b.js'],
    ['training/a.ts', '../report/b.js'],
    ['report/a.ts', '../config/b.js'],
    ['config/a.ts', '../cli/b.js'],
    ['models/simulated/a.ts', '../budget.js'],
    ['models/simulated/a.ts', '../../environments/index.js'],
    ['models/simulated/a.ts', '../../suites/index.js'],
    ['models/simulated/a.ts', '../../symbolic/b.js'],
    ['index.ts', './cli/main.js'],
    ['cli/a.ts', '../index.js'],
    ['stats/a.ts', '../elsewhere/b.js'],
  ])('%s must not import %s', (from, to) => {
    expect(rules.importsGoDown(importing(from, to))).toHaveLength(1);
  });

  test.each([
    ['core/a.ts', '../util/b.js'],
    ['core/a.ts', './b.js'],
    ['environments/alfworld/a.ts', '../../symbolic/b.js'],
    ['environments/alfworld/a.ts', '../define-environment.js'],
    ['models/simulated/a.ts', './b.js'],
    ['models/simulated/a.ts', '../../core/b.js'],
    ['rollout/a.ts', '../models/index.js'],
    ['training/a.ts', '../evaluation/index.js'],
    ['cli/a.ts', '../report/index.js'],
    ['index.ts', './config/index.js'],
  ])('but %s may import %s', (from, to) => {
    expect(rules.importsGoDown(importing(from, to))).toEqual([]);
  });

  test('every kind of import counts, and none in comments', () => {
    const [file] = invent(
      'a.ts',
      "import type { A } from './a.js';\nexport * from './b.js';\nimport './c.js';\nconst d = await import('./d.js');\n" +
        "import {\n  e,\n} from './e.js';\n// import './f.js';\n/** from './g.js' */\n",
    );
    expect(file && importsOf(file)).toEqual(['./a.js', './b.js', './c.js', './d.js', './e.js']);
  });

  test('worldsAreLoadedLate', () => {
    const files = invent(
      ...['cli/a.ts', "import { a } from '../environments/oz/a.js';"],
      ...['environments/index.ts', "export { b } from './oz/b.js';\nimport('./oz/b.js');"],
      ...['environments/oz/a.ts', "import { b } from './b.js';"],
      ...['index.ts', "export { a } from './environments/oz/a.js';"],
    );
    expect(rules.worldsAreLoadedLate(files)).toEqual([
      'cli/a.ts imports environments/oz/a.ts',
      'environments/index.ts imports environments/oz/b.ts',
    ]);
  });

  test('foldersAreKnown', () => {
    expect(rules.foldersAreKnown(invent('helpers/a.ts', '', 'core/b.ts', ''))).toEqual(['helpers']);
  });

  test('noCycles', () => {
    const files = invent(
      ...['core/a.ts', "import './b.js';"],
      ...['core/b.ts', "import type { C } from './c.js';"],
      ...['core/c.ts', "export { a } from './a.js';"],
      ...['core/d.ts', "import './a.js';"],
    );
    expect(rules.noCycles(files)).toEqual(['core/a.ts > core/b.ts > core/c.ts > core/a.ts']);
    expect(rules.noCycles(files.slice(0, 2))).toEqual([]);
  });

  test.each([
    ['oneFileForFiles', rules.oneFileForFiles, "import * as fs from 'node:fs';"],
    ['oneFileForFiles', rules.oneFileForFiles, "import { readFile } from 'fs/promises';"],
    ['oneFileForCache', rules.oneFileForCache, "const cacache = await import('cacache');"],
    ['oneFileForRedis', rules.oneFileForRedis, "const { Redis } = await import('ioredis');"],
    ['oneFileForPrograms', rules.oneFileForPrograms, "import { spawn } from 'node:child_process';"],
    ['oneFileForTime', rules.oneFileForTime, 'const now = Date.now();'],
    ['oneFileForTime', rules.oneFileForTime, 'const day = new Date(0);'],
    ['oneFileForTime', rules.oneFileForTime, 'performance.now();'],
    ['oneFileForTime', rules.oneFileForTime, 'setTimeout(work, 5);'],
    ['oneFileForTime', rules.oneFileForTime, 'fetch(url, { signal: AbortSignal.timeout(5) });'],
    ['oneFileForTime', rules.oneFileForTime, "import { setTimeout as wait } from 'node:timers/promises';"],
    ['noUnseededRandom', rules.noUnseededRandom, 'const a = Math.random();'],
    ['noUnseededRandom', rules.noUnseededRandom, 'const id = randomUUID();'],
    ['noConsole', rules.noConsole, "console.error('no');"],
    ['noAny', rules.noAny, 'function f(a: any) {}'],
    ['noAny', rules.noAny, 'const a = b as any;'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    ['noAny', rules.noAny, 'const a = [`${b as any}`];'],
    ['noDefaultExports', rules.noDefaultExports, 'export default function f() {}'],
    ['noDefaultExports', rules.noDefaultExports, 'export { a as default };'],
    ['noNonNullAssertions', rules.noNonNullAssertions, 'const a = list[0]!;'],
    ['noNonNullAssertions', rules.noNonNullAssertions, 'a.b!.c();'],
    ['noNonNullAssertions', rules.noNonNullAssertions, 'find(x)!.y = 1;'],
    [
      'exportsAreDescribed',
      rules.exportsAreDescribed,
      '/** A. */\nexport const a = 1;\n\nexport function b() {}',
    ],
    ['filesAreSmall', rules.filesAreSmall, lines(401)],
    ['functionsAreSmall', rules.functionsAreSmall, `function f() {\n${lines(59)}}\n`],
  ])('%s', (_name, rule, text) => {
    expect(rule(invent('core/a.ts', text))).not.toEqual([]);
  });

  test.each([
    ['oneFileForFiles', rules.oneFileForFiles, 'util/files.ts', "import * as fs from 'node:fs';"],
    [
      'oneFileForPrograms',
      rules.oneFileForPrograms,
      'util/child-process.ts',
      "import { spawn } from 'node:child_process';",
    ],
    ['oneFileForTime', rules.oneFileForTime, 'util/clock.ts', 'const now = Date.now();'],
    [
      'oneFileForTime',
      rules.oneFileForTime,
      'core/a.ts',
      "// Date.now()\nconst text = 'Date';\nparseDate(text);",
    ],
    [
      'noAny',
      rules.noAny,
      'core/a.ts',
      "/** Takes any text. */\nconst a = 'any';\nconst b = /any/;\nconst c = `any`;\nexpect.any(Number);",
    ],
    ['noNonNullAssertions', rules.noNonNullAssertions, 'core/a.ts', 'if (!a && b != c && d !== e) f(!g);'],
    [
      'exportsAreDescribed',
      rules.exportsAreDescribed,
      'core/a.ts',
      "/** A. */\nexport const a = 1;\nexport { b } from './b.js';",
    ],
    ['filesAreSmall', rules.filesAreSmall, 'core/a.ts', lines(130)],
    ['functionsAreSmall', rules.functionsAreSmall, 'core/a.ts', `function f() {\n${lines(23)}}\n`],
  ])('%s stays quiet where all is well', (_name, rule, path, text) => {
    expect(rule(invent(path, text))).toEqual([]);
  });

  test('filesAreSmall looks at the median', () => {
    expect(rules.filesAreSmall(invent('a.ts', lines(131), 'b.ts', lines(140), 'c.ts', lines(2)))).toEqual([
      'the median is 131 lines',
    ]);
  });

  test('functionsAreSmall looks at the ninth of ten', () => {
    const functions = (count: number, length: number) =>
      `function f() {\n${lines(length - 2)}}\n`.repeat(count);
    expect(rules.functionsAreSmall(invent('a.ts', functions(8, 10) + functions(2, 30)))).toEqual([
      'p90 is 30 lines',
    ]);
    expect(rules.functionsAreSmall(invent('a.ts', functions(19, 10) + functions(1, 30)))).toEqual([]);
  });

  test('namesAreKebabCase', () => {
    const paths = ['core/loadPlan.ts', 'core/Plan.ts', 'core/load_plan.ts', 'coreTypes/a.ts'];
    expect(rules.namesAreKebabCase(paths.flatMap((path) => invent(path, '')))).toEqual(paths);
  });

  test('foldersWithoutTests', () => {
    const files = invent('core/a.ts', '', 'plans/b.ts', '', 'models/c.ts', '', 'models/simulated/d.ts', '');
    const some = invent('core/a.test.ts', '', 'plans/helper.ts', '', 'models/c.test.ts', '');
    expect(rules.foldersWithoutTests(files, some)).toEqual(['plans', 'models/simulated']);
  });
});

describe('measuring', () => {
  test('blank keeps code and lines, and nothing else', () => {
    expect(blank('const a = "x}"; // {\nlet b = /[/}]"/g;')).toBe('const a =     ;     \nlet b =         ;');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
    expect(blank('f(`a ${b ? `{${c}` : {}} d`);')).toBe('f(     b ?     c   : {}    );');
    expect(blank('a / b / c; /* any\n any */ d')).toBe('a / b / c;       \n        d');
  });

  test('functions of every kind are found, with their whole length', () => {
    const text = [
      'export async function one(', // 1
      '  a: { b: number },',
      '): Promise<{ c: number }> {',
      '  return a;',
      '}',
      'const two = (a: number): { b: number } => {', // 6
      '  const text = `}`;',
      '  return a;',
      '};',
      'const three = {', // 10
      '  four(a: number): void {',
      '    if (a) {',
      '      b();',
      '    }',
      '  },',
      '  five: (a) =>', // 16
      '    a.map((b) => [',
      '      b,',
      '    ]),',
      '};',
      'type Six = (a: number) => {', // 21
      '  b: number;',
      '};',
      'function* seven() {', // 24
      '  yield 1;',
      '}',
      'interface Eight {',
      '  nine(a: number): void;',
      '}',
    ].join('\n');
    const sizes = measureFunctions({ path: 'a.ts', text }).map(
      ({ name, lines: count }) => `${name} ${count}`,
    );
    expect(sizes.sort()).toEqual(['=> 3', 'five 4', 'four 5', 'one 5', 'seven 3', 'two 4']);
  });
});
