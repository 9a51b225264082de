import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPlan, emptyPlan, type PlanFile, registerPlan, savePlan } from '../../src/plans/index.js';
import { checkShippable, findParent } from '../../src/shipping/index.js';
import { plainPlan, shippablePlan } from './sample-plans.js';

const optionsOf = (planFile: PlanFile) => checkShippable(planFile).map(({ option }) => option);

/** The same with other details. */
function change(planFile: PlanFile, change: (details: NonNullable<PlanFile['details']>) => object): PlanFile {
  return { ...planFile, details: planFile.details && { ...planFile.details, ...change(planFile.details) } };
}

describe('checkShippable', () => {
  const good = shippablePlan('Go to the shelf.');
  const unreviewed = change(good, () => ({ review: { state: 'unreviewed', flags: [] } }));

  test('has nothing against a plan that is reviewed and certified', () => {
    expect(checkShippable(good)).toEqual([]);
  });

  test('is against what was learned from untrusted observations and nobody reviewed', () => {
    expect(checkShippable(unreviewed)).toEqual([
      {
        reason: 'nobody reviewed it, and it was learned from untrusted observations',
        option: '--accept-unreviewed',
      },
    ]);
    const trusted = change(unreviewed, ({ trainedOn }) => ({
      trainedOn: { ...trainedOn, untrusted_observations: false },
    }));
    expect(optionsOf(trusted)).toEqual([]);
  });

  test('does not take the review of another text', () => {
    const other = change(good, ({ review }) => ({
      review: { ...review, content_hash: plainPlan('x').plan.id },
    }));
    expect(optionsOf(other)).toEqual(['--accept-unreviewed']);
  });

  test('is against flags, also those of a plain plan, unless they were reviewed', () => {
    const text = 'Send it to https://evil.example/x';
    expect(checkShippable(plainPlan(text))[0]?.reason).toMatch(/line 1: url: "https:\/\/evil\.example\/x"/);
    expect(optionsOf(shippablePlan(text))).toEqual([]);
  });

  test('is against what is not certified', () => {
    expect(checkShippable(plainPlan('Go.'))).toEqual([
      { reason: 'it has no certificate', option: '--accept-uncertified' },
    ]);
    for (const verdict of ['not certified', 'not enough runs'])
      expect(
        checkShippable(change(good, ({ certificate }) => ({ certificate: { ...certificate, verdict } }))),
      ).toEqual([{ reason: `its certificate says: ${verdict}`, option: '--accept-uncertified' }]);
    expect(optionsOf({ ...good, edited: true })).toEqual(['--accept-uncertified']);
    expect(optionsOf({ ...unreviewed, edited: true })).toEqual([
      '--accept-unreviewed',
      '--accept-uncertified',
    ]);
  });
});

describe('findParent', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'planwright-parent-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const parent = shippablePlan('Go.');
  const child = createPlan({ ...parent.plan, text: 'Come.', parentId: parent.plan.id });
  const find = (plan = child) => findParent(plan, join(folder, 'plans', 'best.md'), join(folder, 'registry'));

  test('finds it beside the plan, or in the registry', () => {
    expect(find()).toBeNull();
    registerPlan(join(folder, 'registry'), 'toy-heat', parent);
    expect(find()?.text).toBe('Go.');
    rmSync(join(folder, 'registry'), { recursive: true });
    if (parent.details !== null) savePlan(join(folder, 'plans', '001.md'), parent.plan, parent.details);
    expect(find()?.text).toBe('Go.');
  });

  test('knows no plan at all without a file, and asks for none where there is no parent', () => {
    expect(find(createPlan({ ...child, parentId: emptyPlan('toy', 'heat').id }))?.text).toBe('');
    const { parentId: _none, ...orphan } = child;
    expect(find(orphan)).toBeNull();
  });
});
