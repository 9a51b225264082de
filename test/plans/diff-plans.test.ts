import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlan, type DiffLine, diffPlans, renderDiff } from '../../src/plans/index.js';

const plan = (text: string) => createPlan({ text, iteration: 0, environment: 'toy', taskType: 'heat' });
const diff = (a: string, b: string) => diffPlans(plan(a), plan(b));
const keep = (lines: readonly DiffLine[], kind: DiffLine['kind']) =>
  lines.filter((line) => line.kind === 'same' || line.kind === kind).map(({ text }) => text);

/** Length of a longest common subsequence, by trying all: a second, slow opinion. */
const longest = (a: readonly string[], b: readonly string[]): number => {
  const [first, ...rest] = a;
  if (first === undefined) return 0;
  const at = b.indexOf(first);
  const without = longest(rest, b);
  return at === -1 ? without : Math.max(without, 1 + longest(rest, b.slice(at + 1)));
};

describe('diffPlans', () => {
  test('is rendered with marks', () => {
    const text = renderDiff(
      diff('# Plan\n\n1. Look.\n2. Heat.', '# Plan\n\n1. Look around.\n2. Heat.\n3. Put.'),
    );
    expect(text.split('\n')).toEqual([
      '  # Plan',
      '',
      '- 1. Look.',
      '+ 1. Look around.',
      '  2. Heat.',
      '+ 3. Put.',
    ]);
  });

  test('equal, empty, new and gone', () => {
    expect(renderDiff(diff('a\nb', 'a\nb'))).toBe('  a\n  b');
    expect(diff('', '')).toEqual([]);
    expect(renderDiff(diff('', 'a'))).toBe('+ a');
    expect(renderDiff(diff('a', ''))).toBe('- a');
  });

  test('both plans can be read off it, and no longer part could be kept', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const found = diff(a.join('\n'), b.join('\n'));
        expect(keep(found, 'removed')).toEqual(a);
        expect(keep(found, 'added')).toEqual(b);
        expect(found.filter(({ kind }) => kind === 'same')).toHaveLength(longest(a, b));
      }),
    );
  });

  test('very long changes count as replaced', () => {
    const many = (word: string) => Array.from({ length: 3000 }, (_, i) => `${word} ${i % 7}`).join('\n');
    const found = diff(`same\n${many('a')}\nend`, `same\n${many('b')}\nend`);
    expect(found).toHaveLength(6002);
    expect(keep(found, 'added')).toEqual(`same\n${many('b')}\nend`.split('\n'));
  });
});
