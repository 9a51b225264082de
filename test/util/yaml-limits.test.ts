import { expect, test } from 'vitest';
import { findYamlExcess } from '../../src/util/yaml-limits.js';

test('ordinary YAML has no excess, nor has broken YAML', () => {
  const deep = `${'['.repeat(50)}${']'.repeat(50)}`;
  for (const text of ['', 'a: 1', '- [1, {a: b}]\n- ? x\n  : y\n', 'a: "[[[[', ']]]', '---\na\n---\nb', deep])
    expect(findYamlExcess(text)).toBeNull();
  expect(findYamlExcess(`[${deep}]`)).toEqual({
    line: 1,
    column: 51,
    problem: 'nested deeper than 50 levels',
  });
});

test('says where there is too much', () => {
  const keys = Array.from({ length: 2001 }, (_, i) => `  k${i}: 1`).join('\n');
  expect(findYamlExcess(`a: 1\nb:\n${keys}\n`)).toEqual({
    line: 3,
    column: 3,
    problem: 'has more than 2000 keys in one map',
  });
  expect(findYamlExcess(`a: 1\nb:\n${keys.split('\n').slice(1).join('\n')}\n`)).toBeNull();
  const list = Array.from({ length: 5000 }, () => '- x').join('\n');
  expect(findYamlExcess(list)).toBeNull();
  const blocks = Array.from({ length: 60 }, (_, i) => `${' '.repeat(i)}a:`).join('\n');
  expect(findYamlExcess(`x: y\n${blocks}`)).toMatchObject({
    problem: 'nested deeper than 50 levels',
    line: 52,
  });
});
