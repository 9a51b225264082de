import { describe, expect, test } from 'vitest';
import { createPlanFinder } from '../../src/mcp/find-plan.js';
import type { ServedPlan } from '../../src/mcp/served-plan.js';
import { listPlans } from '../../src/plans/index.js';
import { loadSuite } from '../../src/suites/index.js';
import { makePlanFile, type TestPlan } from './plan-folder.js';

const serve = (parts: TestPlan): ServedPlan => ({
  id: `alfworld-${parts.taskType}`,
  version: 3,
  alias: null,
  planFile: makePlanFile(parts),
});

const home = [
  serve({ taskType: 'cool', text: '1. Go to the fridge.\n2. Put it on the table.' }),
  serve({ taskType: 'heat', text: '1. Go to the microwave.\n2. Put it on the table.' }),
  serve({ taskType: 'light', text: '1. Switch the lamp on.', description: 'Look at some object by a lamp.' }),
];
const find = createPlanFinder(home);

describe('by words', () => {
  test.each([
    ['heat the soup', 'heat'],
    ['Heating some soup!', 'heat'],
    [
      'The soup should be HEATED, please, and then be put on the table for our guests in the microwave.',
      'heat',
    ],
    ['cool a potato', 'cool'],
    ['turn on the light', 'light'],
    ['ｈｅａｔ the soup', 'heat'],
  ])('%s: a plan fits', (task, taskType) => {
    const { fit, best } = find({ task });
    expect([fit, best?.plan.planFile.plan.taskType]).toEqual(['good', taskType]);
  });

  test.each([
    'write a poem about the sea',
    '',
    '   ',
    'the a of',
    '???',
    'please do the task',
    'book a flight',
    '把杯子加热',
    'constructor __proto__ toString',
  ])('%s: none does', (task) => {
    expect(find({ task })).toEqual({ fit: 'none', best: null, alternatives: [] });
  });

  test.each([
    'heat it and cool it',
    'go to the table',
    'refactor the heat map module in TypeScript',
    'microwave a potato',
  ])('%s: it is not clear, and that is said', (task) => {
    const { fit, best, alternatives } = find({ task });
    expect([fit, best]).toEqual(['unclear', null]);
    expect(alternatives.length).toBeGreaterThan(0);
  });

  test('scores are shares, the words are those of the task, and equal ones stand by id', () => {
    const { best } = find({ task: 'Heated soup' });
    expect(best?.matched).toEqual(['heated']);
    expect(best?.score).toBeGreaterThan(0.5);
    expect(best?.score).toBeLessThanOrEqual(1);
    const { alternatives } = find({ task: 'put it on the table' });
    expect(alternatives.map(({ plan }) => plan.id)).toEqual(['alfworld-cool', 'alfworld-heat']);
    expect(createPlanFinder([...home].reverse())({ task: 'put it on the table' })).toEqual(
      find({ task: 'put it on the table' }),
    );
  });

  test('a single plan does not fit everything', () => {
    const only = createPlanFinder(home.slice(1, 2));
    expect(only({ task: 'heat the soup' }).fit).toBe('good');
    expect(only({ task: 'plan a trip to the sea' }).fit).toBe('none');
    expect(only({ task: 'put the cat on the table of the neighbours' }).fit).not.toBe('good');
    expect(createPlanFinder([])({ task: 'heat the soup' }).fit).toBe('none');
  });

  test('a long text is searched in no time', () => {
    expect(find({ task: 'word '.repeat(4000) }).fit).toBe('none');
  });
});

describe('by task type', () => {
  test.each(['heat', 'HEAT', ' alfworld/heat ', 'alfworld-heat'])('%s is exact', (taskType) => {
    const { fit, best } = find({ taskType, task: 'cool it' });
    expect([fit, best?.plan.id]).toEqual(['exact', 'alfworld-heat']);
  });

  test('one that there is not is looked for by the task alone', () => {
    expect(find({ taskType: 'toast' }).fit).toBe('none');
    expect(find({ taskType: '__proto__', task: 'heat it' }).fit).toBe('good');
  });

  test('one that several plans have leaves those to the task', () => {
    const other = { ...serve({ taskType: 'heat', text: '1. Light the stove.' }), id: 'kitchen-heat' };
    const both = createPlanFinder([...home, other]);
    const { fit, alternatives } = both({ taskType: 'heat' });
    expect([fit, alternatives.map(({ plan }) => plan.id)]).toEqual([
      'unclear',
      ['alfworld-heat', 'kitchen-heat'],
    ]);
  });
});

test('of the plans that come with planwright, none is ever named for a task of another kind', () => {
  const plans = listPlans('plans').flatMap((listed) =>
    'problem' in listed ? [] : [{ id: listed.path, version: 3, alias: null, planFile: listed.planFile }],
  );
  const findShipped = createPlanFinder(plans);
  const { instances } = loadSuite('tasks/household');
  const named = instances.flatMap(({ goal, taskType }) => {
    const { best } = findShipped({ task: goal });
    return best === null ? [] : [best.plan.planFile.plan.taskType === taskType];
  });
  expect(named).not.toContain(false);
  expect(named.length).toBeGreaterThan(instances.length / 2);
});
