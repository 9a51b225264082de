import { posix } from 'node:path';
import { median, quantile } from 'simple-statistics';
import { measureFunctions } from './functions.js';
import { blank, importsOf, localImportsOf, type SourceFile } from './source.js';

/** A rule of the house: gives what breaks it, in words. */
export type Rule = (files: readonly SourceFile[]) => string[];

/** The layers, lowest first. Folders of one layer do not import each other. */
export const layers: readonly (readonly string[])[] = [
  ['util'],
  ['core'],
  ['symbolic', 'environments', 'models', 'suites', 'plans', 'runs', 'stats'],
  ['agents', 'rollout', 'contracts', 'external', 'shipping'],
  ['optimizers', 'evaluation', 'mcp', 'executors'],
  ['training'],
  ['history'],
  ['report'],
  ['pages'],
  ['config', 'viewer'],
  ['cli'],
];
const rankOf = new Map(layers.flatMap((folders, rank) => folders.map((folder) => [folder, rank] as const)));

/** What is forbidden beyond the layers: who must know nothing of whom. */
const barriers: readonly (readonly [from: RegExp, to: RegExp])[] = [
  [/^models\/simulated\//, /^(?!models\/simulated\/|core\/|util\/)/],
  [/^(?:agents|optimizers|contracts)\//, /^(?:environments|suites)\//],
  [/^optimizers\//, /^(?:agents|rollout|models)\//],
];

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

/** Whether a file may import another: downwards, within its folder, or environments symbolic. */
function mayImport(from: string, to: string): boolean {
  const [source, target] = [folderOf(from), folderOf(to)];
  if (barriers.some(([a, b]) => a.test(from) && b.test(to))) return false;
  if (source === '') return target !== '' && target !== 'cli';
  if (source === target || (source === 'environments' && target === 'symbolic')) return true;
  return (rankOf.get(target) ?? Infinity) < (rankOf.get(source) ?? -1);
}

/** Imports go down the layers only. */
export const importsGoDown: Rule = (files) =>
  files.flatMap((file) =>
    localImportsOf(file)
      .filter((target) => !mayImport(file.path, target))
      .map((target) => `${file.path} imports ${target}`),
  );

/** A world is loaded when it is asked for: of what is always loaded, only the package itself imports from one. */
export const worldsAreLoadedLate: Rule = (files) =>
  files
    .filter(({ path }) => path !== 'index.ts')
    .flatMap(({ path, text }) =>
      localImportsOf({ path, text: text.replaceAll(/\bimport\s*\(/g, '(') })
        .filter((target) => /^environments\/[^/]+\//.test(target))
        .filter((target) => !path.startsWith(`${posix.dirname(target)}/`))
        .map((target) => `${path} imports ${target}`),
    );

/** Every folder is in the list of layers. */
export const foldersAreKnown: Rule = (files) => {
  const folders = new Set(files.map(({ path }) => folderOf(path)));
  return [...folders].filter((folder) => folder !== '' && !rankOf.has(folder));
};

/** No file imports itself by a round trip. */
export const noCycles: Rule = (files) => {
  const imports = new Map(files.map((file) => [file.path, localImportsOf(file)]));
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' > '));
    else if (!finished.has(path)) {
      for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
      finished.add(path);
    }
  };
  for (const { path } of files) visit(path, []);
  return cycles;
};

/** A rule on what code may say, comments and strings aside. */
function forbid(pattern: RegExp, except?: string): Rule {
  return (files) =>
    files.flatMap(({ path, text }) => {
      if (path === except) return [];
      const lines = blank(text).split('\n');
      return lines.flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : []));
    });
}

function forbidImport(pattern: RegExp, except: string): Rule {
  return (files) =>
    files
      .filter(({ path }) => path !== except)
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => pattern.test(name))
          .map((name) => `${file.path} imports ${name}`),
      );
}

