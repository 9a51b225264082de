import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createPlan, loadPlan, parsePlanFile } from '../../src/plans/index.js';
import { exportPlan } from '../../src/shipping/index.js';
import { plainPlan, shippablePlan, shippedDetails } from './sample-plans.js';
import { checkSkill } from './skill-rules.js';

const hostile = [
  'a --- b',
  '---\nname: other\n---',
  '{{#each x}}{{/each}} {{{raw}}}',
  '<script>alert(1)</script> <!-- x -->',
  '\u001b[31mred\u001b[0m',
  'a\u202etxt.exe\u2066',
  'x'.repeat(2000),
  '😀'.repeat(2000),
  '\ud800 lone',
  'yes',
  '2026-11-21',
  '0x1f',
  '"quoted\\" \\x',
  "'",
  '# comment',
  '[a, b]',
  '&a *a !!str',
  'line\nbreak\u2028sep\u0085nel',
  ' \t\n',
  '',
  '🎉 ünïcödé',
];

function skillOf(
  planFile: Parameters<typeof exportPlan>[0],
  options: { name?: string; description?: string } = {},
) {
  const { files } = exportPlan(planFile, { target: 'skill', usualName: 'toy-plan', ...options });
  const skill = files.at(-1);
  const [folder = '', file] = skill?.path.split('/') ?? [];
  expect(file).toBe('SKILL.md');
  return { folder, text: skill?.text ?? '', files };
}

describe('a skill keeps every published rule', () => {
  test.each(hostile)('whatever the plan and its words are: %j', (words) => {
    for (const planFile of [
      shippablePlan('1. Go.', words),
      shippablePlan(`Go: ${words}`, words),
      plainPlan(`Go: ${words}`),
    ]) {
      const { folder, text } = skillOf(planFile);
      expect(checkSkill(folder, text)).toEqual([]);
    }
    const { folder, text } = skillOf(plainPlan('Go.'), { description: words });
    expect(checkSkill(folder, text)).toEqual([]);
  });

  test('any words', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.constantFrom(...hostile),
        (words, more) => {
          const { folder, text } = skillOf(shippablePlan(`${words}\n${more}.`, `${more}${words}`));
          expect(checkSkill(folder, text)).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  });

  test.each([
    'toy-heat',
    'a',
    '123',
    '1-2',
    '2026-11-21',
    'on',
    'null',
    'yes',
    '0x1f',
    '1e3',
    'x'.repeat(64),
  ])('under the name %s', (name) => {
    const { folder, text } = skillOf(shippablePlan('Go.'), { name });
    expect(folder).toBe(name);
    expect(checkSkill(folder, text)).toEqual([]);
  });

  test('the plans that ship with planwright', () => {
    for (const type of ['clean', 'cool', 'heat', 'light', 'pick', 'two']) {
      const { folder, text } = skillOf(loadPlan(`plans/alfworld-${type}.md`));
      expect(folder).toBe(`alfworld-${type}`);
      expect(checkSkill(folder, text)).toEqual([]);
    }
  });
});

test.each([
  ['A', /can not be the name/],
  ['a--b', /can not be the name/],
  ['-a', /can not be the name/],
  ['a-', /can not be the name/],
  ['../a', /can not be the name/],
  ['', /can not be the name/],
  ['x'.repeat(65), /can not be the name/],
  ['é', /can not be the name/],
  ['a_b', /can not be the name/],
  ['a\u001b[31m', /can not be the name/],
  ['claude-plan', /may not hold the word claude/],
  ['my-anthropic', /may not hold the word anthropic/],
])('the name %j is refused', (name, problem) => {
  expect(() => skillOf(shippablePlan('Go.'), { name })).toThrow(problem);
});

test('an empty plan is refused', () => {
  expect(() => skillOf(plainPlan(' \n'))).toThrow(/the plan is empty/);
});

test('everything that is known of a plan stands in its provenance, and in words in the metadata', () => {
  const planFile = shippablePlan('Go.', 'words');
  const { files, text } = skillOf(planFile);
  expect(files.map(({ path }) => path)).toEqual(['toy-heat/references/provenance.json', 'toy-heat/SKILL.md']);
  const about = JSON.parse(files[0]?.text ?? '');
  const again = parsePlanFile(`---\n${JSON.stringify(about)}\n---\nGo.`, 'x');
  expect(again).toEqual(planFile);
  const { metadata } = parse(text.split('---')[1] ?? '');
  expect(Object.keys(metadata).every((key) => key.startsWith('planwright-'))).toBe(true);
  expect(metadata).toMatchObject({
    'planwright-content-hash': planFile.plan.id,
    'planwright-parent': planFile.plan.parentId,
    'planwright-run': 'words',
    'planwright-seed': '0',
    'planwright-simulated': 'false',
    'planwright-evaluation': '39/40 on held-out, without plan 14/40',
    'planwright-certificate': 'certified: better; 39/40 on held-out, baseline 14/40',
    'planwright-review': 'reviewed',
  });
});

test('the results of an edited plan do not travel with it', () => {
  const plan = createPlan({ text: 'New.', iteration: 3, environment: 'toy', taskType: 'heat' });
  const edited = { plan, details: shippedDetails(`sha256:${'3'.repeat(64)}`), edited: true, warnings: [] };
  const { text } = skillOf(edited);
  expect(text).toContain('planwright-evaluation: "none"');
  expect(text).toContain('planwright-certificate: "none"');
  expect(text).toContain('planwright-review: "unreviewed"');
});

describe('the validator can fail:', () => {
  const good = '---\nname: a\ndescription: b\nmetadata:\n  c: "1"\n---\nx\n';
  test.each([
    ['no front matter', 'x'],
    ['not closed', '---\nname: a\n'],
    ['unknown key', good.replace('metadata', 'version: "1"\nmetadata')],
    ['name of another folder', good.replace('name: a', 'name: b')],
    ['upper case', good.replace('name: a', 'name: A')],
    ['reserved', good.replace('name: a', 'name: claude')],
    ['no description', good.replace('description: b\n', '')],
    ['empty description', good.replace('description: b', 'description: " "')],
    ['long description', good.replace('description: b', `description: ${'b'.repeat(1025)}`)],
    ['angle brackets', good.replace('description: b', 'description: <b>')],
    ['number in metadata', good.replace('"1"', '1')],
    ['date in metadata', good.replace('"1"', 'yes')],
    ['three hyphens', good.replace('description: b', 'description: b --- c')],
    ['repeated key', good.replace('name: a', 'name: a\nname: a')],
  ])('%s', (_what, text) => {
    expect(checkSkill('a', good)).toEqual([]);
    expect(checkSkill('a', text)).not.toEqual([]);
  });
});
