/** `npm run bench:aa` in small: the same code and seeds, fewer comparisons, and so wider bounds. */
import { expect, it } from 'vitest';
import { certifyEmptyPromises, checkPower, compareIdenticalArms } from './aa-simulation.js';

it('finds identical arms different about as often as alpha says', async () => {
  const found = await compareIdenticalArms(150);
  expect(found.pairedT).toBeGreaterThan(0);
  expect(found.pairedT).toBeLessThanOrEqual(0.1);
  expect(found.welch).toBeLessThanOrEqual(0.1);
  expect(found.mcnemar).toBeLessThanOrEqual(0.05);
  expect(found.verdicts).toBe(found.pairedT);
});

it('certifies hardly any plan that changes nothing, and does not inflate its rate', async () => {
  const found = await certifyEmptyPromises(40);
  expect(found.certified).toBeLessThanOrEqual(0.05);
  expect(found.certifiedInflation).toBeLessThanOrEqual(0.02);
  expect(found.selectedInflation).toBeGreaterThan(0.04);
  expect(await certifyEmptyPromises(3)).toEqual(await certifyEmptyPromises(3));
});

it('foresees how often certify finds a true effect', async () => {
  const { predicted, found } = await checkPower({ instances: 40, effect: 0.35, kind: 'gap' }, 100, 40);
  expect(Math.abs(predicted - found)).toBeLessThanOrEqual(0.1);
});