/** The file system is touched in one file. */
export const oneFileForFiles = forbidImport(/^(?:node:)?fs(?:\/|$)/, 'util/files.ts');
/** The queue and its database are optional, and loaded in one file; types alone may be named elsewhere. */
export const oneFileForRedis = forbidImport(/^ioredis$/, 'executors/connect-redis.ts');
/** And by the library of the response cache, which one file knows. */
export const oneFileForCache = forbidImport(/^cacache(?:\/|$)/, 'models/answer-store.ts');
/** Other programs are started in one file. */
export const oneFileForPrograms = forbidImport(
  /^(?:node:)?(?:child_process|cluster|worker_threads)$/,
  'util/child-process.ts',
);
const importsOfTime = forbidImport(/^(?:node:)?(?:timers|perf_hooks)(?:\/|$)/, 'util/clock.ts');
const wordsOfTime = forbid(
  /\bDate\b|\bperformance\b|\bset(?:Timeout|Interval|Immediate)\b|\bAbortSignal\.timeout\b|\bhrtime\b/,
  'util/clock.ts',
);
/** Time comes from one file. */
export const oneFileForTime: Rule = (files) => [...importsOfTime(files), ...wordsOfTime(files)];
/** Randomness is seeded, but for the viewer's token: nobody must be able to draw that again. */
export const noUnseededRandom = forbid(
  /\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b/,
  'viewer/access-token.ts',
);
/** Nobody prints but the command line's output module. */
export const noConsole = forbid(/\bconsole\b/);
/** No `any`. */
export const noAny = forbid(/(?<!\.)\bany\b/);
/** Exports have names. */
export const noDefaultExports = forbid(/\bexport\s+default\b|\bas\s+default\b/);
/** No assertion that a value is there. */
export const noNonNullAssertions = forbid(/[\w)\]]!(?!=)/);

/** Names are lower-case words with hyphens. */
export const namesAreKebabCase: Rule = (files) =>
  files
    .map(({ path }) => path)
    .filter((path) => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/.test(path));

function lineCount({ text }: SourceFile): number {
  return text.trimEnd().split('\n').length;
}

/** No file above 400 lines, and a median of at most 130. */
export const filesAreSmall: Rule = (files) => {
  const middle = median(files.map(lineCount));
  return [
    ...files.filter((file) => lineCount(file) > 400).map((file) => `${file.path}: ${lineCount(file)} lines`),
    ...(middle > 130 ? [`the median is ${middle} lines`] : []),
  ];
};

/** No function above 60 lines, and nine of ten within 25. */
export const functionsAreSmall: Rule = (files) => {
  const sizes = files.flatMap(measureFunctions);
  const most =
    sizes.length === 0
      ? 0
      : quantile(
          sizes.map(({ lines }) => lines),
          0.9,
        );
  return [
    ...sizes
      .filter(({ lines }) => lines > 60)
      .map(({ path, name, lines }) => `${path}: ${name} has ${lines} lines`),
    ...(most > 25 ? [`p90 is ${most} lines`] : []),
  ];
};

const declaration =
  /^export (?:async |abstract |declare )*(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/;

/** Whatever is exported says what it is. */
export const exportsAreDescribed: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    const lines = text.split('\n');
    return lines.flatMap((line, i) => {
      const name = declaration.exec(line)?.[1];
      if (name === undefined) return [];
      const above = lines.slice(0, i).findLast((one) => !one.startsWith('// biome-ignore')) ?? '';
      return above.trimEnd().endsWith('*/') ? [] : [`${path}:${i + 1}: ${name}`];
    });
  });

/** Folders with code but no test beside it. */
export function foldersWithoutTests(files: readonly SourceFile[], tests: readonly SourceFile[]): string[] {
  const folders = new Set(files.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  const tested = tests.filter(({ path }) => path.endsWith('.test.ts')).map(({ path }) => path);
  return [...folders].filter(
    (folder) => folder !== '' && !tested.some((path) => path.startsWith(`${folder}/`)),
  );
}
