import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createInterpreter,
  type Interpreter,
  type ProgramEvent,
} from '../../src/agents/adaplanner-interpreter.js';
import { parseProgram } from '../../src/agents/adaplanner-program.js';
import type { Bindings } from '../../src/agents/adaplanner-text.js';
import { anyProgram } from './any-program.js';

/** A program of one step. */
const program = (...commands: readonly object[]) =>
  parseProgram({ steps: [{ step: 1, why: 'x', do: commands }] });

interface Played {
  readonly events: readonly string[];
  readonly end: ProgramEvent;
  readonly kept: Record<string, string>;
}

/** Runs to the end against answers by action or question; what has no answer is answered `Nothing.`. */
function run(
  interpreter: Interpreter,
  answers: Readonly<Record<string, string>> = {},
  first = 'A room.',
): Played {
  const events: string[] = [];
  let event = interpreter.next(first);
  while (event.kind === 'action' || event.kind === 'ask') {
    const text = event.kind === 'action' ? event.text : `? ${event.question}`;
    events.push(text);
    event = interpreter.next(answers[text] ?? 'Nothing.');
  }
  const kept = [...interpreter.bindings()].map(([name, { text }]) => [name, text] as const);
  return { events, end: event, kept: Object.fromEntries(kept) };
}

const play = (commands: readonly object[], answers?: Readonly<Record<string, string>>, first?: string) =>
  run(createInterpreter(program(...commands), new Map(), 1), answers, first);
const message = ({ end }: Played) => (end.kind === 'failed' ? end.message : end.kind);

describe('an action', () => {
  test('is taken, and its slots are filled with what was kept', () => {
    const played = play(
      [{ action: 'look', expect: 'mug {n} on {place}' }, { action: 'take mug {n} from {place}' }],
      { look: 'There is a mug 3 on shelf-2.' },
    );
    expect(played).toMatchObject({ events: ['look', 'take mug 3 from shelf-2'], end: { kind: 'ended' } });
  });

  test('that shows something else than expected stops the program', () => {
    const played = play([{ action: 'go', expect: 'you {verb}' }, { action: 'never' }], { go: 'A wall.' });
    expect(played.events).toEqual(['go']);
    expect(played.end).toEqual({
      kind: 'failed',
      step: 1,
      message: 'expected "you {verb}" after "go" but saw: "A wall."',
    });
  });

  test('is not taken where nothing is kept for a slot', () => {
    const played = play([{ action: 'take {thing}' }]);
    expect(played.events).toEqual([]);
    expect(message(played)).toBe('nothing is kept as {thing}, which "take {thing}" needs');
  });
});

describe('a loop', () => {
  const search = {
    forEach: 'place',
    in: ['shelf 1', 'shelf 2', 'shelf 3'],
    do: [{ action: 'go to {place}' }],
  };

  test('is over when a pass shows what it is for', () => {
    const played = play([{ ...search, until: 'mug {n}' }, { action: 'take mug {n} from {place}' }], {
      'go to shelf 2': 'On it is a mug 7.',
    });
    expect(played.events).toEqual(['go to shelf 1', 'go to shelf 2', 'take mug 7 from shelf 2']);
  });

  test('looks at everything that a pass showed, and at nothing before it', () => {
    const both = { ...search, do: [{ action: 'go to {place}' }, { action: 'open {place}' }], until: 'mug' };
    expect(play([both], { 'go to shelf 1': 'a mug' }).events).toEqual(['go to shelf 1', 'open shelf 1']);
    const after = play([{ action: 'look' }, { ...search, until: 'mug' }], { look: 'a mug' });
    expect(message(after)).toBe('"mug" was not seen with {place} being any of: shelf 1, shelf 2, shelf 3');
  });

  test('goes through the list where it is for nothing else', () => {
    expect(play([search])).toMatchObject({
      events: ['go to shelf 1', 'go to shelf 2', 'go to shelf 3'],
      end: { kind: 'ended' },
      kept: { place: 'shelf 3' },
    });
  });

  test('forgets what a pass kept when the next begins', () => {
    const inner = { action: 'go to {place}', expect: 'a {thing}' };
    const played = play([{ ...search, do: [inner] }], {
      'go to shelf 1': 'a cup',
      'go to shelf 2': 'a mug',
      'go to shelf 3': 'a pan',
    });
    expect(played).toMatchObject({ end: { kind: 'ended' }, kept: { thing: 'pan' } });
  });

  test('goes through an answer, cut at commas and line ends', () => {
    const loop = { forEach: 'place', in: '{list}', do: [{ action: 'go to {place}' }] };
    const played = play([{ ask: 'Where?', as: 'list' }, loop], { '? Where?': 'shelf 1, shelf 2,\n bed 1\n' });
    expect(played.events).toEqual(['? Where?', 'go to shelf 1', 'go to shelf 2', 'go to bed 1']);
    expect(message(play([loop]))).toContain('nothing is kept as {list}');
    const long = play([{ ask: 'Where?', as: 'list' }, loop], { '? Where?': 'a,'.repeat(201) });
    expect(message(long)).toBe('the list {list} has more than 200 entries');
  });

  test('fails in its first pass where a command in it fails, and over an empty list', () => {
    const strict = { ...search, do: [{ action: 'go to {place}', expect: 'mug' }], until: 'mug' };
    expect(message(play([strict]))).toContain('expected "mug" after "go to shelf 1"');
    expect(message(play([{ ...search, in: [], until: 'mug' }]))).toContain('an empty list');
  });

  test('stands in another', () => {
    const inner = { forEach: 'b', in: ['{a} 1', '{a} 2'], do: [{ action: 'go to {b}' }] };
    expect(play([{ forEach: 'a', in: ['bed', 'desk'], do: [inner] }]).events).toEqual([
      'go to bed 1',
      'go to bed 2',
      'go to desk 1',
      'go to desk 2',
    ]);
  });
});

