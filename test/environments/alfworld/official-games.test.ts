import { describe, expect, it } from 'vitest';
import type { TaskInstance } from '../../../src/core/task.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { importGame } from '../../../src/environments/alfworld/parse-game.js';
import { receptacleTypes } from '../../../src/environments/alfworld/rules.js';
import { type AlfworldSetup, taskTypes } from '../../../src/environments/alfworld/setup.js';
import { readSource } from '../../../src/suites/index.js';
import { createRandom } from '../../../src/util/random.js';
import { sharedFile } from '../../shared-data.js';

const archive = sharedFile('data', 'alfworld', 'json_2.1.3_tw-pddl.zip');

/** Games of each type, in the order of `taskTypes`. */
const official: Readonly<Record<string, readonly number[]>> = {
  train: [790, 308, 650, 459, 533, 813],
  validation: [35, 13, 27, 16, 25, 24],
  'held-out': [24, 18, 31, 23, 21, 17],
  valid_train: [46, 19, 37, 25, 28, 45],
};

describe.runIf(archive !== null)('the official games', async () => {
  const instances: TaskInstance[] = [];
  if (archive !== null) {
    for await (const { path, text } of readSource(archive)) instances.push(importGame(text, path));
  }

  it('are all there, under ids of their own', () => {
    for (const [split, counts] of Object.entries(official)) {
      const ofSplit = instances.filter((instance) => instance.split === split);
      const found = taskTypes.map((type) => ofSplit.filter(({ taskType }) => taskType === type).length);
      expect(found).toEqual(counts);
    }
    expect(new Set(instances.map(({ id }) => id)).size).toBe(4027);
  });

  it('are of the type that their folder names', () => {
    const names = ['pick_and_place', 'look_at', 'pick_clean', 'pick_heat', 'pick_cool', 'pick_two'];
    for (const { id, taskType } of instances) {
      const type = taskTypes[names.findIndex((name) => id.split('/')[1]?.startsWith(name))];
      expect(taskType).toBe(type);
    }
  });

  it('have the receptacle types that rules may name, and no others', () => {
    const types = new Set(
      instances.flatMap(({ setup }) => (setup as AlfworldSetup).receptacles.map(([, type]) => type)),
    );
    expect([...types].sort()).toEqual(receptacleTypes);
  });

  it('fit in a few kilobytes each', () => {
    const bytes = instances.map((instance) => Buffer.byteLength(JSON.stringify(instance)));
    expect(bytes.reduce((sum, size) => sum + size, 0) / bytes.length).toBeLessThan(4096);
  });

  it('can all be started, and none is won at the start', () => {
    const world = createAlfworld();
    for (const instance of instances) {
      const session = world.start(instance);
      expect(session.step('look').terminated).toBe(false);
      expect(session.admissibleActions().length).toBeGreaterThan(8);
    }
  });

  it('accept what they admit, and explain what they do not by what was seen', () => {
    const random = createRandom('official games');
    const world = createAlfworld();
    for (const instance of random.shuffle(instances).slice(0, 60)) {
      const session = world.start(instance);
      const foreign = world.start(random.pick(instances)).admissibleActions();
      let seen = session.initial.observation;
      for (let step = 0; step < 60; step++) {
        const admitted = session.step(random.pick(session.admissibleActions())).observation;
        expect(admitted).not.toMatch(/^Action failed|^Nothing happens/);
        seen += admitted;
        const action = random.chance(0.5)
          ? random.pick(foreign)
          : `take ${random.pick(namesIn(seen))} from desk 1`;
        const answer = session.step(action).observation;
        if (!answer.startsWith('Action failed. ')) seen += answer;
        else for (const name of namesIn(answer)) expect(`${seen} ${action}`).toContain(name);
      }
    }
  });
});

function namesIn(text: string): string[] {
  return text.match(/\b[a-z]+ \d+\b/g) ?? [];
}
