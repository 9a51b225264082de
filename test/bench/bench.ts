/**
 * `npm run bench`: how fast the parts are. Each number is the median of some rounds on this machine; nothing here is
 * asserted by tests. What is measured stands in `bench-list.ts`.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { alignRows } from '../../src/util/table.js';
import { type Bench, type BenchSettings, benches, type Row } from './bench-list.js';

const usage = `npm run bench -- [--only NAME]... [--rounds N] [--suite FOLDER] [--long] [--json]

  --only NAME     measure this alone; may be given several times
  --rounds N      how often each number is measured (default: 5); the table has medians
  --suite FOLDER  measure with this suite, too, for example the official games
  --long          measure at full size what else is measured small
  --json          print one JSON document instead of a table
  --help          print this

${alignRows([['name', 'what it measures'], ...benches.map(({ name, about }) => [name, about])]).join('\n')}
`;

/** Refuses what can not be measured, in one line. */
function refuse(problem: string): never {
  process.stderr.write(`${problem}\n\n${usage}`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string', multiple: true },
        rounds: { type: 'string', default: '5' },
        suite: { type: 'string' },
        long: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function chooseBenches(only: readonly string[] | undefined): readonly Bench[] {
  const unknown = only?.find((name) => !benches.some((bench) => bench.name === name));
  if (unknown !== undefined) refuse(`--only ${unknown}: there is no such bench`);
  return benches.filter(({ name, isOnDemand }) => only?.includes(name) ?? isOnDemand !== true);
}

/** What came of one bench; one that fails says so in a row, and the others go on. */
async function run({ name, measure }: Bench, settings: BenchSettings) {
  process.stderr.write(`${name} ... `);
  const start = performance.now();
  const rows = await tryToMeasure();
  const seconds = (performance.now() - start) / 1000;
  process.stderr.write(`${seconds.toFixed(0)} s\n`);
  return { name, seconds, rows };

  async function tryToMeasure(): Promise<readonly Row[]> {
    try {
      mkdirSync(settings.folder);
      return await measure(settings);
    } catch (error) {
      // An interrupt ends the programs that a bench waits for, and is heard by us only now.
      await wait(100);
      process.exitCode = 1;
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return [[name, `failed: ${error instanceof Error ? error.message : String(error)}`, '']];
    }
  }
}

const { only, rounds: given, suite, long, json, help } = readArguments();
if (help) {
  process.stdout.write(usage);
  process.exit(0);
}
const rounds = Number(given);
if (!Number.isInteger(rounds) || rounds < 1) refuse(`--rounds ${given}: give a whole number from 1`);
if (suite !== undefined && !existsSync(suite)) refuse(`--suite ${suite}: there is no such suite`);
const chosen = chooseBenches(only);
const folder = mkdtempSync(join(tmpdir(), 'planwright-bench-'));
const clean = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => {
    // After the programs that were started have been ended: they may still write into it.
    process.once('exit', clean);
    process.exit(code);
  });
try {
  const measured = [];
  for (const bench of chosen) {
    const settings = { rounds, folder: join(folder, bench.name), isLong: long };
    measured.push(await run(bench, suite === undefined ? settings : { ...settings, suite: resolve(suite) }));
  }
  const head: Row = ['what', 'median', 'target'];
  const rows = measured.flatMap((one) => one.rows);
  process.stdout.write(
    json
      ? `${JSON.stringify(
          measured.map(({ name, seconds, rows }) => ({
            name,
            seconds,
            rows: rows.map(([what, measured, target]) => ({ what, measured, target })),
          })),
          null,
          2,
        )}\n`
      : `${alignRows([head, ...rows]).join('\n')}\n`,
  );
} finally {
  clean();
}
