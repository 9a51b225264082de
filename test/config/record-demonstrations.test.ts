import { describe, expect, it } from 'vitest';
import { recordDemonstrations } from '../../src/config/index.js';
import { UsageError } from '../../src/core/errors.js';
import type { TaskSuite } from '../../src/core/task.js';
import { loadSuite } from '../../src/suites/index.js';
import type { JsonObject } from '../../src/util/json.js';

const household = loadSuite('tasks/household');
const encyclopedia = loadSuite('tasks/encyclopedia');

describe('recordDemonstrations', () => {
  it('records so many of each task type, in the order of the types, on training instances', async () => {
    const { environment, demonstrations } = await recordDemonstrations(household, { perType: 3, seed: 7 });
    expect(environment).toBe('alfworld');
    expect(demonstrations.map(({ taskType }) => taskType)).toEqual(
      ['pick', 'light', 'clean', 'heat', 'cool', 'two'].flatMap((type) => [type, type, type]),
    );
    for (const { instanceId, goal } of demonstrations) {
      const instance = household.instances.find(({ id }) => id === instanceId);
      expect(instance).toMatchObject({ split: 'train', goal });
    }
  });

  it('shows things that differ before it shows one again', async () => {
    const { demonstrations } = await recordDemonstrations(household, { perType: 2, seed: 3 });
    const objects = demonstrations.map(({ instanceId }) => {
      const setup = household.instances.find(({ id }) => id === instanceId)?.setup;
      return (setup?.goal as JsonObject | undefined)?.object;
    });
    expect(new Set(objects).size).toBeGreaterThanOrEqual(11);
    const questions = await recordDemonstrations(encyclopedia, { perType: 6, seed: 3 });
    const actions = questions.demonstrations.map(({ steps }) => steps.map(({ action }) => action).join(' '));
    expect(actions.filter((text) => text.includes('lookup[')).length).toBeGreaterThanOrEqual(2);
    const shown = questions.demonstrations.map(({ steps }) =>
      steps.map(({ observation }) => observation).join(),
    );
    expect(shown.filter((text) => text.includes('Could not find')).length).toBeGreaterThanOrEqual(2);
  });

  it('takes other instances with another seed, and the same with the same', async () => {
    const ids = async (seed: number) => {
      const { demonstrations } = await recordDemonstrations(household, { perType: 2, seed });
      return demonstrations.map(({ instanceId }) => instanceId);
    };
    const [first, again, other] = await Promise.all([ids(1), ids(1), ids(2)]);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('does not care what stands in other splits', async () => {
    const training: TaskSuite = {
      ...household,
      instances: household.instances.filter(({ split }) => split === 'train'),
    };
    const options = { perType: 2, seed: 1 };
    expect(await recordDemonstrations(training, options)).toEqual(
      await recordDemonstrations(household, options),
    );
  });

  it('refuses a suite without training instances, and one that has too few', async () => {
    const heldOut = {
      ...household,
      instances: household.instances.filter(({ split }) => split === 'held-out'),
    };
    await expect(recordDemonstrations(heldOut, { perType: 1, seed: 1 })).rejects.toThrow(
      /has no split "train"/,
    );
    const promise = recordDemonstrations(household, { perType: 30, seed: 1 });
    await expect(promise).rejects.toThrow(UsageError);
    await expect(promise).rejects.toThrow(
      /^suite "household": 30 demonstrations of task type "pick" are wanted, but only \d+ of its 24 training/,
    );
  });

  it('refuses an instance that its expert does not win', async () => {
    // A lamp that can not be switched on.
    const broken = household.instances
      .filter(({ taskType, split }) => taskType === 'light' && split === 'train')
      .map((instance) => {
        const objects = (instance.setup.objects as readonly (readonly unknown[])[]).map(
          ([name, type, ...rest]) =>
            type === 'desklamp' ? [name, type, '', ...rest.slice(1)] : [name, type, ...rest],
        );
        return { ...instance, setup: { ...instance.setup, objects } as JsonObject };
      });
    await expect(
      recordDemonstrations({ ...household, instances: broken }, { perType: 1, seed: 1 }),
    ).rejects.toThrow(
      /^task instance light-train-\d+: its expert does not win it as planned: failure after (\d+) of \1 steps$/,
    );
  });
});
