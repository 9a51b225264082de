/** What worlds really say holds nothing that looks like a key: what is observed is never changed for nothing. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLines } from '../../src/util/lines.js';
import { hideSecrets } from '../../src/util/secrets.js';
import { sharedFile } from '../shared-data.js';

const gold = sharedFile('gold');
const recorded = (gold === null ? [] : readdirSync(gold, { recursive: true, encoding: 'utf8' }))
  .filter((name) => /\.jsonl?(\.gz)?$/.test(name))
  .map((name) => join(gold ?? '', name));
const ours = ['household', 'encyclopedia']
  .map((name) => join('tasks', name, 'instances.jsonl'))
  .filter(existsSync);

test('our own tasks are there', () => {
  expect(ours).toHaveLength(2);
});

test.each([...ours, ...recorded].sort())('%s holds no key', async (path) => {
  let lines = 0;
  for await (const line of readLines(path)) {
    lines++;
    if (hideSecrets(line) !== line) expect(hideSecrets(line)).toBe(line);
  }
  expect(lines).toBeGreaterThan(0);
});
