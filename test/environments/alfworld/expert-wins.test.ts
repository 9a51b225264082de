import { describe, expect, test } from 'vitest';
import type { TaskInstance } from '../../../src/core/task.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { solve } from '../../../src/environments/alfworld/expert.js';
import { importGame } from '../../../src/environments/alfworld/parse-game.js';
import type { AlfworldRules } from '../../../src/environments/alfworld/rules.js';
import type { AlfworldSetup, AlfworldTaskType } from '../../../src/environments/alfworld/setup.js';
import { loadSuite } from '../../../src/suites/load-suite.js';
import { readSource } from '../../../src/suites/open-source.js';
import { createRandom } from '../../../src/util/random.js';
import { sharedFile } from '../../shared-data.js';

const household = loadSuite('tasks/household').instances;
const archive = sharedFile('data', 'alfworld', 'json_2.1.3_tw-pddl.zip');
const classicArchive = sharedFile('data', 'alfworld', 'classic_2.1.1_12games.zip');

/** Plays the expert's actions; what went wrong, or undefined. Each action must be offered, and the last must win. */
function findFault(instance: TaskInstance, rules: Partial<AlfworldRules> = {}): string | undefined {
  const actions = solve(instance.taskType as AlfworldTaskType, instance.setup as AlfworldSetup, rules);
  if (actions === null) return 'no solution';
  const session = createAlfworld({ feedback: 'plain', rules }).start(instance);
  let turn = session.initial;
  for (const action of actions) {
    if (turn.terminated) return `won before: ${action}`;
    if (!session.admissibleActions().includes(action)) return `not offered: ${action}`;
    turn = session.step(action);
  }
  return turn.terminated && turn.reward === 1 ? undefined : `not won after ${actions.length} actions`;
}

const faultsOf = (instances: readonly TaskInstance[], rules?: Partial<AlfworldRules>) =>
  instances.flatMap((instance) => {
    const fault = findFault(instance, rules);
    return fault === undefined ? [] : [`${instance.id}: ${fault}`];
  });

async function readGames(path: string, wanted: (name: string) => boolean): Promise<TaskInstance[]> {
  const games: TaskInstance[] = [];
  const isGame = (name: string) => name.endsWith('game.tw-pddl') && wanted(name);
  for await (const file of readSource(path, isGame)) games.push(importGame(file.text, file.path));
  return games;
}

describe('the expert wins', () => {
  test('every game of the shipped suite', () => {
    expect(faultsOf(household)).toEqual([]);
  });

  test.each([
    ['heat', 'toaster'],
    ['heat', 'coffeemachine'],
    ['heat', 'stoveburner'],
    ['cool', 'stoveburner'],
    ['cool', 'sinkbasin'],
    ['clean', 'stoveburner'],
    ['clean', 'bathtubbasin'],
  ] as const)('the shipped games that it can solve where to %s takes the %s', (treatment, type) => {
    const rules = { [treatment]: [type] };
    const solvable = household.filter(
      ({ taskType, setup }) =>
        taskType === treatment && solve(taskType, setup as AlfworldSetup, rules) !== null,
    );
    expect(solvable.length).toBeGreaterThanOrEqual(type === 'bathtubbasin' ? 18 : 54);
    expect(faultsOf(solvable, rules)).toEqual([]);
  });

  test.skipIf(archive === null)(
    'every official valid_unseen game, and a sample of the train games',
    async () => {
      const random = createRandom('official-sample');
      const games = await readGames(
        archive ?? '',
        (name) => name.includes('/valid_unseen/') || (name.includes('/train/') && random.chance(0.06)),
      );
      expect(games.filter(({ split }) => split === 'held-out')).toHaveLength(134);
      expect(games.length).toBeGreaterThan(300);
      expect(faultsOf(games)).toEqual([]);
    },
  );

  test.skipIf(classicArchive === null)('the classic games', async () => {
    const games = await readGames(classicArchive ?? '', () => true);
    expect(games).toHaveLength(12);
    expect(faultsOf(games)).toEqual([]);
  });
});
