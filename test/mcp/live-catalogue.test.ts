import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLiveCatalogue } from '../../src/mcp/index.js';
import { moveAlias, registerPlan } from '../../src/plans/index.js';
import { folderWith, formatTestPlan, makePlanFile, servable } from './plan-folder.js';

function follow(folder: string) {
  const said: string[] = [];
  let changes = 0;
  const live = createLiveCatalogue({
    folder,
    acceptance: { unreviewed: false, uncertified: false },
    say: (line) => said.push(line),
  });
  live.onChange(() => {
    changes++;
  });
  const ids = () => live.current().plans.map(({ id, version }) => `${id} ${version}`);
  return { live, said, ids, changes: () => changes };
}

test('reads the folder again only where something has changed', () => {
  const folder = folderWith(servable);
  const { live, ids, changes } = follow(folder);
  const before = live.current();
  expect(live.current()).toBe(before);
  writeFileSync(join(folder, 'notes.txt'), 'x');
  expect(live.current()).toBe(before);
  writeFileSync(join(folder, 'README.md'), 'About these plans.\n');
  expect(ids()).toEqual(['alfworld-cool 3', 'alfworld-heat 3']);
  expect(changes()).toBe(0);
  rmSync(join(folder, 'cool.md'));
  expect(ids()).toEqual(['alfworld-heat 3']);
  expect(changes()).toBe(1);
});

test('follows the aliases of a registry, and its reviews', () => {
  const folder = folderWith({});
  for (const text of ['1. One.', '1. Two.'])
    registerPlan(folder, 'warm', makePlanFile({ taskType: 'heat', text }));
  const { ids, changes, said } = follow(folder);
  expect(ids()).toEqual(['warm 2']);
  moveAlias(folder, 'warm', 'production', 1);
  expect(ids()).toEqual(['warm 1']);
  const unreviewed = { taskType: 'heat', text: '1. Three.', reviewed: false };
  registerPlan(folder, 'warm', makePlanFile(unreviewed));
  moveAlias(folder, 'warm', 'production', 3);
  expect(ids()).toEqual([]);
  expect(said).toEqual([expect.stringContaining('3.md: nobody reviewed it')]);
  registerPlan(folder, 'warm', makePlanFile({ ...unreviewed, reviewed: true }));
  expect(ids()).toEqual(['warm 3']);
  expect(changes()).toBe(3);
});

test('says once what is left out, and again when it comes back', () => {
  const folder = folderWith({ ...servable, 'bad.md': '---\n' });
  const { ids, said } = follow(folder);
  expect(said).toHaveLength(1);
  writeFileSync(join(folder, 'cool.md'), formatTestPlan({ taskType: 'cool', text: '1. Cool it more.' }));
  ids();
  expect(said).toHaveLength(1);
  rmSync(join(folder, 'bad.md'));
  ids();
  writeFileSync(join(folder, 'bad.md'), '---\n');
  ids();
  expect(said).toHaveLength(2);
});

test('a folder that goes away leaves no plans, and one that comes again has them', () => {
  const folder = folderWith(servable);
  const { live, ids, said } = follow(folder);
  rmSync(folder, { recursive: true });
  expect(ids()).toEqual([]);
  expect(live.current().find({ task: 'heat' }).fit).toBe('none');
  expect(live.current().open('alfworld-heat')).toBeUndefined();
  expect(said).toEqual([`left out: ${folder}: does not exist`]);
  mkdirSync(folder);
  writeFileSync(join(folder, 'heat.md'), servable['heat.md'] ?? '');
  expect(ids()).toEqual(['alfworld-heat 3']);
});
