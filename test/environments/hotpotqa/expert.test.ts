import { describe, expect, test } from 'vitest';
import type { TaskInstance } from '../../../src/core/task.js';
import { solve } from '../../../src/environments/hotpotqa/expert.js';
import { createHotpotqa } from '../../../src/environments/hotpotqa/hotpotqa.js';
import { questionImporter } from '../../../src/environments/hotpotqa/import-questions.js';
import { checkSetup } from '../../../src/environments/hotpotqa/setup.js';
import { loadSuite } from '../../../src/suites/load-suite.js';
import { sharedFile } from '../../shared-data.js';

const { instances } = loadSuite('tasks/encyclopedia');
const dev = sharedFile('data', 'hotpotqa', 'dev_distractor.json.gz');

/** Plays the expert's actions; the ids of instances that they do not win, or where a page is not found. */
async function findFaults(games: readonly TaskInstance[], options: { behaviour: string; backend: string }) {
  const world = createHotpotqa(options, games);
  const faults: string[] = [];
  for (const game of games) {
    const session = world.start(game);
    let turn = session.initial;
    for (const action of solve(checkSetup(game))) {
      if (turn.terminated) faults.push(`${game.id}: ended before ${action}`);
      turn = await session.step(action);
      if (/^(?:Could not find|Invalid action)/.test(turn.observation))
        faults.push(`${game.id}: ${turn.observation}`);
    }
    if (!turn.terminated || turn.reward !== 1) faults.push(`${game.id}: ${turn.observation}`);
  }
  return faults;
}

const ways = ['react', 'autoplan'].flatMap((behaviour) =>
  ['context', 'corpus'].map((backend) => ({ behaviour, backend })),
);

test('the expert opens each supporting page once, in the order given, and answers', () => {
  const supportingFacts = [
    ['B', 0],
    ['A [x]', 2],
    ['B', 1],
  ] as const;
  const setup = { answer: 'no', type: 'comparison', supportingFacts } as const;
  expect(solve(setup)).toEqual(['search[B]', 'search[A [x]]', 'finish[no]']);
});

describe.each(ways)('the expert wins with %j', (way) => {
  test('every question of the shipped suite', async () => {
    expect(await findFaults(instances, way)).toEqual([]);
  });

  test.skipIf(dev === null)('every official dev question', async () => {
    const tools = { withFolder: () => Promise.reject(new Error('not needed')), progress: () => {} };
    const official = await questionImporter.read([dev ?? ''], {}, tools);
    expect(official.instances).toHaveLength(254);
    expect(await findFaults(official.instances, way)).toEqual([]);
  });
});