describe('a condition', () => {
  const open = { if: 'is closed', do: [{ action: 'open' }], else: [{ action: 'look' }] };

  test('is about the latest observation, the first one included', () => {
    expect(play([open], {}, 'The box IS CLOSED.').events).toEqual(['open']);
    expect(play([{ action: 'go' }, open], {}, 'The box is closed.').events).toEqual(['go', 'look']);
    expect(play([{ if: 'is closed', do: [{ action: 'open' }] }]).events).toEqual([]);
  });

  test('keeps what it finds', () => {
    expect(
      play([{ if: 'a {thing} here', do: [{ action: 'take {thing}' }] }], {}, 'a cup here').events,
    ).toEqual(['take cup']);
  });
});

describe('a question', () => {
  test('is asked with its slots filled, and its answer is kept', () => {
    const played = play(
      [{ ask: 'Who?', as: 'who' }, { ask: 'Where is {who}?', as: 'where' }, { action: 'search[{where}]' }],
      { '? Who?': ' Ada Lovelace\n', '? Where is Ada Lovelace?': 'London' },
    );
    expect(played.events).toEqual(['? Who?', '? Where is Ada Lovelace?', 'search[London]']);
  });
});

describe('a program', () => {
  const steps = parseProgram({
    steps: [
      { step: 1, why: 'a', do: [{ action: 'one' }] },
      { step: 3, why: 'b', do: [{ action: 'three', expect: 'mug {n}' }] },
      { step: 4, why: 'c', do: [{ action: 'four {n}' }] },
    ],
  });
  const start = (step: number, kept: Bindings = new Map()) => run(createInterpreter(steps, kept, step));

  test('starts at the step it is told to, with what was kept', () => {
    const kept = new Map([['n', { text: '5', step: 1 }]]);
    expect(start(4, kept).events).toEqual(['four 5']);
    expect(start(2).events).toEqual(['three']);
    expect(start(2).end).toMatchObject({ kind: 'failed', step: 3 });
    expect(start(5)).toMatchObject({ events: [], end: { kind: 'ended' } });
  });

  test('leaves alone what it was given, and notes the step that kept something', () => {
    const kept = new Map([['m', { text: '5', step: 1 }]]);
    const interpreter = createInterpreter(steps, kept, 3);
    run(interpreter, { three: 'a mug 2' });
    expect([...kept.keys()]).toEqual(['m']);
    expect(interpreter.bindings().get('n')).toEqual({ text: '2', step: 3 });
  });

  test('gives its end again and again', () => {
    const interpreter = createInterpreter(steps, new Map(), 9);
    expect([1, 2, 3].map(() => interpreter.next(''))).toEqual(Array(3).fill({ kind: 'ended' }));
  });

  test('stops when it runs on and on without an action', () => {
    const many = Array.from({ length: 200 }, (_, i) => `${i}`);
    const idle = { forEach: 'a', in: many, do: [{ forEach: 'b', in: many, do: [] }] };
    expect(message(play([idle]))).toBe('1000 commands were run without an action');
    const asking = play([{ forEach: 'a', in: many, do: [{ ask: '{a}?', as: 'b' }] }]);
    expect(asking.events).toHaveLength(20);
    expect(message(asking)).toBe('20 questions were asked without an action');
  });

  test('stops when its texts grow and grow, or look for too much', () => {
    const grow = [
      { ask: 'x', as: 'a' },
      {
        forEach: 'i',
        in: Array.from({ length: 20 }, (_, i) => `${i}`),
        do: [{ forEach: 'a', in: ['{a}{a}'], do: [] }],
      },
    ];
    expect(message(play(grow, { '? x': 'y'.repeat(1500) }))).toContain('is longer than 2000 characters');
    const names = Array.from({ length: 11 }, (_, i) => `{w${i}}`).join(' ');
    expect(message(play([{ if: names, do: [] }]))).toContain('has more than 10 names to find');
  });

  test('fails at a step whose action is empty with what is kept', () => {
    const json = {
      steps: [
        { step: 1, why: 'x', do: [{ ask: 'Which door?', as: 'x' }] },
        { step: 2, why: 'y', do: [{ action: ' {x}' }] },
      ],
    };
    const interpreter = createInterpreter(parseProgram(json), new Map(), 1);
    expect(interpreter.next('').kind).toBe('ask');
    expect(interpreter.next(' ')).toMatchObject({
      kind: 'failed',
      step: 2,
      message: '" {x}" is empty with what is kept',
    });
  });

  test('of any kind comes to an end and never throws', () => {
    fc.assert(
      fc.property(
        anyProgram,
        fc.array(fc.oneof(fc.string(), fc.constantFrom('door 1', 'a wall b', 'door 1, door 2', '')), {
          minLength: 1,
        }),
        fc.integer({ min: 0, max: 4 }),
        (json, answers, step) => {
          const interpreter = createInterpreter(parseProgram(json), new Map(), step);
          let event = interpreter.next('');
          let count = 0;
          for (; event.kind === 'action' || event.kind === 'ask'; count++) {
            expect(event.kind === 'action' ? event.text : event.question).not.toMatch(/^$/);
            event = interpreter.next(answers[count % answers.length] ?? '');
          }
          expect(count).toBeLessThan(50_000);
        },
      ),
      { numRuns: 300 },
    );
  });
});
