/**
 * Whatever a file holds, reading it gives what it says or a UsageError: never another error, an endless loop or more
 * memory than the file is worth. 10,000 files in all; PLANWRIGHT_FUZZ multiplies them.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig, loadSimulatedProfile, parseOverride } from '../../src/config/index.js';
import { loadAblation } from '../../src/config/load-ablation.js';
import { UsageError } from '../../src/core/errors.js';
import { loadPrices } from '../../src/models/index.js';
import { flagsOf, loadPlan } from '../../src/plans/index.js';
import { createJournal, readRunRecord } from '../../src/runs/index.js';
import { loadDemonstrations, loadSuite, openSource, readGzipLines } from '../../src/suites/index.js';
import { sha256 } from '../../src/util/hash.js';
import { readJsonRecords } from '../../src/util/json-records.js';
import { zipBytes } from '../suites/zip-bytes.js';
import { toyInstance } from '../toy-world.js';
import { encoded, mutated } from './mutate.js';

const times = Number(process.env.PLANWRIGHT_FUZZ ?? 1);
const cases = (count: number) => ({ numRuns: Math.ceil(count * times), endOnFailure: true });

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-fuzz-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a file with these bytes; fails for any error but a UsageError that says something. */
async function expectCalm(name: string, bytes: Buffer, read: (path: string) => unknown): Promise<void> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  await expectUsageError(() => read(path));
}

async function expectUsageError(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    expect(error.message).not.toBe('');
    expect(error.message).not.toMatch(/\n +at /);
    expect(error.message.length).toBeLessThan(5000);
  }
}

const config = readFileSync('configs/household.yaml', 'utf8');
const ablation = readFileSync('configs/table-3.yaml', 'utf8');
const keys = [
  'suite: ',
  'taskType: [heat]\n',
  'batchSize: 0\n',
  'iterations: .nan\n',
  'model: {provider: openai}\n',
  'model:\n  ',
  'seed: 1.5\n',
  'seed: 1\nseed: 2\n',
  'budget: {usd: -1}\n',
  'a: &a [1, 2]\nb: [*a, *a, *a]\n',
  'prompts: {rules: x}\n',
  'environment: {rules: {heat: toaster}}\n',
  'environment: {options: {a: .nan}}\n',
  'agent: {name: react}\n',
  'plan: 1\n',
];

test('configs', async () => {
  await fc.assert(
    fc.asyncProperty(encoded(mutated(config, keys)), (bytes) =>
      expectCalm('c.yaml', bytes, (path) => loadConfig(path)),
    ),
    cases(2200),
  );
});

test('ablations', async () => {
  await fc.assert(
    fc.asyncProperty(encoded(mutated(ablation, keys)), (bytes) =>
      expectCalm('a.yaml', bytes, (path) => loadAblation(path)),
    ),
    cases(300),
  );
});

test('settings on the command line', async () => {
  const setting = mutated('model.baseUrl={a: [1, "x"], b: true}', [
    ...keys,
    '=',
    '.',
    'agent.name=',
    'plan=',
    'seed=1',
  ]);
  await fc.assert(
    fc.asyncProperty(setting, (text) => expectUsageError(() => loadConfig(undefined, [parseOverride(text)]))),
    cases(1000),
  );
});

test('prices, profiles and demonstrations', async () => {
  const prices = readFileSync('configs/prices.yaml', 'utf8').slice(0, 1500);
  const profile = 'diligence: 0.5\nattention: 1\n';
  const demonstrations = [
    'format: planwright-demonstrations/1',
    'world: alfworld',
    'demonstrations:',
    '  - instanceId: a',
    '    taskType: heat',
    '    goal: put it there.',
    '    initialObservation: |-',
    '      You see it.',
    '    steps:',
    '      - { thought: hm, action: look, observation: "Nothing." }',
    '    program: { steps: [{ step: 1, do: [] }] }\n',
  ].join('\n');
  await fc.assert(
    fc.asyncProperty(
      encoded(mutated(prices)),
      encoded(mutated(profile)),
      encoded(mutated(demonstrations)),
      async (first, second, third) => {
        await expectCalm('prices.yaml', first, loadPrices);
        await expectCalm('profile.yaml', second, loadSimulatedProfile);
        await expectCalm('demonstrations.yaml', third, loadDemonstrations);
      },
    ),
    cases(400),
  );
});

test('plan files', async () => {
  const plan = readFileSync('plans/alfworld-heat.md', 'utf8');
  const more = [
    'review:\n  state: reviewed\n  flags: []\n',
    '---\n',
    '\n---\n',
    'content_hash: x\n',
    '<script>',
    '://a.b@c',
  ];
  await fc.assert(
    fc.asyncProperty(encoded(mutated(plan, more)), fc.boolean(), (bytes, allowEdited) =>
      expectCalm('p.md', bytes, (path) => flagsOf(loadPlan(path, { allowEdited }))),
    ),
    cases(1300),
  );
});

const line = (id: string) =>
  JSON.stringify({ ...toyInstance(id), setup: { doors: 3, prize: 2, notes: [1, 'x', null] } });
const instances = `${['a', 'b', 'c'].map(line).join('\n')}\n`;

