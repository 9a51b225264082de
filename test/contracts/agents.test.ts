import { expect, test } from 'vitest';
import { createAutoplanAgent } from '../../src/agents/index.js';
import { checkAgent } from '../../src/testing.js';

test.each(['grammar', 'model', 'hybrid'] as const)(
  'the autoplan agent keeps the contract with formalizer %s',
  async (formalizer) => {
    expect(await checkAgent(createAutoplanAgent({ formalizer }))).toEqual([]);
  },
);
