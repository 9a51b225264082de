import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlanStep } from '../../src/core/plan.js';
import { applyEdits, type EditRules, longestStep } from '../../src/optimizers/apply-edits.js';
import { noEvidence, normalizeStep, renderSteps, stepsOf } from '../../src/optimizers/plan-steps.js';
import { type ReadEdit, readEdits } from '../../src/optimizers/read-edits.js';
import { createPlan } from '../../src/plans/index.js';

const stepOf = (id: string, text = `Text ${id}.`): PlanStep => ({
  id,
  text,
  iteration: 1,
  episodes: ['train/0/a'],
  ...noEvidence,
  helped: 2,
});
const three = ['s1', 's2', 's3'].map((id) => stepOf(id));

function apply(edits: unknown, steps: readonly PlanStep[] = three, change: Partial<EditRules> = {}) {
  let made = 10;
  const read = readEdits(JSON.stringify({ edits })) as readonly ReadEdit[];
  const result = applyEdits(steps, read, {
    most: 9,
    room: 12,
    refuse: (text) => (text.includes('secret') ? 'it tells a secret' : null),
    nextId: () => `s${++made}`,
    origin: () => ({ iteration: 2, episodes: ['train/1/b'] }),
    ...change,
  });
  return {
    ...result,
    ids: result.steps.map(({ id }) => id),
    texts: result.steps.map(({ text }) => text),
    reasons: result.records.map(({ reason }) => reason),
  };
}

const add = (after: unknown, text: string) => ({ operation: 'add', after, text });

describe('an edit', () => {
  test('adds after a step, at the start, or at the end', () => {
    expect(apply([add('s1', 'New.')]).texts).toEqual(['Text s1.', 'New.', 'Text s2.', 'Text s3.']);
    expect(apply([add('start', 'New.')]).texts[0]).toBe('New.');
    expect(apply([add(null, 'New.')]).texts[3]).toBe('New.');
    expect(apply([{ operation: 'add', text: 'New.' }]).texts[3]).toBe('New.');
  });

  test('adds several after one place in the order given', () => {
    const { texts } = apply([
      add('s1', 'A.'),
      add('start', 'C.'),
      add('s1', 'B.'),
      add('start', 'D.'),
      add(null, 'E.'),
      add(null, 'F.'),
    ]);
    expect(texts).toEqual(['C.', 'D.', 'Text s1.', 'A.', 'B.', 'Text s2.', 'Text s3.', 'E.', 'F.']);
  });

  test('writes a plan where there is none', () => {
    expect(apply([add('start', 'A.'), add('start', 'B.')], []).texts).toEqual(['A.', 'B.']);
  });

  test('replaces: a new id, evidence from nothing, and where it comes from', () => {
    const { steps, records } = apply([{ operation: 'replace', id: 's2', text: '2) Better.' }]);
    expect(steps[1]).toEqual({
      id: 's11',
      text: 'Better.',
      iteration: 2,
      episodes: ['train/1/b'],
      replaces: 's2',
      helped: 0,
      hurt: 0,
      notFollowed: 0,
    });
    expect(steps[0]).toEqual(three[0]);
    expect(records).toEqual([{ edit: 'replace s2: "2) Better."', applied: true }]);
  });

  test('removes, and moves with all that is known', () => {
    expect(apply([{ operation: 'remove', id: 's2' }]).ids).toEqual(['s1', 's3']);
    const moved = apply([{ operation: 'move', id: 's3', after: 'start' }]);
    expect(moved.steps).toEqual([three[2], three[0], three[1]]);
    expect(apply([{ operation: 'move', id: 's1', after: 's2' }]).ids).toEqual(['s2', 's1', 's3']);
    expect(apply([{ operation: 'move', id: 's1' }]).ids).toEqual(['s2', 's3', 's1']);
  });

  test('finds the place of a step that the update replaced', () => {
    const { texts, reasons } = apply([
      { operation: 'replace', id: 's2', text: 'Better.' },
      add('s2', 'And then.'),
    ]);
    expect(reasons).toEqual([undefined, undefined]);
    expect(texts).toEqual(['Text s1.', 'Better.', 'And then.', 'Text s3.']);
  });
});

