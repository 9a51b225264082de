import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJsonRecords } from '../../src/util/json-records.js';
import { collect } from '../collect.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-records-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (bytes: string | Buffer) => {
  const path = join(folder, 'list.json');
  writeFileSync(path, bytes);
  return collect(readJsonRecords(path));
};
const valuesOf = async (bytes: string | Buffer) => (await read(bytes)).map(({ value }) => value);

describe('readJsonRecords', () => {
  test('gives what JSON.parse gives, plain, indented and gzipped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), fc.constantFrom(0, 1), async (values, indent) => {
        const text = JSON.stringify(values, null, indent);
        expect(await valuesOf(text)).toEqual(JSON.parse(text));
        expect(await valuesOf(gzipSync(`\ufeff \n${text}\n`))).toEqual(JSON.parse(text));
      }),
      { numRuns: 60 },
    );
  });

  test('counts from 1 and measures each record', async () => {
    expect(await read('[1, "a,]\\"\\\\",{"b":[{}]}]')).toEqual([
      { number: 1, value: 1, length: 1 },
      { number: 2, value: 'a,]"\\', length: 10 },
      { number: 3, value: { b: [{}] }, length: 10 },
    ]);
    expect(await read(' [ ] ')).toEqual([]);
  });

  test('records and letters may lie across the pieces in which a file is read', async () => {
    const values = Array.from({ length: 400 }, (_, i) => ({
      i,
      text: `${'é"\\😀'.repeat(100)}${'x'.repeat(i)}`,
    }));
    expect(await valuesOf(JSON.stringify(values))).toEqual(values);
  });

  test.each([
    ['', /not a whole JSON list: it is cut off at record 1$/],
    ['{"a":1}', /not a JSON list: it does not begin with \[$/],
    ['null', /does not begin with/],
    ['[1,2', /cut off at record 2$/],
    ['[1,{"a":"b', /cut off at record 2$/],
    ['[1,2]]', /there is more after its end$/],
    ['[1][2]', /there is more after its end$/],
    ['[1}', /ends with \}, not with \]$/],
    ['[{"a":1},{"a":]', /cut off at record 2$/],
    ['[1,]', /record 2 is not valid JSON/],
    ['[,1]', /record 1 is not valid JSON/],
    ['[1,tru]', /record 2 is not valid JSON/],
    ['[{"a":1]]', /record 1 is not valid JSON|ends with/],
    [Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), /not UTF-8 text at record 1 or soon after$/],
    [gzipSync('[1,2,3]').subarray(0, 20), /unexpected end of file/],
  ])('refuses %j', async (bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });
});
