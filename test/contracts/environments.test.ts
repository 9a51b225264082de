import { describe, expect, test } from 'vitest';
import type { EnvironmentSettings } from '../../src/environments/index.js';
import { environmentNames, findEnvironment } from '../../src/environments/index.js';
import { loadSuite } from '../../src/suites/index.js';
import { checkEnvironment } from '../../src/testing.js';

/** Admissible actions that a world's manual leaves out, and why. */
const unlisted: Readonly<Record<string, readonly string[]>> = {
  // The real engine offers `help`, which says less than the manual.
  alfworld: ['help'],
};
/** Settings under which a world must keep the contract. */
const settings: readonly EnvironmentSettings[] = [{}, { feedback: 'plain' }];

const environments = await Promise.all(environmentNames.map(findEnvironment));

describe.each(environments)('the world $name', ({ name, create, shippedSuite, taskTypes, generator }) => {
  const suite = shippedSuite === undefined ? null : loadSuite(`tasks/${shippedSuite}`);

  test('ships a suite, or says that it does not', () => {
    expect(suite === null).toBe(generator === undefined);
  });

  test.skipIf(suite === null).each(settings)(
    'keeps the contract on every shipped instance with %j',
    async (given) => {
      const environment = create(given);
      expect(environment.name).toBe(name);
      const unlistedActions = unlisted[name] ?? [];
      expect(await checkEnvironment(environment, suite?.instances ?? [], { unlistedActions })).toEqual([]);
    },
  );

  test.skipIf(suite === null)('knows every task type of its suite', () => {
    const found = new Set(suite?.instances.map(({ taskType }) => taskType));
    expect([...found].sort()).toEqual(taskTypes.toSorted());
    expect(suite?.environment).toBe(name);
  });
});
