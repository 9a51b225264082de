import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import {
  createPlan,
  emptyPlan,
  formatPlanFile,
  normalizePlanText,
  type PlanDetails,
  parsePlanFile,
  planSlug,
} from '../../src/plans/index.js';

const hash = (digit: string) => `sha256:${digit.repeat(64)}`;

const details: PlanDetails = {
  title: 'Heat an object and place it',
  description: 'Heats an object. Use when the goal is "put a hot X in/on Y".',
  environmentVersion: '1.0.0',
  actionsHash: hash('a'),
  provenance: {
    run: '20261121T080314123Z_heat_s3_1f3c9a2e',
    seed: 3,
    batch_size: 4,
    reflection: 'full',
    optimizer: 'autoplan',
    optimizer_model: 'simulated-strong',
    agent_model: 'simulated-strong',
    tool_version: '0.1.0',
    simulated: true,
  },
  evaluation: {
    split: 'held-out',
    n: 23,
    successes: 21,
    rate: 21 / 23,
    wilson95: [0.732, 0.976],
    baseline_rate: 8 / 23,
    baseline_successes: 8,
    p_paired: 0.0002,
    errors: 0,
  },
  trainedOn: { suite: 'own', suite_digest: hash('b'), untrusted_observations: false, reviewed_by: null },
  license: 'CC0-1.0',
};
const plan = createPlan({
  text: '# Plan\n\n1. Find the object.\n2. Heat it with the microwave.',
  iteration: 3,
  environment: 'alfworld',
  taskType: 'heat',
  parentId: hash('c'),
});
const file = formatPlanFile(plan, details);

const thrown = (run: () => unknown): UsageError => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return error as UsageError;
  }
  throw new Error('did not throw');
};

describe('formatPlanFile and parsePlanFile', () => {
  test('the file is as its format says', () => {
    expect(file).toMatchSnapshot();
  });

  test('what is formatted is what is parsed', () => {
    expect(parsePlanFile(file, 'heat.md')).toEqual({ plan, details, edited: false, warnings: [] });
    const { evaluation: _, ...bare } = details;
    const first = emptyPlan('alfworld', 'two');
    expect(parsePlanFile(formatPlanFile(first, bare), 'x')).toMatchObject({ plan: first, details: bare });
    expect(parsePlanFile(formatPlanFile(first, bare), 'x').plan).not.toHaveProperty('parentId');
  });

  test('any plan and any words about it survive the round trip, byte for byte', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '---',
        '\n---\n',
        '---\nschema: x\n',
        '...',
        '\r\n',
        '\t',
        '{{x}}',
        '</tag>',
        '#',
        '\u2028',
        ' ',
      ),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    const words = fc.record({ title: text, description: text, run: text, reviewer: fc.option(text) });
    fc.assert(
      fc.property(text, fc.nat(9), words, (body, iteration, { title, description, run, reviewer }) => {
        const original = createPlan({ text: body, iteration, environment: 'alfworld', taskType: 'heat' });
        const odd: PlanDetails = {
          ...details,
          title,
          description,
          provenance: { ...details.provenance, run },
          trainedOn: { ...details.trainedOn, reviewed_by: reviewer },
        };
        const formatted = formatPlanFile(original, odd);
        const parsed = parsePlanFile(formatted, 'any.md');
        expect(parsed).toMatchObject({ plan: original, details: odd, edited: false });
        expect(formatPlanFile(parsed.plan, parsed.details ?? details)).toBe(formatted);
      }),
      { numRuns: 300 },
    );
  });

  test('other line ends and blanks at the ends leave the plan as it was', () => {
    const checkedOut = file.replace(/\n/g, '\r\n');
    expect(parsePlanFile(checkedOut, 'x').plan).toEqual(plan);
    expect(parsePlanFile(`${file}  \n\n`, 'x').plan).toEqual(plan);
  });

  test('a file without front matter is a plain plan', () => {
    const parsed = parsePlanFile('Look around.  \r\n\r\n---\nThen act.\n', 'mine.txt');
    expect(parsed).toMatchObject({ details: null, edited: false, warnings: [] });
    expect(parsed.plan).toEqual(
      createPlan({ text: 'Look around.\n\n---\nThen act.', iteration: 0, environment: '', taskType: '' }),
    );
  });

  test('a long plan is taken with a warning', () => {
    const warningsOf = (text: string) => parsePlanFile(text, 'long.md').warnings;
    const [wide, many] = ['é'.repeat(12 * 1024), 'x'.repeat(20_000)];
    expect([wide, many, '1.\n'.repeat(500)].flatMap(warningsOf)).toEqual([]);
    const tail = 'some agents cut or ignore it';
    expect(warningsOf(`${wide}é`)).toEqual([`long.md: the plan has 24578 bytes; above 24576 ${tail}`]);
    expect(warningsOf(`${many}x`)).toEqual([
      `long.md: the plan has 5001 tokens, by estimate; above 5000 ${tail}`,
    ]);
    expect(warningsOf('1.\n'.repeat(501))).toEqual([`long.md: the plan has 501 lines; above 500 ${tail}`]);
  });
});

