import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hideSecrets, keepSecret } from '../../src/util/secrets.js';

const pem = (end: string) =>
  [
    '-----BEGIN EC PRIVATE KEY-----',
    'MHcCAQEEIFakeFakeFakeFakeFakeFakeFakeFakeFake0123456789ab',
    'oUQDQgAEfake==',
    end,
  ]
    .join('\n')
    .trimEnd();

test.each([
  ['an sk- key', 'key sk-proj-abcDEF0123456789 end', 'key [key] end'],
  ['a header', 'Authorization: Bearer abc.DEF-0123456789==', 'Authorization: [key]'],
  ['an AWS key', '"AKIAFAKEFAKEFAKE1234"', '"[key]"'],
  ['a Google key', 'AIzaSyFake0123456789_fake-fake0123456789', '[key]'],
  ['a GitHub token', 'ghp_fakefakefakefakefakefakefakefake0123', '[key]'],
  ['a fine-grained GitHub token', 'github_pat_11FAKE0123456789_fakefake', '[key]'],
  ['a Slack token', 'xoxb-12345678901-fakefake', '[key]'],
  ['a JWT', 'x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJl y', 'x [key] y'],
  ['a private key', `a\n${pem('-----END EC PRIVATE KEY-----')}\nb`, 'a\n[key]\nb'],
  ['a private key in JSON', JSON.stringify(pem('-----END EC PRIVATE KEY-----')), '"[key]"'],
  ['a private key that is cut off', pem('').slice(0, 80), '[key]'],
  ['a password in a URL', 'http://user:pa55word@host/v1', 'http://[key]@host/v1'],
  ['a token in a URL', 'see https://tok3n@host:80/', 'see https://[key]@host:80/'],
])('%s is hidden', (_what, text, shown) => {
  expect(hideSecrets(text)).toBe(shown);
  expect(hideSecrets(shown)).toBe(shown);
});

test.each([
  'a desk-lamp, a sk-8, task-force-of-the-kitchen',
  'the bearer of good news, Bearer Constantinopolitanischer',
  'AKIAB, an AIza, gh_, eyJ and mail to someone@example.org',
  'https://host/@name and http://host:80/v1',
  '-----BEGIN CERTIFICATE-----',
])('%j is left alone', (text) => {
  expect(hideSecrets(text)).toBe(text);
});

test('a value that was kept is hidden wherever it stands, as it is written in URLs and JSON too', () => {
  const secret = 'fake"secret/value+1';
  expect(hideSecrets(`say ${secret}`)).toBe(`say ${secret}`);
  keepSecret(` ${secret}\n`);
  expect(hideSecrets(`say ${secret}!`)).toBe('say [key]!');
  expect(hideSecrets(JSON.stringify({ secret }))).toBe('{"secret":"[key]"}');
  expect(hideSecrets(`https://a/?k=${encodeURIComponent(secret)}`)).toBe('https://a/?k=[key]');
  keepSecret(`${secret}-and-more`);
  expect(hideSecrets(`${secret}-and-more`)).toBe('[key]');
});

test('words that servers take instead of a key are no secrets', () => {
  keepSecret('none');
  keepSecret('');
  expect(hideSecrets('none')).toBe('none');
});

test('a key is found right behind another secret', () => {
  const key = `sk-${'a1'.repeat(12)}`;
  expect(hideSecrets(`-----BEGIN KEY-----${key}`)).toBe('[key][key]');
});

test('hiding twice changes nothing', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      'sk-',
      'Bearer ',
      '://',
      '@',
      'eyJ',
      '.',
      '-----BEGIN ',
      'KEY-----',
      'a1'.repeat(12),
      '\n',
      'AKIA',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const once = hideSecrets(pieces.join(''));
      expect(hideSecrets(once)).toBe(once);
    }),
    { numRuns: 1000 },
  );
});
