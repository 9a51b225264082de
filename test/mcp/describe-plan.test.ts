import { describe, expect, test } from 'vitest';
import { promptOf, renderDocument, resourceOf } from '../../src/mcp/describe-plan.js';
import type { ServedPlan } from '../../src/mcp/served-plan.js';
import { makePlanFile, type TestPlan } from './plan-folder.js';

const serve = (parts: Partial<TestPlan> = {}, alias: string | null = null): ServedPlan => ({
  id: 'alfworld-heat',
  version: 3,
  alias,
  planFile: makePlanFile({ taskType: 'heat', text: '1. Heat it.', ...parts }),
});

describe('what is known of a plan is said wherever it goes:', () => {
  test.each([
    [serve(), 'Certified: it won 39 of 40 held-out tasks, 14 without a plan. Reviewed by a person.'],
    [serve({}, 'production'), 'Version 3 (production) for alfworld/heat. Certified'],
    [serve({ certified: false, reviewed: false }), 'Not certified. Not reviewed by a person.'],
    [serve({ simulated: true }), 'Made with a simulated model, which says nothing about any language model.'],
  ])('%#', (served, said) => {
    expect(promptOf(served).description).toContain(said);
    expect(resourceOf(served).description).toContain(said);
    expect(renderDocument(served)).toContain(said);
  });

  test('a certificate of a simulated model is none of a language model', () => {
    const served = serve();
    const details = served.planFile.details;
    if (!details?.certificate) throw new Error('it has one');
    const simulated = { ...details, certificate: { ...details.certificate, simulated: true } };
    expect(
      promptOf({ ...served, planFile: { ...served.planFile, details: simulated } }).description,
    ).toContain('simulated model');
  });

  test('of a plain text nothing is known', () => {
    const { planFile, ...rest } = serve();
    const plain = { ...rest, planFile: { ...planFile, details: null } };
    expect(promptOf(plain)).toMatchObject({
      title: 'alfworld-heat',
      description: expect.stringMatching(
        /^Version 3 .* Not certified\. .*nothing is known of where it comes from\.$/,
      ),
    });
  });
});

test('titles and descriptions stay short and plain, whatever a file says', () => {
  const hostile = `A\u001b[31m\u202e${'x'.repeat(5000)}\n# B`;
  const served = serve({ title: hostile, description: hostile });
  const { title = '', description = '' } = promptOf(served);
  expect(title).toMatch(/^A<U\+001B>\[31m<U\+202E>x+…$/);
  expect(title.length).toBe(200);
  expect(description.length).toBeLessThan(1400);
  expect(renderDocument(served).split('\n')[0]).toBe(`# ${title}`);
});
