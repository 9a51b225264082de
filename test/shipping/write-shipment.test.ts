import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ExportTarget,
  exportPlan,
  followHost,
  readPlan,
  readUser,
  writeShipment,
} from '../../src/shipping/index.js';
import { observeFiles } from '../../src/util/files.js';
import { plainPlan, shippablePlan } from './sample-plans.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-write-'));
});
afterEach(() => {
  observeFiles(undefined);
  rmSync(folder, { recursive: true, force: true });
});

const at = (path: string) => join(folder, path);
const skill = (text = 'Go.') => exportPlan(shippablePlan(text), { target: 'skill', usualName: 'x' });
const asSkill = () => ({ folder, whole: 'toy-heat' });

/** All files below a folder with what they hold. */
function snapshot(path = folder): Readonly<Record<string, string>> {
  const names = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((one) => [one, readFileSync(one, 'utf8')]));
}

describe('writing', () => {
  test('creates what is missing; again, it changes nothing; another version takes its place', () => {
    expect(writeShipment(skill(), asSkill()).map(({ isNew }) => isNew)).toEqual([true, true]);
    const before = snapshot();
    expect(writeShipment(skill(), asSkill()).map(({ isNew }) => isNew)).toEqual([false, false]);
    expect(snapshot()).toEqual(before);
    writeShipment(skill('Come.'), asSkill());
    expect(readPlan(at('toy-heat')).planFile.plan.text).toBe('Come.');
  });

  test.each(['skill', 'mcp', 'dotprompt', 'json', 'text', 'dspy', 'claude-md'] as const)(
    'does not touch a foreign file in the way of %s, unless told',
    (target) => {
      const shipment = exportPlan(shippablePlan('Go.'), { target, usualName: 'x' });
      const [first] = shipment.files;
      const path = at(first?.path ?? '');
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, 'mine');
      expect(() => writeShipment(shipment, { folder, host: 'CLAUDE.md' })).toThrow(
        /is there already, and is no export of this form, or was changed since/,
      );
      expect(snapshot()).toEqual({ [path]: 'mine' });
      writeShipment(shipment, { folder, host: 'CLAUDE.md', force: true });
      expect(readFileSync(path, 'utf8')).toBe(first?.text);
    },
  );

  test('does not touch an export that somebody has improved since', () => {
    writeShipment(skill(), asSkill());
    const path = at('toy-heat/SKILL.md');
    writeFileSync(path, readFileSync(path, 'utf8').replace('Go.', 'Go well.'));
    const before = snapshot();
    expect(() => writeShipment(skill('Come.'), asSkill())).toThrow(/was changed since/);
    expect(snapshot()).toEqual(before);
  });

  test('does not take a plan file for an export: it may be the only copy', () => {
    const [old, next] = [shippablePlan('Go.'), shippablePlan('Come.')];
    const served = exportPlan(old, { target: 'mcp', usualName: 'x' });
    mkdirSync(at('plans'));
    writeFileSync(at('plans/toy-heat.md'), served.files[0]?.text ?? '');
    const before = snapshot();
    for (const planFile of [old, next])
      expect(() =>
        writeShipment(exportPlan(planFile, { target: 'claude-md', usualName: 'x' }), { folder }),
      ).toThrow(/plans\/toy-heat\.md: is there already/);
    const again = exportPlan(next, { target: 'mcp', usualName: 'x' });
    expect(() => writeShipment(again, { folder: at('plans') })).toThrow(/toy-heat\.md: is there already/);
    expect(snapshot()).toEqual(before);
    expect(writeShipment(served, { folder: at('plans') })[0]?.isNew).toBe(false);
  });

  test('does not share a skill with foreign files, unless told, and then leaves them there', () => {
    mkdirSync(at('toy-heat/scripts'), { recursive: true });
    writeFileSync(at('toy-heat/scripts/run.sh'), 'mine');
    expect(() => writeShipment(skill(), asSkill())).toThrow(
      /toy-heat: holds scripts\/run\.sh, which is not of this/,
    );
    writeShipment(skill(), { ...asSkill(), force: true });
    expect(readFileSync(at('toy-heat/scripts/run.sh'), 'utf8')).toBe('mine');
    expect(readPlan(at('toy-heat')).planFile.plan.text).toBe('Go.');
  });

  test('says what is in the way', () => {
    mkdirSync(at('toy-heat/SKILL.md'), { recursive: true });
    expect(() => writeShipment(skill(), { ...asSkill(), force: true })).toThrow(/SKILL\.md: is a folder/);
    writeFileSync(at('file'), '');
    expect(() => writeShipment(skill(), { folder: at('file') })).toThrow(/can not write the export: /);
  });
});

