import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { positiveNumber, rule, wholeNumber, worldOption } from '../../src/cli/arguments.js';

describe('arguments', () => {
  it.each(['0', '12', '007'])('takes the whole number %s', (text) => {
    expect(wholeNumber(0)(text)).toBe(Number(text));
  });

  it.each(['', '-1', '1.5', '1e3', ' 1', '0x1', '99999999999999999999', 'NaN'])('refuses "%s"', (text) => {
    expect(() => wholeNumber(0)(text)).toThrow(InvalidArgumentError);
  });

  it('keeps to the range', () => {
    expect(() => wholeNumber(1)('0')).toThrow('1 or more');
    expect(() => wholeNumber(0, 9)('10')).toThrow('0 to 9');
    expect(positiveNumber(5)('.5')).toBe(0.5);
    for (const text of ['0', '5.01', '-1', '', '.', '1e1', 'Infinity']) {
      expect(() => positiveNumber(5)(text)).toThrow(InvalidArgumentError);
    }
  });

  it('collects options of a world, the last value of each', () => {
    const first = worldOption('userAgent=me/1 (a=b, c)', worldOption('backend=context'));
    expect(worldOption('backend=corpus', first)).toEqual({ backend: 'corpus', userAgent: 'me/1 (a=b, c)' });
    expect(Object.keys(worldOption('__proto__=x'))).toEqual(['__proto__']);
    for (const text of ['backend', 'backend=', '=corpus', 'back end=x']) {
      expect(() => worldOption(text)).toThrow(InvalidArgumentError);
    }
  });

  it('collects rules', () => {
    expect(rule('heat=toaster, stoveburner', rule('cool=cart', rule('heat=fridge')))).toEqual({
      heat: ['fridge', 'toaster', 'stoveburner'],
      cool: ['cart'],
    });
    for (const text of ['heat', 'heat=', '=toaster', 'heat=a,', 'he at=a']) {
      expect(() => rule(text)).toThrow(InvalidArgumentError);
    }
  });
});
