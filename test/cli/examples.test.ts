import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/create-program.js';
import { examplesIn, helpOf, listCommands, parseWithoutRunning, splitWords } from './command-help.js';

const commands = listCommands(createProgram());

describe('--help', () => {
  it('looks at all commands', () => {
    expect(commands.length).toBeGreaterThan(35);
  });

  it.each(commands)('of $name has an example of it that could be run', async ({ name, command }) => {
    const examples = examplesIn(helpOf(command));
    expect(examples.join('\n')).toContain(`planwright ${name}`);
    for (const example of examples) {
      const [, ...words] = splitWords(example);
      expect(await parseWithoutRunning(words), example).toMatch(/./);
    }
  });

  it('names each command under a heading', () => {
    const text = helpOf(createProgram());
    expect(text).toMatch(/^First steps:\n {2}init /m);
    expect(text).not.toMatch(/^Commands:/m);
    for (const { name } of commands.filter((one) => !one.name.includes(' ')))
      expect(text).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });
});

describe('the check of examples can fail:', () => {
  it.each([
    ['an unknown option', ['train', 'c.yaml', '--sede', '3']],
    ['an unknown command', ['trian', 'c.yaml']],
    ['a missing argument', ['train']],
    ['no choice', ['train', 'c.yaml', '--display', 'colourful']],
    ['no number', ['train', 'c.yaml', '--max-cost', 'much']],
  ])('%s', async (_what, words) => {
    await expect(parseWithoutRunning(words)).rejects.toThrow();
  });

  it('finds examples as they are written', () => {
    const help =
      'Text\n\nExamples:\n  planwright a \\\n    --b c   # why\n  planwright d && planwright e > f\n';
    expect(examplesIn(help)).toEqual(['planwright a --b c', 'planwright d', 'planwright e']);
    expect(examplesIn('planwright x\n')).toEqual([]);
    expect(splitWords(`planwright a 'b c' --d="e f"`)).toEqual(['planwright', 'a', 'b c', '--d=e f']);
  });
});
