/** Runs that are half written, damaged or no runs at all: the viewer says so and goes on. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatRecord } from '../../src/runs/journal-record.js';
import type { JsonObject, JsonValue } from '../../src/util/json.js';
import { createRandom, type Random } from '../../src/util/random.js';
import { makeRun } from './poisoned-run.js';
import { type Ask, runsFolder, type ServedViewer, serveRuns } from './serve.js';

let whole: string;
beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'planwright-broken-'));
  whole = await makeRun(root);
  return () => rmSync(root, { recursive: true, force: true });
});

/** Asks for every page of a run; gives the answers that are a failure of the viewer's own. */
async function failuresOf(ask: Ask, name: string): Promise<string[]> {
  const id = encodeURIComponent('held-out/heat-held-out-001');
  const paths = [
    `/runs/${name}`,
    `/runs/${name}/episodes`,
    `/runs/${name}/episodes?outcome=success&page=2`,
    `/runs/${name}/episode?id=${id}`,
    `/compare?a=${name}&b=${name}%23baseline`,
  ];
  const failures: string[] = [];
  for (const path of paths) {
    const { status, text } = await ask(path);
    if (status >= 500) failures.push(`${path}: ${status} ${/class="problem">(.*?)</.exec(text)?.[1]}`);
  }
  return failures;
}

async function expectAlive({ ask }: ServedViewer, names: readonly string[]): Promise<void> {
  const failures: string[] = [];
  for (const name of names) failures.push(...(await failuresOf(ask, name)));
  expect(failures).toEqual([]);
  expect((await ask('/')).status).toBe(200);
}

const files = [
  'journal.jsonl',
  'results.json',
  'manifest.json',
  'config.yaml',
  'index.jsonl',
  'plans/best.md',
];

describe('the viewer goes on', () => {
  it('with each file missing, empty, cut, no text, no object, or a folder', async () => {
    const { root } = runsFolder();
    const names: string[] = [];
    const damages: readonly ((path: string) => void)[] = [
      (path) => rmSync(path),
      (path) => truncateSync(path),
      (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
      (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 1, 0x80, 10, 0xc3])),
      (path) => writeFileSync(path, 'null'),
      (path) => writeFileSync(path, '[{"a": [[[1e999]]]}]\n'),
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ];
    for (const [f, file] of files.entries()) {
      for (const [d, damage] of damages.entries()) {
        const name = `run-${f}-${d}`;
        cpSync(whole, join(root, name), { recursive: true });
        const path = join(root, name, file);
        if (file === 'index.jsonl') writeFileSync(path, '{}');
        damage(path);
        names.push(name);
      }
    }
    await expectAlive(await serveRuns(root), names);
  });

  it('with values of other kinds anywhere in files whose checksums are right', async () => {
    const { root } = runsFolder();
    const random = createRandom('broken-runs');
    const names = Array.from({ length: 40 }, (_, i) => `run-${i}`);
    for (const name of names) {
      const folder = join(root, name);
      cpSync(whole, folder, { recursive: true });
      rmSync(join(folder, 'index.jsonl'), { force: true });
      for (const file of ['results.json', 'manifest.json'])
        rewrite(join(folder, file), (text) => JSON.stringify(mutate(JSON.parse(text), random, 0.02)));
      rewrite(join(folder, 'journal.jsonl'), (text) => mutateJournal(text, random));
    }
    await expectAlive(await serveRuns(root), names);
  });

  it('among folders that are no runs', async () => {
    const { root } = runsFolder();
    for (const name of ['node_modules', 'notes', 'C:', 'con', '%2e%2e', 'a b', '#', '?x=1', '-', '__proto__'])
      mkdirSync(join(root, name));
    writeFileSync(join(root, 'notes', 'results.json'), '{}');
    writeFileSync(join(root, 'openings.jsonl'), '');
    cpSync(whole, join(root, 'run #1? 100% "so" & <so>'), { recursive: true });
    const served = await serveRuns(root);
    const { text } = await served.ask('/');
    expect(text.match(/Not a run/g)?.length).toBeGreaterThanOrEqual(8);
    expect(text).not.toContain('openings.jsonl');
    const [, link = ''] = /href="(\/runs\/run[^"]*)"/.exec(text) ?? [];
    expect((await served.ask(link)).status).toBe(200);
    await expectAlive(served, ['node_modules', 'notes', '%252e%252e', '%23', '%3Fx=1', '__proto__']);
  });

  it('and pages through many of them', async () => {
    const { root } = runsFolder();
    for (let i = 0; i < 120; i++) mkdirSync(join(root, `run-${String(i).padStart(3, '0')}`));
    const { ask } = await serveRuns(root);
    expect((await ask('/')).text).toContain('1 to 50 of 120');
    const last = await ask('/?page=3');
    expect(last.text).toContain('101 to 120 of 120');
    expect(last.text).toContain('run-000');
    for (const page of ['0', '-1', '4', 'x', '1e9', '99999999999999'])
      expect((await ask(`/?page=${page}`)).status).toBe(200);
  });
});

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

const others: readonly JsonValue[] = [
  null,
  -1,
  1e300,
  0.5,
  '',
  'x',
  [],
  {},
  true,
  [null],
  { kind: 'x' },
  '\u0000',
];

/** Another value in place of some, by chance. */
function mutate(value: JsonValue, random: Random, chance: number): JsonValue {
  if (random.chance(chance)) return random.pick(others);
  if (Array.isArray(value)) return value.map((one: JsonValue) => mutate(one, random, chance));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner = null]) => [key, mutate(inner, random, chance)]),
  );
}

function mutateJournal(text: string, random: Random): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line, n) => {
      if (n === 0 || !random.chance(0.2)) return `${line}\n`;
      const { n: _n, sum: _sum, ...fields } = JSON.parse(line) as JsonObject;
      const changed = mutate(fields, random, 0.05);
      const isObject = changed !== null && typeof changed === 'object' && !Array.isArray(changed);
      return `${formatRecord(n, isObject && Object.keys(changed).length > 0 ? (changed as JsonObject) : fields)}\n`;
    })
    .join('');
}