describe('is refused singly, with the reason', () => {
  test.each([
    [[add('s9', 'New.')], 'there is no step s9'],
    [[{ operation: 'remove', id: 's9' }], 'there is no step s9'],
    [[{ operation: 'move', id: 's1', after: 's1' }], 'a step can not come after itself'],
    [[add('s1', ' 3. ')], 'the step has no text'],
    [[add('s1', 'x'.repeat(longestStep + 1))], 'the step has more than 400 characters'],
    [[add('s1', 'text S2.')], 'the plan says so already'],
    [[add('s1', 'A secret.')], 'it tells a secret'],
    [[{ operation: 'erase', id: 's1' }], /^it is no edit: operation: /],
    [[{ operation: 'replace', id: 's1' }], /^it is no edit: text: /],
    [['remove s1'], /^it is no edit: /],
    [[null], /^it is no edit: /],
  ])('%j', (edits, reason) => {
    const { reasons, ids } = apply([...edits, { operation: 'remove', id: 's3' }]);
    expect(reasons[0]).toMatch(reason);
    // The rest is applied.
    expect(ids).toEqual(['s1', 's2']);
  });

  test('a step that the update has changed already', () => {
    const { reasons } = apply([
      { operation: 'replace', id: 's1', text: 'New.' },
      { operation: 'remove', id: 's1' },
      { operation: 'move', id: 's2', after: 'start' },
      { operation: 'remove', id: 's2' },
    ]);
    expect(reasons).toEqual([
      undefined,
      's1 was changed by the same update',
      undefined,
      's2 was changed by the same update',
    ]);
  });

  test('the last step is not taken out', () => {
    const { ids, reasons } = apply(three.map(({ id }) => ({ operation: 'remove', id })));
    expect(ids).toEqual(['s3']);
    expect(reasons[2]).toBe('a plan needs a step');
  });

  test('what is beyond the most edits; a refused edit is none', () => {
    const edits = [add('s9', 'No.'), add('s1', 'A.'), add('s1', 'B.'), add('s1', 'C.')];
    const { reasons } = apply(edits, three, { most: 2 });
    expect(reasons).toEqual(['there is no step s9', undefined, undefined, 'an update may have 2 edits']);
  });

  test('what is beyond the most steps; replacing needs no room', () => {
    const { reasons, texts } = apply(
      [add('s1', 'A.'), { operation: 'replace', id: 's1', text: 'B.' }],
      three,
      { room: 3 },
    );
    expect(reasons).toEqual(['a plan may have 3 steps', undefined]);
    expect(texts).toHaveLength(3);
  });
});

describe('no sequence of operations breaks a plan', () => {
  const id = fc.constantFrom('s1', 's2', 's3', 's4', 's11', 's12', 'start', '', 'nonsense');
  const text = fc.oneof(
    fc.constantFrom('A.', 'B.', 'C.', '2. D.', 'Text s1.', '', 'secret', '- E', 'two\nlines', 'x\u2028y'),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  const edit = fc.oneof(
    fc.record({ operation: fc.constant('add'), after: fc.option(id), text }),
    fc.record({ operation: fc.constant('replace'), id, text }),
    fc.record({ operation: fc.constant('remove'), id }),
    fc.record({ operation: fc.constant('move'), id, after: fc.option(id) }),
    fc.jsonValue(),
  );

  test('ids stay unique, caps hold, each line is a step, and a plan stays a plan', () => {
    fc.assert(
      fc.property(
        fc.array(edit, { maxLength: 12 }),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 5 }),
        (edits, length, room, most) => {
          const before = Array.from({ length }, (_, i) => stepOf(`s${i + 1}`));
          const { steps, records, ids } = apply(edits, before, { room, most });
          expect(new Set(ids).size).toBe(ids.length);
          expect(steps.length).toBeLessThanOrEqual(Math.max(room, length));
          if (length > 0) expect(steps.length).toBeGreaterThan(0);
          expect(records).toHaveLength(edits.length);
          const applied = records.filter((record) => record.applied);
          expect(applied.length).toBeLessThanOrEqual(most);
          for (const { applied: done, reason } of records) expect(reason === undefined).toBe(done);
          if (applied.length === 0) expect(steps).toEqual(before);
          const plan = createPlan({ text: renderSteps(steps), iteration: 1, environment: '', taskType: '' });
          const lines = steps.length === 0 ? [] : plan.text.split('\n');
          expect(lines).toEqual(steps.map((step, i) => `${i + 1}. ${step.text}`));
          for (const step of steps) {
            expect(step.text).not.toMatch(/secret/);
            expect(normalizeStep(step.text).length).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('steps of a plan that has none of its own', () => {
  const steps = (text: string) =>
    stepsOf(createPlan({ text, iteration: 0, environment: '', taskType: '' })).map((step) => step.text);

  test.each([
    ['', []],
    ['1. Go.\n2. Open it.', ['Go.', 'Open it.']],
    ['1) Go.\n   slowly\n2) Open it.', ['Go. slowly', 'Open it.']],
    ['- Go.\n\n- Open it.', ['Go.', 'Open it.']],
    ['Be calm.\n1. Go.', ['Be calm.', 'Go.']],
    ['Go.\nOpen it.', ['Go.', 'Open it.']],
  ])('%j', (text, expected) => {
    expect(steps(text)).toEqual(expected);
  });

  test('get ids in order, from the beginning', () => {
    const plan = createPlan({ text: '1. Go.\n2. Stop.', iteration: 0, environment: '', taskType: '' });
    expect(stepsOf(plan)[1]).toEqual({ id: 's2', text: 'Stop.', iteration: 0, episodes: [], ...noEvidence });
  });
});

describe('readEdits', () => {
  test.each(['', 'no edits needed', '{"plan": []}', '{"edits": "none"}', '17'])(
    '%j holds no list',
    (text) => {
      expect(readEdits(text)).toBeNull();
    },
  );

  test('takes a bare list, a fenced one, and none', () => {
    const list = '[{"operation": "remove", "id": "s1"}]';
    const edit = { operation: 'remove', id: 's1', jobs: [] };
    expect(readEdits(list)).toEqual([{ edit }]);
    expect(readEdits(`Here:\n\`\`\`json\n{"edits": ${list}}\n\`\`\``)).toEqual([{ edit }]);
    expect(readEdits('{"edits": []}')).toEqual([]);
  });
});
