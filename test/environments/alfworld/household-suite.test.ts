import { expect, test } from 'vitest';
import { z } from 'zod';
import { generateSuite } from '../../../src/environments/alfworld/generate.js';
import { loadSuite } from '../../../src/suites/load-suite.js';
import { formatInstance } from '../../../src/suites/suite-format.js';
import { sha256 } from '../../../src/util/hash.js';

const originSchema = z.object({
  generator: z.literal('household'),
  seed: z.number(),
  perType: z.object({ train: z.number(), validation: z.number(), 'held-out': z.number() }),
});

test('the shipped suite is what the generator makes with the seed and sizes it names', () => {
  const suite = loadSuite('tasks/household');
  const made = generateSuite(originSchema.parse(suite.origin));
  expect(made.map(({ id }) => id)).toEqual(suite.instances.map(({ id }) => id));
  const text = made.map((instance) => `${formatInstance(instance)}\n`).join('');
  expect(`sha256:${sha256(text)}`).toBe(suite.digest);
});
