import fc from 'fast-check';

/** Pieces that mean something to some form. */
export const hostilePieces: readonly string[] = [
  '---',
  '---\nschema: planwright.plan/v9\n---',
  '{{name}}',
  '{{{{raw}}}}',
  '{{#if a}}b{{/if}}',
  '}}',
  '{',
  '\\',
  '\\n',
  '$&',
  '$1',
  '</plan>',
  '<b onclick="x">',
  '\u001b[2J',
  '\u202eabc\u202c',
  '\u200b',
  '\u2028',
  '\u0085',
  '# Heading',
  '## Heading',
  '```',
  '~~~\ncode\n~~~',
  '@plans/other.md',
  '"""',
  "'",
  '\r\n',
  '\t',
  '  ',
  '\n\n\n',
  'naïve 🎉',
  '1. Go to {receptacle}.',
  '{"text": 1}',
  'text: |',
  '&a *a !!js',
  '\ud83d',
];

/** A plan's text made of them. */
export const hostileBody: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...hostilePieces), fc.string({ maxLength: 8 })), {
    minLength: 1,
    maxLength: 6,
  })
  .chain((pieces) => fc.constantFrom('', ' ', '\n').map((between) => pieces.join(between)));
