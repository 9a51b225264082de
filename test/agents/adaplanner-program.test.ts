import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkProgram,
  formatProgram,
  parseProgram,
  readProgram,
} from '../../src/agents/adaplanner-program.js';
import { UsageError } from '../../src/core/errors.js';
import { anyProgram } from './any-program.js';

const steps = (...commands: readonly unknown[]) => ({ steps: [{ step: 1, why: 'x', do: commands }] });
/** Commands one in the other, this many deep. */
const nested = (depth: number): unknown =>
  depth === 1 ? { action: 'a' } : { forEach: 'x', in: ['1'], do: [nested(depth - 1)] };

describe('a program', () => {
  const whole = steps(
    { action: 'go to {place}', expect: 'you {what}' },
    { forEach: 'place', in: ['a 1', 'b 2'], do: [{ action: 'go' }], until: 'mug {n}' },
    { forEach: 'ort_2', in: '{list}', do: [] },
    { if: 'closed', do: [{ action: 'open' }], else: [{ ask: 'Why?', as: 'grund' }] },
    { if: 'closed', do: [] },
  );

  test('has all these commands', () => {
    expect(checkProgram(whole).problem).toBeUndefined();
  });

  test('reads again as it was written', () => {
    const program = parseProgram(whole);
    expect(JSON.parse(formatProgram(program))).toEqual(whole);
    expect(readProgram(formatProgram(program))).toEqual({ program });
  });

  test.each<[string, unknown, string]>([
    ['nothing', null, 'Invalid input: expected object, received null'],
    ['a list', [], 'Invalid input: expected object, received array'],
    ['no steps', { steps: [] }, 'steps: has no steps'],
    ['another key', { ...whole, goal: 'x' }, 'Unrecognized key: "goal"'],
    ['a step without a reason', { steps: [{ step: 1, do: [] }] }, 'steps[0].why: Invalid input'],
    ['a step number 0', { steps: [{ step: 0, why: '', do: [] }] }, 'steps[0].step: '],
    [
      'steps out of order',
      {
        steps: [
          { step: 2, why: '', do: [] },
          { step: 2, why: '', do: [] },
        ],
      },
      'steps[1].step: does not come after the one before it',
    ],
    [
      'a text as a command',
      steps('go'),
      'steps[0].do[0]: is no command: a command has one of action, forEach',
    ],
    ['an unknown command', steps({ say: 'x' }), 'steps[0].do[0]: is no command'],
    ['an action of blanks', steps({ action: ' ' }), 'steps[0].do[0].action: is empty'],
    ['a misspelt key', steps({ action: 'a', expct: 'b' }), 'steps[0].do[0]: Unrecognized key: "expct"'],
    ['two commands in one', steps({ action: 'a', ask: 'b' }), 'steps[0].do[0]: Unrecognized key: "ask"'],
    [
      'a bad name deep inside',
      steps({ if: 'a', do: [{ ask: 'b', as: 'two words' }] }),
      'steps[0].do[0].do[0].as: is no name',
    ],
    [
      'a list that is none',
      steps({ forEach: 'x', in: 'a, b', do: [] }),
      'steps[0].do[0].in: is neither a list nor "{name}"',
    ],
    [
      'a list of numbers',
      steps({ forEach: 'x', in: [1], do: [] }),
      'steps[0].do[0].in: is neither a list of at most 200 texts',
    ],
    [
      'too long a list',
      steps({ forEach: 'x', in: Array(201).fill('a'), do: [] }),
      'steps[0].do[0].in: is neither a list of at most 200 texts',
    ],
    [
      'too many steps',
      { steps: Array.from({ length: 101 }, (_, i) => ({ step: i + 1, why: '', do: [] })) },
      'steps: has more than 100 steps',
    ],
    ['too deep nesting', steps(nested(5)), 'steps[0].do: commands are nested more than 4 deep'],
    ['very deep nesting', steps(nested(3000)), 'it is nested more than 4 deep'],
    ['too long a text', steps({ action: 'a'.repeat(20_000) }), 'it is longer than 20000 characters'],
  ])('is not %s', (_name, json, problem) => {
    expect(checkProgram(json).problem).toContain(problem);
    expect(() => parseProgram(json, 'd.yaml: entry 3')).toThrow(UsageError);
    expect(() => parseProgram(json, 'd.yaml: entry 3')).toThrow(`d.yaml: entry 3: ${problem}`);
  });

  test('may be nested four deep', () => {
    expect(checkProgram(steps(nested(4))).problem).toBeUndefined();
  });
});

describe('a reply', () => {
  const json = '{"steps": [{"step": 1, "why": "{a}", "do": []}]}';
  test.each([
    ['alone', json],
    ['in a fence', `Here:\n\`\`\`json\n${json}\n\`\`\`\nDone.`],
    ['after braces of another kind', `With {place} in mind: ${json}`],
  ])('holds a program %s', (_name, reply) => {
    expect(readProgram(reply).program?.steps[0]?.why).toBe('{a}');
  });

  test.each([
    ['OK', 'it holds no JSON object'],
    ['} {', 'it is not valid JSON'],
    ['{"steps": [', 'it is not valid JSON'],
    [json.slice(0, -3), 'it is not valid JSON'],
    [`${'{'.repeat(30_000)}}`, 'it is longer than'],
    [`{"steps":${'['.repeat(9000)}${']'.repeat(9000)}}`, 'it is nested'],
    ['{"steps":1}', 'steps: '],
  ])('says what is wrong with %.20j', (reply, problem) => {
    expect(readProgram(reply).problem).toContain(problem);
  });

  test('is judged without an exception, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => `{"steps":${text}}`),
        ),
        (reply) => {
          const { program, problem } = readProgram(reply);
          expect((program === undefined) !== (problem === undefined)).toBe(true);
        },
      ),
    );
    fc.assert(fc.property(fc.anything(), (value) => void checkProgram(value)));
  });
});

test('programs of every kind survive writing and reading', () => {
  fc.assert(
    fc.property(anyProgram, (json) => {
      const program = parseProgram(json);
      expect(readProgram(formatProgram(program))).toEqual({ program });
    }),
  );
});