describe('an edited plan', () => {
  const edited = file.replace('microwave', 'toaster');

  test('is refused, with the way out', () => {
    const error = thrown(() => parsePlanFile(edited, 'heat.md'));
    expect(error.message).toMatch(/^heat\.md: the plan was edited/);
    expect(error.remedy).toMatch(/--allow-edited/);
  });

  test('is taken when allowed, as a child of what it was', () => {
    const parsed = parsePlanFile(edited, 'heat.md', { allowEdited: true });
    expect(parsed.edited).toBe(true);
    expect(parsed.plan.text).toContain('toaster');
    expect(parsed.plan.parentId).toBe(plan.id);
    expect(parsed.plan.id).toBe(createPlan({ ...parsed.plan }).id);
  });
});

describe('a malformed plan file is refused with its place', () => {
  test.each<[string, string, RegExp]>([
    [
      'an open front matter',
      '---\nschema: planwright.plan/v1\n',
      /^heat\.md:1: the front matter that --- opens/,
    ],
    [
      'another major version',
      file.replace('plan/v1', 'plan/v2'),
      /schema "planwright\.plan\/v2"; this version reads/,
    ],
    ['front matter of something else', '---\nname: skill\n---\nbody', /front matter has no schema/],
    ['front matter that is a list', '---\n- 1\n---\nbody', /front matter has no schema/],
    ['empty front matter', '---\n---\nbody', /front matter has no schema/],
    [
      'a repeated key',
      file.replace('version: 3', 'version: 3\nversion: 4'),
      /^heat\.md:5: front matter: .*unique/,
    ],
    ['broken YAML', file.replace('title: ', 'title: "'), /^heat\.md:\d+: front matter: /],
    ['an alias', file.replace('license: CC0-1.0', 'license: &a x\nlicence: *a'), /aliases are not allowed/],
    ['a tag', file.replace('license: CC0-1.0', 'license: !!binary aGk='), /^heat\.md:\d+: front matter: /],
    ['an unknown key', file.replace('license:', 'licence: x\nlicense:'), /licence/],
    ['a prototype key', file.replace('license:', '__proto__: {}\nlicense:'), /front matter: .*__proto__/],
    ['a missing key', file.replace(/license:.*\n/, ''), /front matter: license: /],
    ['a wrong type', file.replace('seed: 3', 'seed: three'), /front matter: provenance\.seed: /],
    [
      'a rate above 1',
      file.replace('p_paired: 0.0002', 'p_paired: 1.2'),
      /front matter: evaluation\.p_paired: /,
    ],
    [
      'not a number',
      file.replace('p_paired: 0.0002', 'p_paired: .nan'),
      /front matter: evaluation\.p_paired: /,
    ],
    ['a bad hash', file.replace(plan.id, 'sha256:12'), /front matter: content_hash: not sha256/],
    ['a bad task type', file.replace('alfworld/heat', 'heat'), /front matter: task_type: not <environment>/],
    [
      'a control character',
      file.replace('microwave', '\u001b[31mmicrowave'),
      /^heat\.md:47: control character U\+001B$/,
    ],
  ])('%s', (_what, text, message) => {
    expect(thrown(() => parsePlanFile(text, 'heat.md')).message).toMatch(message);
  });

  test('an alias bomb is refused at once', () => {
    const levels = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`);
    const bomb = `---\na0: &a0 x\n${levels.join('\n')}\n---\n`;
    expect(thrown(() => parsePlanFile(bomb, 'bomb.md')).message).toMatch(/^bomb\.md: /);
  });

  test('any damage is a usage error, a plain plan, or the same text', () => {
    fc.assert(
      fc.property(
        fc.nat(file.length),
        fc.nat(20),
        fc.string({ unit: 'binary', maxLength: 5 }),
        (at, cut, put) => {
          const damaged = file.slice(0, at) + put + file.slice(at + cut);
          try {
            const parsed = parsePlanFile(damaged, 'heat.md');
            if (parsed.details !== null) expect(parsed.plan.text).toBe(plan.text);
          } catch (error) {
            expect(error).toBeInstanceOf(UsageError);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('createPlan', () => {
  test('the id is the hash of the normal text', () => {
    const parts = { iteration: 0, environment: 'alfworld', taskType: 'heat' };
    expect(createPlan({ ...parts, text: 'a \r\nb\u0007\r\n\n' })).toEqual(
      createPlan({ ...parts, text: '\na\nb' }),
    );
    expect(emptyPlan('alfworld', 'heat').id).toBe(
      'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  test('normalising twice changes nothing', () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(' ', '\n', '\r', '\t', '\ud800')),
    );
    fc.assert(
      fc.property(text, (pieces) => {
        const once = normalizePlanText(pieces.join(''));
        expect(normalizePlanText(once)).toBe(once);
        expect(Buffer.from(once, 'utf8').toString('utf8')).toBe(once);
      }),
    );
  });

  test('slugs are short words', () => {
    expect(planSlug({ environment: 'alfworld', taskType: 'heat' })).toBe('alfworld-heat');
    expect(planSlug({ environment: '', taskType: 'Émile & co/x' })).toBe('mile-co-x');
    expect(planSlug({ environment: '', taskType: '' })).toBe('plan');
    expect(planSlug({ environment: 'x'.repeat(63), taskType: 'y' })).toBe('x'.repeat(63));
  });
});
