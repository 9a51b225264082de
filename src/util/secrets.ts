/**
 * Keys and passwords, which stand nowhere on disk or screen. They are known by value, where this process was given them,
 * and by pattern: only patterns so particular that ordinary text has none of them.
 */

/** What stands in the place of a secret. */
const hidden = '[key]';

/** Shorter values are no secrets but words such as `none` or `EMPTY`, which other texts hold too. */
const shortestSecret = 8;

let values: readonly string[] = [];

/** Remembers a secret that this process was given, so that `hideSecrets` knows it by its value. */
export function keepSecret(value: string): void {
  const secret = value.trim();
  if (secret.length < shortestSecret) return;
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  // The longest first: of a secret within another one nothing may be left over.
  values = [...new Set([...values, ...forms])].sort((a, b) => b.length - a.length);
}

/** No part begins within a word, so that each text is looked at once from each place. */
const token = (pattern: string) => `(?<![\\w-])${pattern}`;

/** Patterns of secrets, each after a mark without which no text has any: most texts have none, and marks are found fast. */
const kinds: readonly (readonly [mark: string, pattern: string])[] = [
  // OpenAI, Anthropic, OpenRouter and those who copied them.
  ['sk-', token('sk-[\\w-]{16,}')],
  ['earer\\s', token('[Bb]earer\\s{1,4}(?=[\\w.~+/-]{0,200}\\d)[\\w.~+/-]{16,}=*')],
  // Amazon, Google, GitHub, GitLab, Slack, Hugging Face.
  ['A[KS]IA', token('A(?:KI|SI)A[0-9A-Z]{16}(?![0-9A-Za-z])')],
  ['AIza', token('AIza[\\w-]{30,}')],
  ['gh[a-z]_', token('gh[a-z]_[A-Za-z0-9]{20,}')],
  ['github_pat_', token('github_pat_\\w{20,}')],
  ['glpat-', token('glpat-[\\w-]{20,}')],
  ['xox', token('xox[a-z]-[A-Za-z0-9-]{10,}')],
  ['hf_', token('hf_[A-Za-z0-9]{20,}')],
  // JSON Web Token (RFC 7519): two parts of JSON and a signature, which may be empty.
  ['eyJ', token('eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]*')],
  // PEM (RFC 7468), cut off or whole; its line ends may be escaped.
  [
    '-----BEGIN',
    '-----BEGIN [A-Z0-9 ]{0,40}KEY-----(?:(?:\\s|\\\\[nr]){1,4}[A-Za-z0-9+/=]{16,})*' +
      '(?:(?:\\s|\\\\[nr]){0,4}[A-Za-z0-9+/=]{0,80}(?:\\s|\\\\[nr]){0,4}-----END [A-Z0-9 ]{0,40}KEY-----)?',
  ],
  // A name or a password within a URL (RFC 3986, section 3.2.1).
  ['://', '(?<=[a-z]://)[^\\s/?#@"\'<>]{1,300}(?=@[\\w[])'],
];

const markPattern = new RegExp(kinds.map(([mark]) => mark).join('|'));
const secretPattern = new RegExp(kinds.map(([, pattern]) => pattern).join('|'), 'g');

/** The text with `[key]` in the place of every secret. Hiding twice changes nothing. */
export function hideSecrets(text: string): string {
  let shown = text;
  for (const value of values) if (shown.includes(value)) shown = shown.replaceAll(value, hidden);
  if (!markPattern.test(shown)) return shown;
  // What was no part of its own behind a secret is one behind what stands in its place.
  for (let before = ''; before !== shown; ) {
    before = shown;
    shown = shown.replace(secretPattern, (found) => (found === hidden ? found : hidden));
  }
  return shown;
}
