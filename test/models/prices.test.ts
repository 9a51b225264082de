import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/core/errors.js';
import { findPrice, loadPrices, parsePrices } from '../../src/models/index.js';

describe('parsePrices', () => {
  it('reads prices, free models and names in quotes', () => {
    const text =
      '# note\na: { input: 1, output: 2.5 }\n"b:7b":\n  input: 0.1\n  output: 0\n  cachedInput: 0.05\nc-*: 0\n';
    expect([...parsePrices(text, 'p.yaml')]).toEqual([
      ['a', { input: 1, output: 2.5 }],
      ['b:7b', { input: 0.1, output: 0, cachedInput: 0.05 }],
      ['c-*', { input: 0, output: 0 }],
    ]);
  });

  it.each([
    ['', /^p\.yaml:1:1: a price file maps model names to prices$/],
    ['# only a note\n', /^p\.yaml:1:1: a price file maps/],
    ['- a\n- b\n', /^p\.yaml:1:1: a price file maps/],
    ['12', /^p\.yaml:1:1: a price file maps/],
    ['a: 0\nb: 3\n', /^p\.yaml:2:4: "b" has no price$/],
    ['a:\n', /^p\.yaml:1:\d: "a" has no price$/],
    ['a: free\n', /^p\.yaml:1:4: "a" has no price$/],
    ['4: 0\n', /^p\.yaml:1:1: a model name must be text$/],
    ['"": 0\n', /^p\.yaml:1:1: a model name must be text$/],
    ['a: { input: 1 }\n', /^p\.yaml:1:4: "a": output is missing$/],
    ['a: { output: 1 }\n', /^p\.yaml:1:4: "a": input is missing$/],
    ['a: { input: 1, output: 2, cached: 3 }\n', /^p\.yaml:1:27: "a": unknown key cached$/],
    ['a: { input: -1, output: 2 }\n', /^p\.yaml:1:13: "a": input must be a number of US\$ and not negative$/],
    ['a: { input: .nan, output: 2 }\n', /input must be a number/],
    ['a: { input: .inf, output: 2 }\n', /input must be a number/],
    ['a: { input: "1", output: 2 }\n', /input must be a number/],
    ['a: { input: , output: 2 }\n', /input must be a number/],
    ['g*t: 0\n', /^p\.yaml:1:1: "g\*t": a \* may only stand at the end/],
    ['a: 0\na: 0\n', /^p\.yaml:2:1: .*unique/],
    ['a: { input: 1\n', /^p\.yaml:\d:\d+: /],
    ['a: &x { input: 1, output: 1 }\nb: *x\n', /^p\.yaml:2:4: "b": aliases are not supported$/],
    ['\ta: 0\n', /^p\.yaml:1:\d: /],
  ])('refuses %j', (text, message) => {
    expect(() => parsePrices(text, 'p.yaml')).toThrow(UsageError);
    expect(() => parsePrices(text, 'p.yaml')).toThrow(message);
  });

  it('answers any text with a table or with one clear line', () => {
    const piece = fc.constantFrom(
      'a',
      ':',
      ' ',
      '\n',
      '{',
      '}',
      'input',
      '0',
      '&x',
      '*x',
      '"',
      '-',
      '\t',
      '!!',
      '?',
      '<<',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          parsePrices(pieces.join(''), 'p.yaml');
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
          expect((error as Error).message).toMatch(/^p\.yaml:\d+:\d+: [^\n]+$/);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('loadPrices', () => {
  it('reads the file that we ship', () => {
    const prices = loadPrices('configs/prices.yaml');
    expect(findPrice(prices, 'gpt-4o')).toEqual({ input: 2.5, output: 10, cachedInput: 1.25 });
    expect(findPrice(prices, 'simulated-weak')).toEqual({ input: 0, output: 0 });
    expect(findPrice(prices, 'gpt-5-unheard-of')).toBeNull();
    for (const [name, price] of prices) {
      expect(price.output, name).toBeGreaterThanOrEqual(price.input);
      expect(price.cachedInput ?? 0, name).toBeLessThanOrEqual(price.input);
    }
  });

  it('names a file that is missing or can not be read', () => {
    expect(() => loadPrices('no-such.yaml')).toThrow(UsageError);
    expect(() => loadPrices('no-such.yaml')).toThrow(/^no-such\.yaml: no such price file$/);
    expect(() => loadPrices('configs')).toThrow(/^configs: can not be read \(EISDIR/);
  });

  it('reads a file with a byte order mark and CRLF', () => {
    const folder = mkdtempSync(join(tmpdir(), 'prices-'));
    const path = join(folder, 'prices.yaml');
    writeFileSync(path, '\ufeffa: { input: 1, output: 2 }\r\nb: 0\r\n');
    expect(loadPrices(path).size).toBe(2);
    rmSync(folder, { recursive: true });
  });
});
