import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describePlanNotes, describeSizeNotes, loadConfig, prepareTraining } from '../../src/config/index.js';
import { readText } from '../../src/util/files.js';
import { folderWith } from './small-config.js';

describe('notes before a run', () => {
  it('tell of a plan that was edited', () => {
    const file = join(folderWith({}), 'plan.md');
    const text = readText('plans/alfworld-heat.md');
    writeFileSync(file, text);
    expect(describePlanNotes({ plan: file, heldOut: 40 })).toEqual([]);
    writeFileSync(file, `${text}8. Rest.\n`);
    expect(describePlanNotes({ plan: file, heldOut: 40 }).join()).toContain('was edited');
    expect(describePlanNotes({ heldOut: 40 })).toEqual([]);
  });

  it('tell of a plan that is measured on what it was learned from or chosen by', () => {
    const folder = folderWith({});
    const plan = join(folder, 'plan.md');
    const text = readText('plans/alfworld-heat.md');
    writeFileSync(plan, text.replace('  split: train\n', '  split: train\n  selected_on: validation\n'));
    const digest = /suite_digest: (\S+)/.exec(text)?.[1] ?? '';
    const on = (heldOut: string | number, taskType = 'heat', suite = { digest }) =>
      describePlanNotes({ plan, heldOut }, { suite, taskTypes: [{ taskType }] });
    expect(on('train')).toEqual([
      `${plan} was learned on split train of this suite: that it does well there shows nothing`,
    ]);
    expect(on('validation').join()).toContain('was chosen by split validation');
    for (const others of [on(40), on('train', 'cool'), on('train', 'heat', { digest: 'another' })])
      expect(others).toEqual([]);
  });

  it('tell of splits that are smaller than asked for', async () => {
    const overrides = [{ path: ['heldOut'], value: 4000 }];
    const { config, tasks } = await prepareTraining(loadConfig('configs/quickstart.yaml', overrides));
    expect(describeSizeNotes(config, tasks.taskTypes)).toEqual([
      'heat: heldOut asks for 4000 instances, and there are 40',
    ]);
  });
});

describe('held-out instances', () => {
  it.each([
    { train: 24, heldOut: 'train' },
    { train: 'held-out', heldOut: 'held-out' },
  ])('that are trained on are refused: %j', async ({ train, heldOut }) => {
    const overrides = [
      { path: ['train'], value: train },
      { path: ['heldOut'], value: heldOut },
    ];
    await expect(prepareTraining(loadConfig('configs/quickstart.yaml', overrides))).rejects.toThrow(
      /trained on as well/,
    );
  });
});
