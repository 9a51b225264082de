import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findProgram } from '../../src/util/find-program.js';

it('finds the first program of a name in the folders of a PATH', () => {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-path-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [a, b, c] = [join(folder, 'a'), join(folder, 'b'), join(folder, 'c')];
  for (const at of [a, b, c]) mkdirSync(at);
  mkdirSync(join(a, 'tool'));
  for (const at of [b, c]) writeFileSync(join(at, 'tool'), '');
  const path = ['', '.', '/nowhere', a, b, c].join(delimiter);
  expect(findProgram('tool', path)).toBe(join(b, 'tool'));
  expect(findProgram('other', path)).toBeNull();
  expect(findProgram('tool', '')).toBeNull();
});
