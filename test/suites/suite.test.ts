import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import type { TaskInstance } from '../../src/core/task.js';
import { loadSuite } from '../../src/suites/load-suite.js';
import { saveSuite } from '../../src/suites/save-suite.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-suite-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const instance = (id: string, more: Partial<TaskInstance> = {}): TaskInstance => ({
  id,
  environment: 'toy',
  taskType: 'heat',
  split: 'train',
  goal: 'put a hot apple in the fridge.',
  setup: { start: 3, rooms: [['kitchen', 1]], note: 'a ,"setup":{} trap' },
  ...more,
});
const description = { name: 'small', environment: 'toy', origin: { seed: 7 } };
const instances = [
  instance('a'),
  instance('b', { split: 'held-out', sourceSplit: 'valid_unseen', goal: 'odd ,"setup": goal "\\ \n é' }),
  instance('c', { taskType: 'cool' }),
];

describe('saveSuite and loadSuite', () => {
  test('what is saved is what is loaded', () => {
    const target = join(folder, 'suite');
    const saved = saveSuite(target, description, instances);
    const loaded = loadSuite(target);
    expect(loaded).toEqual({ ...saved, origin: { seed: 7 } });
    expect(loaded.instances).toEqual(instances);
    expect(loaded.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(readdirSync(folder)).toEqual(['suite']);
  });

  test('any instance survives the round trip', () => {
    const anyInstance = fc.record({
      id: fc.string({ minLength: 1, unit: 'binary' }),
      goal: fc.string({ unit: 'binary' }),
      setup: fc.dictionary(fc.string(), fc.jsonValue({ noUnicodeString: false })),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(anyInstance, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }),
        (some) => {
          const target = join(folder, 'any');
          const list = some.map(({ id, goal, setup }) =>
            instance(id, { goal, setup: JSON.parse(JSON.stringify(setup)) }),
          );
          saveSuite(target, description, list);
          expect(loadSuite(target).instances).toEqual(list);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('the same instances give the same bytes and another instance another digest', () => {
    const one = saveSuite(join(folder, 'one'), description, instances);
    const two = saveSuite(join(folder, 'two'), description, structuredClone(instances));
    for (const file of ['suite.json', 'instances.jsonl']) {
      expect(readFileSync(join(folder, 'one', file))).toEqual(readFileSync(join(folder, 'two', file)));
    }
    expect(two.digest).toBe(one.digest);
    expect(saveSuite(join(folder, 'three'), description, instances.slice(1)).digest).not.toBe(one.digest);
  });

  test('the manifest counts the splits', () => {
    saveSuite(folder, description, instances);
    expect(JSON.parse(readFileSync(join(folder, 'suite.json'), 'utf8'))).toMatchObject({
      format: 'planwright-suite/1',
      name: 'small',
      instances: 3,
      splits: { train: 2, 'held-out': 1 },
    });
  });

  test('the setup is the same object while somebody uses it', () => {
    saveSuite(folder, description, instances);
    const [first] = loadSuite(folder).instances;
    expect(first?.setup).toBe(first?.setup);
  });

  test('a setup that nobody uses any more takes no memory', async () => {
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    saveSuite(folder, description, instances);
    const [first] = loadSuite(folder).instances;
    const seen = new WeakRef(first?.setup ?? {});
    await new Promise((done) => setTimeout(done, 0));
    collect();
    expect(seen.deref()).toBeUndefined();
    expect(first?.setup).toEqual(instances[0]?.setup);
  });

  test('an older suite is replaced', () => {
    saveSuite(folder, description, instances);
    saveSuite(folder, description, instances.slice(0, 1));
    expect(loadSuite(folder).instances).toHaveLength(1);
  });

  test('a folder that holds anything else is left alone', () => {
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    expect(() => saveSuite(folder, description, instances)).toThrow(/not a suite \(found notes\.txt\)/);
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    expect(() => saveSuite(join(folder, 'notes.txt'), description, instances)).toThrow(/found a file/);
  });

  test('a place that can not be written leaves nothing behind', () => {
    writeFileSync(join(folder, 'file'), '');
    const target = join(folder, 'file', 'suite');
    expect(() => saveSuite(target, description, instances)).toThrow(UsageError);
    expect(() => saveSuite(target, description, instances)).toThrow(/can not write the suite/);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  test.each([
    ['no instances', [], /no instances/],
    ['an id twice', [instance('a'), instance('a')], /two instances have the id "a"/],
    ['another environment', [instance('a', { environment: 'other' })], /environment "other", not "toy"/],
  ])('%s is refused before anything is written', (_what, list, message) => {
    const target = join(folder, 'suite');
    expect(() => saveSuite(target, description, list)).toThrow(message);
    expect(existsSync(target)).toBe(false);
  });
});

describe('a damaged suite is refused with its place', () => {
  const edit = (file: string, change: (text: string) => string) => {
    saveSuite(folder, description, instances);
    const path = join(folder, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };

  test.each<[string, string, (text: string) => string, RegExp]>([
    ['a cut line', 'instances.jsonl', (t) => t.slice(0, -12), /instances\.jsonl:3: not valid JSON/],
    ['a cut head', 'instances.jsonl', (t) => `${t}{"id":"d","env`, /instances\.jsonl:4: not valid JSON/],
    [
      'a broken setup',
      'instances.jsonl',
      (t) => t.replace('"start":3', '"start":'),
      /jsonl:1: not valid JSON/,
    ],
    [
      'a setup of no object',
      'instances.jsonl',
      (t) => t.replace(/"setup":\{"start.*/, '"setup":3}'),
      /:1: setup: not an/,
    ],
    ['no setup', 'instances.jsonl', (t) => t.replace(/,"setup":\{"start.*/, '}'), /:1: setup: missing/],
    [
      'a missing line',
      'instances.jsonl',
      (t) => t.slice(t.indexOf('\n') + 1),
      /holds 2 instances, .* says 3/,
    ],
    ['an empty line', 'instances.jsonl', (t) => t.replace('\n', '\n\n'), /instances\.jsonl:2: empty/],
    [
      'a repeated id',
      'instances.jsonl',
      (t) => t.replace('"id":"b"', '"id":"a"'),
      /:2: id "a" is already that of line 1/,
    ],
    ['a missing key', 'instances.jsonl', (t) => t.replace('"goal"', '"gaol"'), /instances\.jsonl:1: goal: /],
    [
      'another environment',
      'instances.jsonl',
      (t) => t.replace('"toy"', '"joy"'),
      /:1: environment is "joy"/,
    ],
    [
      'a changed word',
      'instances.jsonl',
      (t) => t.replace('hot', 'hat'),
      /digest is not the one in suite\.json/,
    ],
    [
      'an unknown format',
      'suite.json',
      (t) => t.replace('suite/1', 'suite/9'),
      /format is "planwright-suite\/9"/,
    ],
    ['no format', 'suite.json', () => '{}', /suite\.json: format is missing/],
    ['a manifest of no JSON', 'suite.json', () => '{', /suite\.json: not valid JSON/],
    ['a manifest that is null', 'suite.json', () => 'null', /suite\.json: format is missing/],
    ['an unknown key', 'suite.json', (t) => t.replace('"name"', '"nmae": 1, "name"'), /suite\.json: .*nmae/],
    ['a bad digest', 'suite.json', (t) => t.replace('sha256:', 'md5:'), /suite\.json: digest: not sha256/],
  ])('%s', (_what, file, change, message) => {
    edit(file, change);
    expect(() => loadSuite(folder)).toThrow(UsageError);
    expect(() => loadSuite(folder)).toThrow(message);
  });

  test('a folder that is none, a file, or no suite', () => {
    writeFileSync(join(folder, 'file'), '');
    mkdirSync(join(folder, 'empty'));
    expect(() => loadSuite(join(folder, 'absent'))).toThrow(/absent.*does not exist/);
    expect(() => loadSuite(join(folder, 'file'))).toThrow(/part of the path is a file/);
    expect(() => loadSuite(join(folder, 'empty'))).toThrow(UsageError);
  });

  test('no change of a byte is believed', () => {
    saveSuite(folder, description, instances);
    const path = join(folder, 'instances.jsonl');
    const bytes = readFileSync(path);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ flip;
        writeFileSync(path, changed);
        expect(() => loadSuite(folder)).toThrow(UsageError);
      }),
    );
  });
});
