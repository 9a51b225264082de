import fc from 'fast-check';

/** Pieces that parsers stumble over. */
const odd = [
  '\0',
  '\ufeff',
  '\r\n',
  '\t',
  ' ',
  '\n',
  '\u2028',
  '\ud800',
  '__proto__: {a: 1}\n',
  'constructor: 1\n',
  '.nan',
  '.inf',
  '-0',
  '1e999',
  '0x7fffffffffffffff',
  '99999999999999999999',
  '~',
  'null',
  '!!binary x',
  '!!js/function x',
  '&a ',
  '*a',
  '<<: *a\n',
  '&a [*a]',
  '{',
  '}',
  '[',
  ']',
  '[[[[[[[[',
  '"',
  "'",
  '|',
  '>',
  '---\n',
  '...\n',
  '%YAML 9.9\n',
  '? ',
  ': ',
  '- ',
  '#',
  ',',
  ',,',
  '\\',
  '\\u0000',
  '"\\ud800"',
  '{"__proto__": 1}',
  '`',
  '$',
  '/../',
  '../',
  'é',
  '😀',
];

/** A text with some places cut and others put in. */
export function mutated(base: string, dictionary: readonly string[] = []): fc.Arbitrary<string> {
  const put = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...odd, ...dictionary) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
    {
      weight: 1,
      arbitrary: fc.nat(base.length).chain((at) => fc.nat(40).map((length) => base.slice(at, at + length))),
    },
  );
  const edit = fc.record({ at: fc.nat(base.length), cut: fc.oneof(fc.nat(3), fc.nat(60)), put });
  return fc.array(edit, { maxLength: 4 }).map((edits) => {
    let text = base;
    for (const { at, cut, put: piece } of edits) text = text.slice(0, at) + piece + text.slice(at + cut);
    return text;
  });
}

/** A text as bytes, mostly UTF-8, sometimes something else. */
export function encoded(text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  const as = fc.oneof(
    { weight: 12, arbitrary: fc.constant((value: string) => Buffer.from(value, 'utf8')) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        (value: string) => Buffer.from(`\ufeff${value}`, 'utf8'),
        (value: string) => Buffer.from(value.replace(/\n/g, '\r\n'), 'utf8'),
        (value: string) => Buffer.from(value.replace(/\n/g, '\r'), 'utf8'),
        (value: string) => Buffer.from(`\ufeff${value}`, 'utf16le'),
        (value: string) => Buffer.from(value, 'utf16le').swap16(),
        (value: string) =>
          Buffer.concat([Buffer.from(value, 'utf8'), Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x80])]),
        (value: string) => Buffer.from(value, 'latin1'),
      ),
    },
  );
  return fc.tuple(text, as).map(([value, encode]) => encode(value));
}
