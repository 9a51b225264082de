/** The plans that ship with planwright: whole, honest about who wrote them, and what training makes today. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig, prepareTraining, runTraining } from '../../src/config/index.js';
import { listPlans, loadPlan } from '../../src/plans/index.js';

const types = ['pick', 'light', 'clean', 'heat', 'cool', 'two'];

describe('the shipped plans', () => {
  it.each(types)('%s: whole, measured, and said to be of a simulated model', (type) => {
    const { plan, details, edited } = loadPlan(`plans/alfworld-${type}.md`);
    expect(edited).toBe(false);
    expect(plan.taskType).toBe(type);
    expect(details?.provenance).toMatchObject({ simulated: true, agent_model: 'simulated-strong' });
    expect(details?.evaluation?.n).toBe(40);
  });

  it('are all that is in the folder', () => {
    expect(listPlans('plans')).toHaveLength(types.length);
  });

  it('are what the household config makes', async () => {
    const runs = mkdtempSync(join(tmpdir(), 'planwright-golden-'));
    const overrides = [
      { path: ['runs'], value: runs },
      { path: ['heldOut'], value: 1 },
    ];
    const run = await runTraining(await prepareTraining(loadConfig('configs/household.yaml', overrides)));
    rmSync(runs, { recursive: true });
    for (const { taskType, plan } of run.results) {
      expect(plan.text, taskType).toBe(loadPlan(`plans/alfworld-${taskType}.md`).plan.text);
    }
    expect(run.results).toHaveLength(types.length);
  });
});
