import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { definePrompt, overridePrompt } from '../../src/core/prompt.js';

const greeting = definePrompt(
  'greeting',
  ['name', 'place'],
  ({ name, place }) => `Hello ${name} at ${place}`,
);

describe('overridePrompt', () => {
  test('fills in the variables, wherever and however often they stand', () => {
    const own = overridePrompt(greeting, '{{name}}, {{ place }} and {{name}}!\r\nBye.\n\n', 'own.txt');
    expect(own.render({ name: 'Ann', place: 'home' })).toBe('Ann, home and Ann!\nBye.');
    expect(own.name).toBe('greeting');
    expect(own.variables).toEqual(['name', 'place']);
  });

  test('refuses a variable that the prompt does not have, naming file, prompt and those it has', () => {
    expect(() => overridePrompt(greeting, 'Hello {{nam}}', 'own.txt')).toThrow(
      new UsageError('own.txt: prompt "greeting" has no variable {{nam}}', 'it offers: {{name}}, {{place}}'),
    );
    const plain = definePrompt('plain', [], () => '');
    expect(() => overridePrompt(plain, '{{x}}', 'own.txt')).toThrow(
      expect.objectContaining({ remedy: 'it offers: none' }),
    );
  });

  test('does not know the names that every object has', () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      expect(() => overridePrompt(greeting, `{{${name}}}`, 'own.txt')).toThrow(UsageError);
    }
  });

  test('leaves braces alone that are no variable', () => {
    const text = 'take {object} from {receptacle}, {{}}, { {name} }';
    expect(overridePrompt(greeting, text, 'own.txt').render({ name: 'a', place: 'b' })).toBe(text);
  });

  test('puts values in as they are, even where they look like templates', () => {
    const own = overridePrompt(greeting, '<{{name}}|{{place}}>', 'own.txt');
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, place) => {
        expect(own.render({ name, place })).toBe(`<${name}|${place}>`);
      }),
      { examples: [['$&', '{{name}}']] },
    );
  });
});