test('suites', async () => {
  const manifest = (digest: string, count: number) =>
    JSON.stringify({
      format: 'planwright-suite/1',
      name: 'toy',
      environment: 'toy',
      digest: `sha256:${digest}`,
      instances: count,
      splits: { train: count },
    });
  const words = ['"setup":', ',"setup":{}', '"id":"a"', '{"id":1}', '\n', '}\n{', '"split":"train",', '[[[['];
  mkdirSync(join(folder, 'suite'), { recursive: true });
  const read = () => {
    for (const { setup, ...rest } of loadSuite(join(folder, 'suite')).instances)
      JSON.stringify([setup, rest]);
  };
  const whole = fc.constant(Buffer.from(instances));
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(encoded(mutated(instances, words)), whole),
      fc.oneof(fc.constant(null), encoded(mutated(manifest(sha256(instances), 3)))),
      async (lines, head) => {
        // With a manifest that fits, the lines themselves are what is looked at.
        const count = lines.toString('utf8').trimEnd().split('\n').length;
        const fitting = Buffer.from(manifest(sha256(lines.toString('utf8')), count));
        writeFileSync(join(folder, 'suite', 'suite.json'), head ?? fitting);
        await expectCalm('suite/instances.jsonl', lines, read);
      },
    ),
    cases(1500),
  );
});

test('lists of official data, and compressed lines', async () => {
  const list = JSON.stringify(
    ['a', 'b'].map((id) => ({ id, context: [[id, ['x "y" \\ z']]], n: -1.5e3 })),
    null,
    1,
  );
  const drain = async (texts: AsyncIterable<unknown>) => {
    for await (const text of texts) JSON.stringify(text);
  };
  const damaged = fc
    .tuple(fc.constantFrom(gzipSync(list), gzipSync(instances)), fc.nat(200), fc.nat(255), fc.nat(200))
    .map(([bytes, at, value, end]) => {
      const copy = Buffer.from(bytes.subarray(0, end % 3 === 0 ? end : bytes.length));
      if (at < copy.length) copy[at] = value;
      return copy;
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(encoded(mutated(list, ['[', ']', '{}', ','])), damaged), async (bytes) => {
      await expectCalm('l.jsonl.gz', bytes, (path) => drain(readGzipLines(path)));
      // Its reader names the file, and turns every Error into a UsageError.
      await expectCalm('l.json', bytes, (path) =>
        drain(readJsonRecords(path)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Error);
          expect(error).not.toBeInstanceOf(RangeError);
          expect(error).not.toBeInstanceOf(TypeError);
        }),
      );
    }),
    cases(400),
  );
});

test('archives', async () => {
  const good = zipBytes([
    { name: 'a/b.txt', data: 'x'.repeat(2000) },
    { name: 'c.txt', data: 'stored', stored: true },
    { name: 'd/', data: '' },
  ]);
  const edit = fc.record({ at: fc.nat(good.length - 1), value: fc.nat(255) });
  const flipped = fc
    .tuple(fc.array(edit, { maxLength: 6 }), fc.oneof(fc.constant(good.length), fc.nat(good.length)))
    .map(([edits, end]) => {
      const bytes = Buffer.from(good);
      for (const { at, value } of edits) bytes[at] = value;
      return bytes.subarray(0, end);
    });
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '../x',
      '/x',
      'C:\\x',
      'a\\..\\b',
      'a/../../b',
      'a',
      'a/',
      '.',
      '..',
      '',
      'a\0b',
      'aux',
      '\u202ex',
    ),
  );
  const entry = fc.record(
    {
      name,
      data: fc.string({ maxLength: 40 }),
      stored: fc.boolean(),
      method: fc.constantFrom(0, 8, 9, 12, 99),
      flags: fc.constantFrom(0, 1, 8, 0x41, 0x800),
      size: fc.constantFrom(0, 1, 2 ** 26 + 1, 0xffffffff),
      crc: fc.constantFrom(0, 1),
      mode: fc.constantFrom(0o120777, 0o40755, 0o100644, 0),
    },
    { requiredKeys: ['name', 'data'] },
  );
  const made = fc.array(entry, { maxLength: 4 }).map(zipBytes);
  await fc.assert(
    fc.asyncProperty(fc.oneof(flipped, made, fc.uint8Array({ maxLength: 80 }).map(Buffer.from)), (bytes) =>
      expectCalm('z.zip', bytes, async (path) => {
        const source = await openSource(path, { fileBytes: 4096, totalBytes: 8192 });
        try {
          for (const file of source.names)
            await expectUsageError(async () =>
              expect((await source.readBytes(file)).length).toBeLessThan(4097),
            );
        } finally {
          source.close();
        }
      }),
    ),
    cases(900),
  );
});

test('journals', async () => {
  const path = join(folder, 'good.jsonl');
  const journal = createJournal(path, 'r', 'none');
  journal.append({ type: 'episode-start', episodeId: 'train/0/a', phase: 'train' });
  journal.append({ type: 'call-sent', callId: 'train/0/a/act/0', attempt: 1 });
  journal.append({
    type: 'episode-step',
    episodeId: 'train/0/a',
    step: 1,
    action: 'look',
    observation: 'a "b"',
  });
  journal.append({ type: 'run-end', outcome: 'finished' });
  journal.close();
  const good = readFileSync(path, 'utf8');
  const lines = good.split('\n');
  const shuffled = fc
    .array(fc.constantFrom(...lines, '', '{}', 'null'), { maxLength: 7 })
    .map((some) => some.join('\n'));
  await fc.assert(
    fc.asyncProperty(encoded(fc.oneof(mutated(good), shuffled)), (bytes) =>
      expectCalm('j.jsonl', bytes, async (file) => {
        const record = await readRunRecord(file);
        record.close();
        expect(record.scan.records).toBeLessThan(lines.length);
        expect(record.scan.bytes).toBeLessThanOrEqual(bytes.length);
      }),
    ),
    cases(1600),
  );
});
