import { expect, test } from 'vitest';
import type { Catalogue } from '../../src/mcp/catalogue.js';
import { createPlanFinder } from '../../src/mcp/find-plan.js';
import { callFindPlan, findPlanTool } from '../../src/mcp/find-plan-tool.js';
import type { ServedPlan } from '../../src/mcp/served-plan.js';
import { makePlanFile, type TestPlan } from './plan-folder.js';

function catalogueOf(parts: readonly TestPlan[], leftOut: readonly string[] = []): Catalogue {
  const plans = parts.map(
    (one): ServedPlan => ({
      id: `alfworld-${one.taskType}`,
      version: 3,
      alias: null,
      planFile: makePlanFile(one),
    }),
  );
  return { plans, leftOut, open: () => undefined, find: createPlanFinder(plans) };
}

function call(catalogue: Catalogue, given: unknown): string {
  const [first] = callFindPlan(catalogue, given).content;
  return first?.type === 'text' ? first.text : '';
}

const home = catalogueOf([
  { taskType: 'heat', text: '1. Heat it.', simulated: true, certified: false, reviewed: false },
  { taskType: 'cool', text: '1. Cool it.' },
]);

test('says that none fits, and what there is', () => {
  expect(call(home, { task: 'write a poem' })).toBe(
    'No plan fits; go on without one. The plans there are: alfworld-heat, alfworld-cool.',
  );
  expect(call(home, { task_type: 'toast' })).toMatch(/^There is no plan for that task type\. No plan fits/);
  const many = catalogueOf(Array.from({ length: 30 }, (_, i) => ({ taskType: `t${i}`, text: '1. Go.' })));
  expect(call(many, { task: 'poem' })).toMatch(/alfworld-t19, and 10 more\.$/);
});

test('says that there are none, and that some are held back', () => {
  expect(call(catalogueOf([]), { task: 'heat' })).toBe('There are no plans to choose from.');
  expect(call(catalogueOf([], ['a: broken', 'b: not reviewed']), { task: 'heat' })).toMatch(
    /not served, .*: 2\.$/,
  );
});

test('gives the plan with what is known of it', () => {
  expect(call(home, { task_type: 'heat' })).toBe(
    [
      'alfworld-heat is the plan for heat.',
      'Version 3 for alfworld/heat. Not certified. Not reviewed by a person. Made with a simulated model, which says nothing about any language model.',
      'A plan for jobs of one kind: heat some object.',
      'Follow this plan, which was made for jobs of this kind:\n1. Heat it.',
    ].join('\n\n'),
  );
  expect(callFindPlan(home, { task: 'cool the soup' }).structuredContent).toMatchObject({
    fit: 'good',
    plan: { id: 'alfworld-cool', matched_words: ['cool'], certified: true, reviewed: true, simulated: false },
  });
});

test('lists what may fit without a plan where it is not clear', () => {
  const { structuredContent } = callFindPlan(home, { task: 'heat and cool' });
  expect(structuredContent).toMatchObject({ fit: 'unclear', plan: null });
  expect(call(home, { task: 'heat and cool' })).toContain('- alfworld-cool (');
});

test('says in its schema what it takes and gives', () => {
  expect(findPlanTool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  expect(Object.keys(findPlanTool.inputSchema.properties ?? {})).toEqual(['task', 'task_type']);
  expect(findPlanTool.outputSchema?.required).toEqual(['fit', 'message', 'plan', 'alternatives']);
});
