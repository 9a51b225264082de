import { expect, it } from 'vitest';
import { createGates } from '../../src/util/create-gates.js';

it('lets so many in at a time, by the priority of their gates and then as they came, also after one fails', async () => {
  const gateOf = createGates(2);
  const [first, second] = [gateOf(0), gateOf(-1)];
  const begun: string[] = [];
  let inside = 0;
  let most = 0;
  const work = (name: string) => async () => {
    begun.push(name);
    most = Math.max(most, ++inside);
    await Promise.resolve();
    inside--;
    if (name === 'b') throw new Error('b fails');
    return name;
  };
  const ends = await Promise.allSettled([
    second(work('a')),
    second(work('b')),
    second(work('c')),
    second(work('d')),
    first(work('e')),
    first(work('f')),
  ]);
  expect(begun).toEqual(['a', 'b', 'e', 'f', 'c', 'd']);
  expect(most).toBe(2);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...Array(4).fill('fulfilled')]);
});