describe('links', () => {
  test.each(['toy-heat', 'toy-heat/references', 'toy-heat/SKILL.md', 'toy-heat/references/provenance.json'])(
    'at %s are not followed, even when forced',
    (link) => {
      const outside = mkdtempSync(join(tmpdir(), 'planwright-outside-'));
      try {
        mkdirSync(join(at(link), '..'), { recursive: true });
        writeFileSync(join(outside, 'kept'), 'kept');
        symlinkSync(link.includes('.') ? join(outside, 'kept') : outside, at(link));
        for (const force of [false, true])
          expect(() => writeShipment(skill(), { ...asSkill(), force })).toThrow(
            /is a link, and is not followed/,
          );
        expect(snapshot(outside)).toEqual({ [join(outside, 'kept')]: 'kept' });
        expect(readlinkSync(at(link))).toContain(outside);
      } finally {
        rmSync(outside, { recursive: true });
      }
    },
  );

  test('of a host within its folder are followed, others are not', () => {
    writeFileSync(at('AGENTS.md'), 'x\n');
    symlinkSync('AGENTS.md', at('CLAUDE.md'));
    expect(followHost(at('CLAUDE.md'))).toMatch(/AGENTS\.md$/);
    mkdirSync(at('in'));
    symlinkSync('../AGENTS.md', at('in/AGENTS.md'));
    expect(() => followHost(at('in/AGENTS.md'))).toThrow(/is a link that leads out of its folder/);
    symlinkSync('nowhere', at('dangling'));
    expect(() => followHost(at('dangling'))).toThrow(/leads out of its folder/);
    expect(followHost(at('new.md'))).toBe(at('new.md'));
  });
});

test('a host that is no UTF-8 text is refused: it could not be kept as it is', () => {
  writeFileSync(at('AGENTS.md'), Buffer.from([0x41, 0xff, 0x42]));
  expect(() => readUser(at('AGENTS.md'))).toThrow(/is not UTF-8 text/);
  writeFileSync(at('AGENTS.md'), '\ufeffé\r\n');
  expect(readUser(at('AGENTS.md'))).toBe('\ufeffé\r\n');
  expect(readUser(at('absent'))).toBeNull();
});

/** Lets the operation with this number fail, and with `forever` all that follow, as when a process is killed. */
function failAt(n: number, forever: boolean): () => number {
  let count = 0;
  observeFiles((when, operation) => {
    if (when !== 'before' || !['write', 'rename', 'mkdir'].includes(operation)) return;
    count++;
    if (count === n || (forever && count > n)) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
  });
  return () => count;
}

describe.each([
  ['skill', 'toy-heat'],
  ['claude-md', ''],
] as const)('a disk that fills up while %s is written', (target: ExportTarget, whole) => {
  const shipment = (text: string, host: string) =>
    exportPlan(shippablePlan(text), { target, usualName: 'x', host: { file: 'CLAUDE.md', text: host } });
  const options = () => ({ folder, host: 'CLAUDE.md', ...(whole === '' ? {} : { whole }) });

  test('leaves nothing where nothing was', () => {
    const out = at('new/place');
    let failures = 0;
    for (let n = 1; ; n++) {
      const count = failAt(n, n % 2 === 0);
      let failed = false;
      try {
        writeShipment(shipment('Go.', ''), { ...options(), folder: out });
      } catch (error) {
        failed = true;
        expect((error as Error).message).toMatch(/can not write the export: no space left on the disk/);
      }
      observeFiles(undefined);
      if (!failed) {
        expect(count()).toBeLessThan(n);
        break;
      }
      failures++;
      expect(existsSync(at('new'))).toBe(false);
    }
    expect(failures).toBeGreaterThan(4);
  });

  test('leaves everything as it was', () => {
    writeShipment(shipment('Go.', 'Mine.\n'), { ...options(), force: true });
    const before = snapshot();
    // Another host text, so that both files of claude-md change.
    const next = shipment('Come.', 'Yours.\n');
    for (let n = 1; n <= 4; n++) {
      failAt(n, false);
      expect(() => writeShipment(next, options())).toThrow(/no space left/);
      observeFiles(undefined);
      expect(snapshot()).toEqual(before);
    }
    failAt(5, false);
    writeShipment(next, options());
    expect(snapshot()).not.toEqual(before);
  });
});

test('after a kill at any moment each file is whole, and the next export mends the rest', () => {
  writeShipment(skill(), asSkill());
  const [old, next] = [skill(), skill('Come.')];
  const leftover = at('toy-heat/SKILL.md.partial-99');
  for (const [provenance, main] of [
    [old, old],
    [next, old],
    [next, next],
  ] as const) {
    writeFileSync(at(old.files[0]?.path ?? ''), provenance.files[0]?.text ?? '');
    writeFileSync(at(old.files[1]?.path ?? ''), main.files[1]?.text ?? '');
    writeFileSync(leftover, '---\nname: toy-h');
    const read = readPlan(at('toy-heat')).planFile;
    expect(read.plan.text).toBe(main === old ? 'Go.' : 'Come.');
    expect(read.details === null).toBe(provenance !== main);
    expect(read.warnings.length).toBe(provenance === main ? 0 : 1);
    writeShipment(next, asSkill());
    expect(readPlan(at('toy-heat')).planFile.plan.text).toBe('Come.');
    expect(readPlan(at('toy-heat')).planFile.details).not.toBeNull();
  }
});

test('a plain plan is exported as what it is', () => {
  writeShipment(exportPlan(plainPlan('Go.'), { target: 'text', usualName: 'x' }), { folder });
  expect(snapshot()).toEqual({ [at('x.txt')]: 'Go.\n' });
});
