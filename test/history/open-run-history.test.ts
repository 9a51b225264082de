import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import type { RunEvent } from '../../src/core/event.js';
import { openRunHistory, summarizeRun } from '../../src/history/index.js';
import { lockRun } from '../../src/runs/index.js';
import { formatRecord } from '../../src/runs/journal-record.js';
import type { JsonObject } from '../../src/util/json.js';
import { startSyntheticRun, syntheticEvents } from '../bench/synthetic-run.js';
import { emptyFolder } from '../cli/run-cli.js';
import { makeRun } from '../viewer/poisoned-run.js';

const root = mkdtempSync(join(tmpdir(), 'planwright-history-'));
let whole: string;
beforeAll(async () => {
  whole = await makeRun(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A copy that may be spoiled. */
function copyOf(folder: string): string {
  const copy = join(emptyFolder(), 'run');
  cpSync(folder, copy, { recursive: true });
  return copy;
}

const resultsOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));

describe('a training', () => {
  test('says what its results say', async () => {
    const results = resultsOf(whole);
    const history = await openRunHistory(whole);
    const { plan, baseline, comparison } = history.effect ?? {};
    expect(history).toMatchObject({ kind: 'training', state: 'finished', simulated: true, problems: [] });
    expect(plan).toMatchObject({ n: results.heldOut.n, successes: results.heldOut.successes });
    expect(plan?.interval95).toEqual(results.heldOut.wilson95);
    expect(baseline).toMatchObject({ n: results.baseline.n, successes: results.baseline.successes });
    expect(comparison).toEqual(results.taskTypes[0].comparison);
    const { total } = history.cost;
    expect({ ...results.usage }).toMatchObject({
      calls: total.calls,
      promptTokens: total.promptTokens,
      completionTokens: total.completionTokens,
    });
    expect(summarizeRun(whole)?.effect).toEqual(history.effect);
  });

  test('shows iterations, plans and episodes as they were', async () => {
    const history = await openRunHistory(whole);
    const [training] = history.trainings;
    if (training === undefined) throw new Error('there is no training');
    const { after, before, reflections, problems } = history.readIteration(training, 0);
    const [said] = resultsOf(whole).taskTypes;
    expect(problems).toEqual([]);
    expect(before?.text).toBe('');
    expect(after?.text).toBe(said.plan.text);
    expect(reflections.map(({ instanceId }) => instanceId)).toEqual(
      [...(training.iterations[0]?.batch ?? [])].sort(),
    );
    expect(history.readPlan(training.final, training)?.text).toBe(said.plan.text);
    expect(history.episodes.count).toBe(14);
    for (let row = 0; row < history.episodes.count; row++) {
      const { id, steps, outcome } = history.episodes.row(row);
      const { episode, problem } = history.readEpisode(id);
      expect(problem).toBeNull();
      expect([episode?.id, episode?.steps.length, episode?.outcome.kind]).toEqual([id, steps, outcome]);
    }
  });

  test('pairs the plays of both plans by instance', async () => {
    const history = await openRunHistory(whole);
    const [pair] = history.pairs;
    if (pair === undefined) throw new Error('there is no pair');
    const plays = history.comparePlays(pair);
    const { onlyA, onlyB, bothWon, bothLost } = resultsOf(whole).taskTypes[0].comparison;
    const count = (change: string) => plays.filter((one) => one.change === change).length;
    expect([count('won'), count('lost'), count('same')]).toEqual([onlyA, onlyB, bothWon + bothLost]);
    expect(plays.every(({ before, after }) => before !== null && after !== null)).toBe(true);
  });

  test('shows task types in the order in which they began, whichever was measured first', async () => {
    const both = [...syntheticEvents({ iterations: 1, batchSize: 1, heldOut: 2, steps: 1 }, 'r')];
    const of = (taskType: string) => (event: RunEvent) =>
      JSON.parse(JSON.stringify(event).replaceAll('heat', taskType)) as RunEvent;
    const [end] = both.splice(-1);
    const [first, second] = [both.map(of('pick')), both.map(of('two'))];
    const run = startSyntheticRun(emptyFolder(), 'r');
    for (const event of [...first.slice(0, 1), ...second, ...first.slice(1), end as RunEvent])
      run.journal.append(event);
    run.journal.close();
    const history = await openRunHistory(run.folder);
    expect(history.trainings.map(({ taskType }) => taskType)).toEqual(['pick', 'two']);
    expect(history.effects.map(({ taskType }) => taskType)).toEqual(['pick', 'two']);
    const effects = history.pairs.filter(({ role }) => role === 'effect');
    expect(effects.map(({ taskType }) => taskType)).toEqual(['pick', 'two']);
    for (const pair of effects) expect(history.comparePlays(pair)).toHaveLength(2);
  });

  test('filters its episodes', async () => {
    const { episodes } = await openRunHistory(whole);
    expect(episodes.select({ phase: 'train' }).total).toBe(2);
    expect(episodes.select({ phase: 'held-out' }, { offset: 4, limit: 5 })).toMatchObject({ total: 6 });
    expect(episodes.select({ phase: 'held-out' }, { offset: 4, limit: 5 }).rows).toHaveLength(2);
    expect(episodes.select({ text: 'BASELINE/' }).total).toBe(6);
    expect(episodes.select({ iteration: 7 }).total).toBe(0);
    expect(() => episodes.row(99)).toThrow(RangeError);
  });
});

describe('a run that goes on', () => {
  test('is seen to, and is followed without reading it again', async () => {
    const run = startSyntheticRun(emptyFolder(), 'r');
    const lock = lockRun(run.folder);
    const events = [...syntheticEvents({ iterations: 2, batchSize: 2, heldOut: 3, steps: 3 }, 'r')];
    const half = Math.floor(events.length / 2);
    for (const event of events.slice(0, half)) run.journal.append(event);
    run.journal.flush();
    const first = await openRunHistory(run.folder);
    expect(first.state).toBe('running');
    expect(await first.refresh()).toBe(first);
    for (const event of events.slice(half)) run.journal.append(event);
    run.journal.flush();
    const second = await first.refresh();
    expect(second.journal.scanned).toBe(second.journal.bytes - first.journal.bytes);
    expect(second).toMatchObject({ state: 'finished', problems: [] });
    run.journal.close();
    lock.release();
    const again = await openRunHistory(run.folder);
    expect(JSON.stringify({ ...second, journal: 0 })).toBe(JSON.stringify({ ...again, journal: 0 }));
    expect(JSON.stringify((await first.refresh()).cost)).toBe(JSON.stringify(again.cost));
  });

  test('cut off in the middle of a line says so, and shows what there is', async () => {
    const copy = copyOf(whole);
    const path = join(copy, 'journal.jsonl');
    const text = readFileSync(path, 'utf8');
    const end = text.indexOf('\n', Math.floor(text.length * 0.7));
    writeFileSync(path, text.slice(0, end - 20));
    rmSync(join(copy, 'results.json'));
    const history = await openRunHistory(copy);
    expect(history.state).toBe('cut-off');
    expect(history.problems).toEqual([expect.stringContaining('everything before it was read')]);
    expect(history.episodes.count).toBeGreaterThan(2);
    expect(history.episodes.open.length).toBeGreaterThan(0);
  });
});

describe('a folder that is not what it should be', () => {
  test.each([
    ['is not there', () => join(emptyFolder(), 'nothing')],
    ['holds nothing of a run', () => emptyFolder()],
  ])('%s: refused', async (_what, make) => {
    await expect(openRunHistory(make())).rejects.toThrow(UsageError);
  });

  test.each<readonly [string, (folder: string) => void]>([
    [
      'a journal of another format',
      (folder) => writeFileSync(join(folder, 'journal.jsonl'), `${formatRecord(0, { format: 'other/1' })}\n`),
    ],
    ['no journal', (folder) => rmSync(join(folder, 'journal.jsonl'))],
    ['an empty journal', (folder) => writeFileSync(join(folder, 'journal.jsonl'), '')],
    [
      'a folder for a journal',
      (folder) => {
        rmSync(join(folder, 'journal.jsonl'));
        mkdirSync(join(folder, 'journal.jsonl'));
      },
    ],
    ['results that are no JSON', (folder) => writeFileSync(join(folder, 'results.json'), '{"a":')],
    ['a manifest that is a list', (folder) => writeFileSync(join(folder, 'manifest.json'), '[]')],
    ['bytes behind the journal', (folder) => appendFileSync(join(folder, 'journal.jsonl'), '\0\0\n{}\n')],
    [
      'results that say otherwise',
      (folder) =>
        writeFileSync(
          join(folder, 'results.json'),
          JSON.stringify({ ...resultsOf(folder), heldOut: { n: 6, successes: -1 } }),
        ),
    ],
  ])('with %s is opened, and says what is wrong', async (_what, spoil) => {
    const copy = copyOf(whole);
    spoil(copy);
    const history = await openRunHistory(copy);
    expect(history.problems.length).toBeGreaterThan(0);
    expect(history.problems.join()).not.toContain(copy);
    expect(summarizeRun(copy)).not.toBeNull();
  });

  test('with links to files elsewhere does not follow them', async () => {
    const secret = join(emptyFolder(), 'secret');
    writeFileSync(secret, '{"tool":"zzsecret"}');
    const copy = copyOf(whole);
    for (const name of ['manifest.json', 'config.yaml', 'journal.jsonl', 'plans/best.md']) {
      rmSync(join(copy, name));
      symlinkSync(secret, join(copy, name));
    }
    const history = await openRunHistory(copy);
    expect(history.files).not.toContain('config.yaml');
    expect(history.readFile('plans/best.md')).toBeNull();
    expect(history.readFile('../secret')).toBeNull();
    expect(JSON.stringify(history)).not.toContain('zzsecret');
  });

  test('with values of any kind in its journal is opened all the same', async () => {
    const lines = readFileSync(join(whole, 'journal.jsonl'), 'utf8').trimEnd().split('\n');
    const records = lines.map((line) => JSON.parse(line) as JsonObject);
    const copy = copyOf(whole);
    rmSync(join(copy, 'index.jsonl'));
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.tuple(fc.nat(9), fc.jsonValue())), async (chances) => {
        const spoilt = records.map(({ n: _n, sum: _sum, ...fields }, n) =>
          formatRecord(n, n === 0 ? fields : spoil(fields, chances)),
        );
        writeFileSync(join(copy, 'journal.jsonl'), `${spoilt.join('\n')}\n`);
        const history = await openRunHistory(copy);
        for (const training of history.trainings) history.readIteration(training, 0);
        for (let row = 0; row < history.episodes.count; row++)
          history.readEpisode(history.episodes.row(row).id);
      }),
      { numRuns: 5 },
    );
  });
});

/** A record of which one value in ten is another. */
function spoil(fields: JsonObject, chances: Iterator<[number, unknown]>): JsonObject {
  return JSON.parse(
    JSON.stringify(fields, (key, value: unknown) => {
      if (key === '' || key === 'type') return value;
      const [chance, other] = chances.next().value as [number, unknown];
      return chance === 0 ? other : value;
    }),
  ) as JsonObject;
}
