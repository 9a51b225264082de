import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { environmentNames, findEnvironment } from '../../src/environments/index.js';

const environments = await Promise.all(environmentNames.map(findEnvironment));

describe('the list of worlds', () => {
  it('holds each name once, and finds it', async () => {
    expect(new Set(environmentNames).size).toBe(environmentNames.length);
    expect(environments.map(({ name }) => name)).toEqual(environmentNames);
    for (const name of ['oz', 'constructor']) {
      await expect(findEnvironment(name)).rejects.toThrow(UsageError);
      await expect(findEnvironment(name)).rejects.toThrow(`there is no world '${name}'`);
    }
  });

  it.each(environments.map((one) => [one.name, one] as const))('%s is what its entry says', (name, one) => {
    const world = one.create();
    expect(world.name).toBe(name);
    expect(world.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(world.maxSteps).toBeGreaterThan(0);
    expect(one.taskTypes.length).toBeGreaterThan(0);
    expect(() => one.create({ rules: { 'no such rule': ['x'] } })).toThrow(UsageError);
  });

  const generated = environments.flatMap((one) => (one.generator ? [[one, one.generator] as const] : []));
  it.each(generated)('generated instances belong to their world', async (one, generator) => {
    const sizes = { train: 1, validation: 1, 'held-out': 1 };
    const instances = generator.generate(3, sizes);
    expect(instances).toEqual(generator.generate(3, sizes));
    expect(new Set(instances.map(({ taskType }) => taskType))).toEqual(new Set(one.taskTypes));
    expect(new Set(instances.map(({ split }) => split))).toEqual(new Set(Object.keys(sizes)));
    for (const instance of instances) {
      expect(instance.environment).toBe(one.name);
      expect((await one.create().start(instance)).initial.terminated).toBe(false);
    }
  });
});
