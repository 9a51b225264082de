import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as it, onTestFinished } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { loadSuite } from '../../src/suites/index.js';
import { toyInstance } from '../toy-world.js';

/** A file of instances, gone after the test. */
function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-tasks-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'doors.jsonl'), text);
  return join(folder, 'doors.jsonl');
}

const [one, other] = [toyInstance('a'), toyInstance('b', { split: 'held-out' })];
const line = (value: object) => JSON.stringify(value);

it('a file of instances is a suite, named after the file', () => {
  const { environment, id, ...rest } = other;
  // Keys in any order, and any spaces.
  const text = `${line(one)}\n${JSON.stringify({ ...rest, id, environment }).replaceAll('":', '" : ')}\n`;
  const suite = loadSuite(fileWith(text));
  expect(suite).toMatchObject({ name: 'doors', environment: 'toy', instances: [one, other] });
  expect(suite.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(loadSuite(fileWith(text)).digest).toBe(suite.digest);
  expect(loadSuite(fileWith(line(one))).digest).not.toBe(suite.digest);
});

it.each([
  ['', /doors\.jsonl:1: empty$/],
  [`${line(one)}\n\n`, /doors\.jsonl:2: empty$/],
  [`${line(one)}\n{`, /doors\.jsonl:2: not valid JSON/],
  ['[]', /doors\.jsonl:1: not an object$/],
  [line({ ...one, split: undefined }), /doors\.jsonl:1: split: /],
  [line({ ...one, setup: 3 }), /doors\.jsonl:1: setup: not an object$/],
  [line({ ...one, more: 3 }), /doors\.jsonl:1: Unrecognized key: "more"$/],
  [`${line(one)}\n${line(one)}`, /doors\.jsonl:2: id "a" is already that of line 1$/],
  [`${line(one)}\n${line({ ...other, environment: 'sea' })}`, /doors\.jsonl:2: environment is "sea", but/],
])('%j is refused with its place', (text, message) => {
  const file = fileWith(text);
  expect(() => loadSuite(file)).toThrow(UsageError);
  expect(() => loadSuite(file)).toThrow(message);
});
