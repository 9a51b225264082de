import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closestName } from '../../src/util/closest-name.js';

const known = ['seed', 'suite', 'batchSize', 'iterations', 'model', 'runs', 'agent', 'gpt-4o-mini'];

describe('closestName', () => {
  it.each([
    ['sede', 'seed'],
    ['sed', 'seed'],
    ['batchsize', 'batchSize'],
    ['batch-size', 'batchSize'],
    ['iteration', 'iterations'],
    ['modle', 'model'],
    ['RUNS', 'runs'],
    ['gpt-40-mini', 'gpt-4o-mini'],
    ['banana', undefined],
    ['x', undefined],
    ['', undefined],
  ])('takes %j for %j', (given, name) => {
    expect(closestName(given, known)).toBe(name);
  });

  it('takes any known name with one letter changed for itself', () => {
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.nat(), (name, at) => {
        const i = at % name.length;
        expect(closestName(`${name.slice(0, i)}§${name.slice(i + 1)}`, known)).toBe(name);
      }),
    );
  });

  it('knows nothing where there is nothing', () => {
    expect(closestName('seed', [])).toBeUndefined();
  });
});
