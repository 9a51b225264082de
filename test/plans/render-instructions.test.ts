import { expect, test } from 'vitest';
import { createPlan, loadPlan, renderInstructions } from '../../src/plans/index.js';

test('says what the plan is for, then the plan, in the words of our own agents', () => {
  const planFile = loadPlan('plans/alfworld-heat.md');
  const text = renderInstructions(planFile);
  expect(text).toBe(
    `${planFile.details?.description}\n\nFollow this plan, which was made for jobs of this kind:\n${planFile.plan.text}`,
  );
});

test('needs no file, and says nothing where there is no plan', () => {
  const plan = createPlan({ text: '1. Look.', iteration: 0, environment: 'toy', taskType: 'seek' });
  expect(renderInstructions({ plan, details: null })).toBe(
    'Follow this plan, which was made for jobs of this kind:\n1. Look.',
  );
  const none = createPlan({ text: '', iteration: 0, environment: 'toy', taskType: 'seek' });
  expect(renderInstructions({ plan: none, details: null })).toBe('');
});
