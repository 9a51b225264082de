import { describe, expect, test } from 'vitest';
import { fillSlots, findText, freeSlots } from '../../src/agents/adaplanner-text.js';

const kept = new Map([
  ['n', { text: '1' }],
  ['place', { text: 'Cabinet 1' }],
  ['odd', { text: 'a.b*(' }],
]);
const found = (text: string, observation: string) => {
  const caught = findText(text, observation, kept);
  return caught === null ? null : Object.fromEntries(caught);
};

test('slots are filled in where something is kept', () => {
  expect(fillSlots('go to {place} or {x} for {n}{n}', kept)).toBe('go to Cabinet 1 or {x} for 11');
  expect(freeSlots('{x} {place} {y} {x}', kept)).toEqual(['x', 'y', 'x']);
  expect(fillSlots('{ place } {} {a b}', kept)).toBe('{ place } {} {a b}');
});

describe('a text is found', () => {
  test.each<[string, string, object | null]>([
    ['you ARRIVE', 'Now You arrive.', {}],
    ['arrive', 'you leave', null],
    ['mug {k}', 'You see a mug 12, and a mug 3.', { k: '12' }],
    ['mug {n}', 'a mug 12', null],
    ['mug {n}', 'a mug 12, a mug 1', {}],
    ['{place} is', 'the cabinet 1 is closed', {}],
    ['{place}', 'the cabinet 12', null],
    ['{place}s', 'all cabinet 1s', {}],
    ['{odd}', 'here is a.b*( now', {}],
    ['{odd}', 'axbb', null],
    ['.*', 'anything', null],
    ['a {k} and a {k}', 'a cup and a mug and a mug', { k: 'mug' }],
    ['{k} {k}', 'xab ab', null],
    ['{a} {b}', 'on  the red-hot stove', { a: 'the', b: 'red-hot' }],
    ['by {who}', 'made by Zoë', { who: 'Zoë' }],
    ['by {who}', "by O'Neill’s men", { who: "O'Neill’s" }],
    ['{a}{b}', 'words', null],
    ['{k}s', 'mugs', null],
    ['ИМЯ {k}', 'имя Ольга', { k: 'Ольга' }],
    ['{', 'a { b', {}],
  ])('%j in %j', (text, observation, caught) => {
    expect(found(text, observation)).toEqual(caught);
  });

  test('without going back and forth in a long text', () => {
    const names = Array.from({ length: 10 }, (_, i) => `{w${i}}`);
    expect(found(`${names.join('')}!`, 'a'.repeat(50_000))).toBeNull();
    expect(found(`${names.join(' ')}!`, 'a '.repeat(50_000))).toBeNull();
  });
});
