import { describe, expect, it } from 'vitest';
import { noSpend } from '../../src/core/model.js';
import { createLedger } from '../../src/models/ledger.js';

describe('createLedger', () => {
  it('has its whole limit again when nothing is in flight, however the sums were rounded', async () => {
    const ledger = createLedger({ costUsd: 0.7 });
    const bounds = [0.1, 0.2, 0.3].map((costUsd) => ({ costUsd, tokens: 0, calls: 0 }));
    for (const bound of bounds) await ledger.reserve(bound);
    for (const bound of bounds) ledger.settle(bound, noSpend);
    const whole = { costUsd: 0.7, tokens: 0, calls: 0 };
    let admitted = false;
    void ledger.reserve(whole).then(() => {
      admitted = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(admitted).toBe(true);
  });
});
