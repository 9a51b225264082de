import { describe, expect, it } from 'vitest';
import { readStrictYaml } from '../../src/util/strict-yaml.js';

describe('strict YAML', () => {
  it('is plain data', () => {
    expect(readStrictYaml('a: [1, "2"]\nb: no\n')).toEqual({ value: { a: [1, '2'], b: 'no' } });
  });

  it.each<[string, number | null, RegExp]>([
    ['a: 1\na: 2\n', 2, /unique/],
    ['a: 1\nb: [\n', 3, /./],
    ['a: !!binary aGk=\n', 1, /tag/],
    ['a: &x 1\nb: *x\n', null, /^aliases are not allowed \(.+\)$/],
  ])('is not %j', (text, line, message) => {
    const { problem } = readStrictYaml(text);
    expect(problem?.line).toBe(line);
    expect(problem?.message).toMatch(message);
  });
});
