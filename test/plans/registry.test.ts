import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import {
  acceptPlan,
  createPlan,
  formatPlainPlan,
  isPlanReference,
  listRegistered,
  listVersions,
  loadPlan,
  moveAlias,
  type PlanFile,
  parsePlanFile,
  registerPlan,
  resolvePlanReference,
  savePlan,
} from '../../src/plans/index.js';
import { observeFiles } from '../../src/util/files.js';
import { hostilePlanDetails } from './plan-details.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-registry-'));
});
afterEach(() => {
  observeFiles(undefined);
  rmSync(folder, { recursive: true, force: true });
});

function planFile(text: string): PlanFile {
  const plan = createPlan({ text, iteration: 1, environment: 'toy', taskType: 'heat' });
  return { plan, details: hostilePlanDetails('words'), edited: false, warnings: [] };
}

const add = (text: string) => registerPlan(folder, 'toy-heat', planFile(text));
const at = (name: string) => join(folder, 'toy-heat', name);

describe('versions', () => {
  test('are numbered, never change, and hold what was added', () => {
    expect([add('a'), add('b')].map(({ version, isNew }) => [version, isNew])).toEqual([
      [1, true],
      [2, true],
    ]);
    expect(loadPlan(at('1.md'))).toEqual(planFile('a'));
    const bytes = readFileSync(at('1.md'));
    expect(add('a')).toEqual({ id: 'toy-heat', version: 1, path: at('1.md'), isNew: false });
    expect(readFileSync(at('1.md'))).toEqual(bytes);
    expect(readdirSync(at('.'))).toEqual(['1.md', '2.md']);
  });

  test('may be plain texts, whatever their first line is', () => {
    for (const text of ['Go.', '---\nx: 1\n---', '---']) {
      const { path } = registerPlan(folder, 'mine', parsePlanFile(`\n${text}`, 'x'));
      expect(loadPlan(path).plan.text).toBe(text);
      expect(formatPlainPlan(loadPlan(path).plan)).toBe(readFileSync(path, 'utf8'));
    }
  });

  test('that were changed by hand are refused, even where edited plans are taken', () => {
    const { path } = add('a');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/a\n$/, 'b\n'));
    expect(() => loadPlan(path, { allowEdited: true })).toThrow(/1\.md: the plan was edited/);
  });

  test.each(['Toy', '', '../x', 'a/b', 'a--b', 'x'.repeat(65), '.', 'a@b'])('have no id such as %j', (id) => {
    expect(() => registerPlan(folder, id, planFile('a'))).toThrow(/can not be the id of a plan/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('are not made of an edited plan', () => {
    expect(() => registerPlan(folder, 'toy-heat', { ...planFile('a'), edited: true })).toThrow(/was edited/);
  });
});

describe('a certificate and a review', () => {
  const reviewed = (file: PlanFile) => acceptPlan(file, 'x', 'read');

  test('stand beside the version, which stays as it is', () => {
    const { path } = add('a');
    const bytes = readFileSync(path);
    const details = reviewed(loadPlan(path));
    savePlan(path, loadPlan(path).plan, details);
    expect(readFileSync(path)).toEqual(bytes);
    expect(readdirSync(at('.'))).toEqual(['1.md', '1.review.json']);
    expect(loadPlan(path).details).toEqual(details);
  });

  test('come along when the same text is added again with them', () => {
    add('a');
    const file = planFile('a');
    const again = registerPlan(folder, 'toy-heat', { ...file, details: reviewed(file) });
    expect(again.isNew).toBe(false);
    expect(loadPlan(again.path).details?.review?.state).toBe('reviewed');
    add('a');
    expect(loadPlan(again.path).details?.review?.state).toBe('reviewed');
  });

  test('are all that can be saved', () => {
    const { path } = add('a');
    const { plan, details } = planFile('a');
    if (details === null) throw new Error('no details');
    expect(() => savePlan(path, planFile('b').plan, details)).toThrow(
      /a version of a registry never changes/,
    );
    expect(() => savePlan(path, plan, { ...details, title: 'x' })).toThrow(/never changes/);
    expect(readdirSync(at('.'))).toEqual(['1.md']);
  });

  test.each([
    ['{', /is not JSON/],
    ['{"format":"planwright-attestation/2"}', /is no planwright-attestation\/1 at format/],
    [
      `{"format":"planwright-attestation/1","content_hash":"sha256:0","review":{"state":"reviewed","flags":[]}}`,
      /is about another text/,
    ],
  ])('of somebody else are refused: %s', (text, problem) => {
    const { path } = add('a');
    writeFileSync(at('1.review.json'), text);
    expect(() => loadPlan(path)).toThrow(problem);
    expect(() => loadPlan(path)).toThrow(UsageError);
  });
});

describe('references', () => {
  beforeEach(() => {
    add('a');
    add('b');
    moveAlias(folder, 'toy-heat', 'production', 1);
  });

  test.each([
    ['toy-heat', '2.md'],
    ['toy-heat@latest', '2.md'],
    ['toy-heat@1', '1.md'],
    ['toy-heat@production', '1.md'],
  ])('%s is %s', (reference, name) => {
    expect(resolvePlanReference(reference, folder)).toBe(at(name));
  });

  test('an alias moves', () => {
    moveAlias(folder, 'toy-heat', 'production', 2);
    expect(resolvePlanReference('toy-heat@production', folder)).toBe(at('2.md'));
    expect(listRegistered(folder)).toEqual([
      { id: 'toy-heat', versions: [1, 2], aliases: { production: 2 } },
    ]);
    expect(listVersions(folder).map(({ version, aliases }) => [version, aliases])).toEqual([
      [1, []],
      [2, ['production']],
    ]);
  });

  test('what has another form is a path', () => {
    for (const path of [
      'a/b',
      './toy-heat',
      'toy-heat.md',
      'toy-heat@',
      'toy-heat@x@y',
      'Toy-heat',
      'toy-heat@../x',
    ]) {
      expect(isPlanReference(path)).toBe(false);
      expect(resolvePlanReference(path, folder)).toBe(path);
    }
  });

  test('a plan file of that name beside the versions is found, but only where nothing is registered', () => {
    writeFileSync(join(folder, 'other.md'), 'x');
    writeFileSync(join(folder, 'toy-heat.md'), 'x');
    expect(resolvePlanReference('other', folder)).toBe(join(folder, 'other.md'));
    expect(resolvePlanReference('toy-heat', folder)).toBe(at('2.md'));
    expect(() => resolvePlanReference('other@1', folder)).toThrow(/no plan other in the registry/);
  });

  test.each([
    ['toy-heat@3', /toy-heat@3: the registry .* has no such version or alias/],
    ['toy-heat@staging', /toy-heat@staging: the registry/],
    ['toy-heat@constructor', /toy-heat@constructor: the registry/],
    ['toy-cool', /toy-cool: there is no such file, and no plan toy-cool in the registry/],
  ])('%s is refused, and what there is is named', (reference, problem) => {
    expect(() => resolvePlanReference(reference, folder)).toThrow(problem);
    try {
      resolvePlanReference(reference, folder);
    } catch (error) {
      expect((error as UsageError).remedy).toMatch(/^known: toy-heat/);
    }
  });

  test.each(['Production', 'a b', '2', 'latest', '', '../x', 'x'.repeat(65)])('%j is no alias', (alias) => {
    expect(() => moveAlias(folder, 'toy-heat', alias, 1)).toThrow(/can not be an alias/);
  });

  test('an alias names what is there', () => {
    expect(() => moveAlias(folder, 'toy-heat', 'new', 3)).toThrow(/toy-heat@3: is not in the registry/);
    expect(() => moveAlias(folder, 'nothing', 'new', 1)).toThrow(/nothing@1: is not in the registry/);
  });
});

describe('a hostile registry', () => {
  test('of a later format is refused', () => {
    writeFileSync(join(folder, 'registry.json'), '{"format":"planwright-registry/2"}');
    expect(() => listRegistered(folder)).toThrow(/has format "planwright-registry\/2"; this version reads/);
    expect(() => add('a')).toThrow(/update planwright|has format/);
    expect(readdirSync(folder)).toEqual(['registry.json']);
  });

  test.each(['{', '[]', 'null', ''])('with a broken registry.json is refused: %j', (text) => {
    writeFileSync(join(folder, 'registry.json'), text);
    expect(() => listRegistered(folder)).toThrow(/registry\.json: has format null/);
  });

  test('has no aliases that lead nowhere or say something else', () => {
    add('a');
    for (const text of ['9', '1.md', '../../x', '0', '1 2', '1'.repeat(200), '']) {
      writeFileSync(at('@bad'), text);
      expect(() => resolvePlanReference('toy-heat@bad', folder)).toThrow(/no such version or alias/);
    }
    mkdirSync(at('@folder'));
    symlinkSync(at('1.md'), at('@link'));
    expect(listRegistered(folder)).toEqual([{ id: 'toy-heat', versions: [1], aliases: {} }]);
  });

  test('leads nowhere by links', () => {
    add('a');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    symlinkSync(join(folder, 'secret.txt'), at('2.md'));
    expect(() => loadPlan(at('2.md'))).toThrow(/is a link, and a registry has none/);
    expect(() => resolvePlanReference('toy-heat', folder)).toThrow(/is a link/);
    symlinkSync(at('.'), join(folder, 'linked'));
    expect(listRegistered(folder).map(({ id }) => id)).toEqual(['toy-heat']);
    expect(() => resolvePlanReference('linked', folder)).toThrow(/is a link/);
  });

  test('with foreign files is read without them', () => {
    add('a');
    for (const name of ['01.md', '0.md', '2.md.partial-7', 'x.md', '1e3.md', '-1.md', '9999999999.md'])
      writeFileSync(at(name), 'x');
    expect(listRegistered(folder)[0]?.versions).toEqual([1]);
    expect(add('b').version).toBe(2);
  });
});

test('a write that fails leaves no half of a version', () => {
  add('a');
  for (const operation of ['write', 'link']) {
    observeFiles((when, name, path) => {
      if (when === 'before' && name === operation && path.includes('toy-heat'))
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    expect(() => add('b')).toThrow(/can not write the registry: no space left/);
    observeFiles(undefined);
    expect(readdirSync(at('.'))).toEqual(['1.md']);
  }
});

test('two writers at once lose nothing', () => {
  add('first');
  const texts = ['theirs', 'mine'];
  // Just before a version gets its name, another process takes that name: with another text, then with the same.
  const race = (when: string, operation: string, path: string) => {
    const text = texts[0];
    if (when !== 'before' || operation !== 'link' || text === undefined) return;
    observeFiles(undefined);
    texts.shift();
    writeFileSync(path, readFileSync(registerPlan(join(folder, text), 'toy-heat', planFile(text)).path));
    observeFiles(race);
  };
  observeFiles(race);
  expect(add('mine')).toMatchObject({ version: 3, isNew: false });
  expect([1, 2, 3].map((n) => loadPlan(at(`${n}.md`)).plan.text)).toEqual(['first', 'theirs', 'mine']);
});

test('processes that add and alias at the same time lose nothing', async () => {
  const module = resolve('dist/plans/index.js');
  const program = `
    const { registerPlan, moveAlias, parsePlanFile } = await import(${JSON.stringify(module)});
    const who = process.argv[1];
    for (let i = 0; i < 10; i++) {
      const { version } = registerPlan(${JSON.stringify(folder)}, 'toy', parsePlanFile(i % 2 ? 'shared ' + i : who + i, 'x'));
      moveAlias(${JSON.stringify(folder)}, 'toy', 'by-' + who, version);
    }`;
  const codes = ['a', 'b', 'c'].map(
    (who) =>
      new Promise((done) => {
        spawn(process.execPath, ['--input-type=module', '-e', program, who], { stdio: 'inherit' }).on(
          'close',
          done,
        );
      }),
  );
  expect(await Promise.all(codes)).toEqual([0, 0, 0]);
  const [plan] = listRegistered(folder);
  expect(plan?.versions).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  expect(Object.keys(plan?.aliases ?? {})).toEqual(['by-a', 'by-b', 'by-c']);
  expect(new Set(plan?.versions.map((n) => loadPlan(join(folder, 'toy', `${n}.md`)).plan.id)).size).toBe(20);
  expect(readdirSync(join(folder, 'toy')).filter((name) => name.includes('partial'))).toEqual([]);
});
