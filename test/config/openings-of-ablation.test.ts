import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOpenings } from '../../src/config/index.js';
import { ablationFolder, armOf, measured, runSmall } from './small-ablation.js';

test('an ablation is remembered as looks at held-out tasks, once, with the plans that it measured', async () => {
  const folder = ablationFolder();
  const { results } = await runSmall(folder);
  const openings = readOpenings(join(folder, 'runs'));
  const { cells } = armOf(results, 'house', 'Learner');
  const learned = measured(cells.find(({ taskType }) => taskType === 'heat')).plan.id;
  const heat = openings.filter(({ taskType }) => taskType === 'heat');
  expect(heat.map(({ kind, plans, split, n }) => ({ kind, plans, split, n }))).toEqual([
    { kind: 'ablate', plans: [learned], split: 'held-out', n: 2 },
    { kind: 'ablate', plans: [learned], split: 'held-out', n: 2 },
  ]);
  await runSmall(folder);
  expect(readOpenings(join(folder, 'runs'))).toEqual(openings);
});
