import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Demonstration } from '../../src/core/demonstration.js';
import { UsageError } from '../../src/core/errors.js';
import {
  checkDemonstrationsTarget,
  formatDemonstrations,
  loadDemonstrations,
  loadSuite,
  saveDemonstrations,
  saveSuite,
} from '../../src/suites/index.js';

const folder = mkdtempSync(join(tmpdir(), 'planwright-save-demonstrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'demonstrations.yaml');

const demonstration: Demonstration = {
  instanceId: 'a',
  taskType: 'heat',
  goal: 'heat it',
  initialObservation: 'A room.\n\nA goal: "x".\n',
  steps: [{ thought: 'First: this. Then # that.', action: 'look', observation: "- it's\n  'there' " }],
  program: { steps: [{ step: 1, why: '', do: [{ action: 'go to {place}' }] }] },
};
const set = { environment: 'toy', demonstrations: [demonstration] };

describe('saveDemonstrations', () => {
  it('writes what loadDemonstrations reads, the same bytes for the same demonstrations', () => {
    saveDemonstrations(file, set);
    expect(loadDemonstrations(file)).toEqual(set);
    const bytes = readFileSync(file, 'utf8');
    expect(bytes).toBe(formatDemonstrations(set));
    saveDemonstrations(file, set);
    expect(readFileSync(file, 'utf8')).toBe(bytes);
  });

  it('keeps any text, and parts that are used twice', () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => /^(?=.*\S)[^\r\n\0]*$/.test(text));
    const text = fc.string({ unit: 'grapheme' });
    const step = fc.record({ thought: line, action: line, observation: text });
    fc.assert(
      fc.property(step, line, text, (one, goal, initialObservation) => {
        const again = { ...demonstration, goal, initialObservation, steps: [one, one] };
        saveDemonstrations(file, { environment: 'toy', demonstrations: [again] });
        expect(loadDemonstrations(file).demonstrations).toEqual([again]);
      }),
      { numRuns: 50 },
    );
  });

  it('overwrites nothing but demonstrations', () => {
    const other = join(folder, 'other.yaml');
    writeFileSync(other, 'format: planwright-suite/1\n');
    for (const target of [other, folder]) {
      expect(() => saveDemonstrations(target, set)).toThrow(UsageError);
      expect(() => checkDemonstrationsTarget(target, 'toy')).toThrow(target);
    }
    expect(readFileSync(other, 'utf8')).toBe('format: planwright-suite/1\n');
    const below = join(other, 'x.yaml');
    expect(() => saveDemonstrations(below, set)).toThrow(/can not write the demonstrations/);
    checkDemonstrationsTarget(join(folder, 'new.yaml'), 'toy');
    expect(existsSync(join(folder, 'new.yaml'))).toBe(false);
  });
});

it('does not overwrite demonstrations of another world', () => {
  const toy = join(folder, 'toy.yaml');
  saveDemonstrations(toy, set);
  const other = { ...set, environment: 'other' };
  expect(() => saveDemonstrations(toy, other)).toThrow(
    /toy\.yaml: holds demonstrations of toy, so it is not/,
  );
  expect(loadDemonstrations(toy)).toEqual(set);
});

describe('a suite with demonstrations', () => {
  const suite = join(folder, 'suite');
  const instance = { id: 'a', environment: 'toy', taskType: 'heat', split: 'train', goal: 'x', setup: {} };
  const description = { name: 'small', environment: 'toy' };

  it('is loaded as before, and keeps them when it is written anew', () => {
    const saved = saveSuite(suite, description, [instance]);
    saveDemonstrations(join(suite, 'demonstrations.yaml'), set);
    expect(loadSuite(suite)).toEqual(saved);
    const anew = saveSuite(suite, description, [{ ...instance, goal: 'y' }]);
    expect(loadSuite(suite)).toEqual(anew);
    expect(loadDemonstrations(join(suite, 'demonstrations.yaml'))).toEqual(set);
  });

  it('is still refused where it holds anything else', () => {
    mkdirSync(join(suite, 'mine'));
    expect(() => saveSuite(suite, description, [instance])).toThrow(/found mine/);
  });
});
