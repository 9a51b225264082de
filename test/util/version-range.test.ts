import { expect, it } from 'vitest';
import { nodeRange } from '../../src/util/package.js';
import { admitsVersion } from '../../src/util/version-range.js';

it.each([
  ['20.17.0', true],
  ['20.19.4', true],
  ['20.16.9', false],
  ['18.20.0', false],
  ['21.5.0', false],
  ['22.8.9', false],
  ['22.9.0', true],
  ['22.10.1', true],
  ['24.0.0', true],
])('Node %s will do: %s', (version, admitted) => {
  expect(nodeRange).toBe('^20.17.0 || >=22.9.0');
  expect(admitsVersion(nodeRange, version)).toBe(admitted);
});
