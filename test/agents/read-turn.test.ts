import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTurn } from '../../src/agents/read-turn.js';

const both = { thought: 'It is behind the last one.', action: 'open door 3' };

describe('thought and action', () => {
  test.each([
    ['as asked for', 'Thought: It is behind the last one.\nAction: open door 3'],
    ['in capitals', 'THOUGHT: It is behind the last one.\nACTION: open door 3'],
    ['in bold', '**Thought:** It is behind the last one.\n\n**Action:** open door 3'],
    ['in bold that ends elsewhere', '**Thought**: It is behind the last one.\n**Action: open door 3**'],
    ['in a list', '1. Thought: It is behind the last one.\n2. Action: open door 3'],
    ['numbered', 'Thought 1: It is behind the last one.\nAction 1: open door 3'],
    ['with headings', '## Thought: It is behind the last one.\n## Action:\nopen door 3'],
    ['on lines of their own', 'Thought:\nIt is behind the last one.\n\nAction:\n\nopen door 3'],
    ['as code', 'Thought: It is behind the last one.\nAction:\n```\nopen door 3\n```'],
    ['as code with a language', 'Thought: It is behind the last one.\nAction:\n```text\nopen door 3\n```'],
    ['with full-width colons', 'Thought： It is behind the last one.\nAction：open door 3'],
    [
      'after reasoning',
      '<think>\nPerhaps\nAction: leave\n</think>\n\nThought: It is behind the last one.\nAction: open door 3',
    ],
    [
      'after reasoning that began in the prompt',
      'Action: leave?\n</thinking>\nThought: It is behind the last one.\nAction: open door 3',
    ],
    ['in backticks', 'Thought: It is behind the last one.\nAction: `open door 3`'],
    ['in one line', 'Thought: It is behind the last one. Action: open door 3'],
    ['in one line and bold', '**Thought:** It is behind the last one. **Action:** open door 3'],
    [
      'in one line with what the world never said',
      'Thought: It is behind the last one. Action: open door 3 Observation: It opens.',
    ],
    ['without a label for the thought', 'It is behind the last one.\nAction: open door 3'],
    ['after a preface', 'Sure!\nThought: It is behind the last one.\nAction: open door 3'],
    ['with carriage returns', 'Thought: It is behind the last one.\r\nAction: open door 3\r\n'],
    [
      'and more of them',
      'Thought: It is behind the last one.\nAction: open door 3\nThought: Then?\nAction: leave',
    ],
    [
      'and what the world never said',
      'Thought: It is behind the last one.\nAction: open door 3\nObservation: It opens.\nAction: leave',
    ],
  ])('%s', (_name, answer) => {
    expect(readTurn(answer)).toEqual(both);
  });

  test('what the world says may be told before an action in its line, and more actions after it', () => {
    const answer = 'Thought: My last Observation: a wall. Action: open door 3. Action: leave';
    expect(readTurn(answer)).toEqual({ thought: 'My last Observation: a wall.', action: 'open door 3.' });
  });

  test('a thought may have several lines, and speak of actions', () => {
    const answer =
      'Thought: Door 3 is left.\nThe last action: none. An action: what helps.\nAction: open door 3';
    expect(readTurn(answer)).toEqual({
      thought: 'Door 3 is left.\nThe last action: none. An action: what helps.',
      action: 'open door 3',
    });
  });
});

describe('no action is read', () => {
  test.each([
    ['where there is none', 'Thought: I will open door 3.', 'I will open door 3.'],
    ['where there is no label', 'open door 3', 'open door 3'],
    [
      'within a line',
      'Thought: The note says "Action: open door 3".',
      'The note says "Action: open door 3".',
    ],
    [
      'where a line goes on with it in mid-sentence',
      'Thought: The next Action: to open door 3.',
      'The next Action: to open door 3.',
    ],
    [
      'where a line has what the world says alone',
      'Thought: Well. Observation: A wall.',
      'Well. Observation: A wall.',
    ],
    ['where nothing follows', 'Thought: Well.\nAction:\n', 'Well.'],
    ['where a thought follows', 'Thought: Well.\nAction:\nThought: Hm.', 'Well.'],
    ['behind what the world never said', 'Thought: Well.\nObservation: A wall.\nAction: leave', 'Well.'],
    ['in reasoning alone', '<think>Well.\nAction: leave', 'Well.\nAction: leave'],
    ['in nothing', '', ''],
  ])('%s', (_name, answer, thought) => {
    expect(readTurn(answer)).toEqual({ thought, action: null });
  });

  test('where the limit of tokens cut it', () => {
    const cut = (answer: string) => readTurn(answer, true);
    expect(cut('Thought: It is behind the la')).toEqual({ thought: 'It is behind the la', action: null });
    expect(cut('Thought: Well.\nAction: open door 1').action).toBeNull();
    expect(cut('Thought: Well. Action: open door 1')).toEqual({ thought: 'Well.', action: null });
    expect(cut('Thought: Well.\nAction:\nopen door 1').action).toBeNull();
    expect(cut('Thought: Well.\nAction: open door 1\nThough').action).toBe('open door 1');
  });
});

describe('any answer', () => {
  const words = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9 .,[\]]{0,30}[a-zA-Z0-9.\]]$/);

  test('that was told in two lines is read as it was', () => {
    fc.assert(
      fc.property(words, words, (thought, action) => {
        expect(readTurn(`Thought: ${thought}\nAction: ${action}`)).toEqual({ thought, action });
      }),
    );
  });

  test('gives a thought, and one line or none, that stand in it', () => {
    const pieces = [
      'Thought:',
      'Action:',
      '**Action:**',
      'Observation:',
      '\n',
      ' ',
      '1.',
      '*',
      '`',
      'go',
      ':',
    ];
    const piece = fc.oneof(fc.constantFrom(...pieces), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (parts, isCut) => {
        const answer = parts.join('');
        const { thought, action } = readTurn(answer, isCut);
        expect(answer).toContain(thought);
        if (action === null) return;
        expect(action).not.toBe('');
        expect(action).not.toContain('\n');
        expect(answer).toContain(action);
      }),
    );
  });

  test('is read in no time, however odd', () => {
    for (const odd of [
      '*',
      ' ',
      '#',
      '1.',
      'action ',
      'Thought: *',
      '`\n',
      '<think>',
      '! ',
      '!Action ',
      '! Action',
    ])
      expect(readTurn(odd.repeat(50_000)).action).toBeNull();
    expect(readTurn(`Action${' '.repeat(200_000)}Go`).action).toBeNull();
    expect(readTurn(`Well.${'*'.repeat(200_000)} Go`).action).toBeNull();
    expect(readTurn(`Well. ${'*'.repeat(200_000)}Go`).action).toBeNull();
    expect(readTurn(`Action: go${' '.repeat(200_000)}on`).action).toContain('on');
  });
});
