/** What reports on jobs claim about the world: read from their sentences, whoever wrote them. */
import { type Effect, effects } from './lexicon.js';

/** One claim. `sure` means that a cause was stated, not only that an attempt failed. */
export type Claim =
  | { readonly kind: 'works'; readonly effect: Effect; readonly type: string }
  | { readonly kind: 'fails'; readonly effect: Effect; readonly type: string; readonly sure: boolean }
  | { readonly kind: 'found' | 'absent'; readonly type: string }
  | { readonly kind: 'hold' | 'open' | 'one-at-a-time' | 'use-lamp' | 'once' };

const stems: Readonly<Record<Effect, string>> = {
  heat: '(?:heat(?:s|ed|ing)?|warm(?:s|ed|ing)?)',
  cool: '(?:cool(?:s|ed|ing)?|chill(?:s|ed|ing)?)',
  clean: '(?:clean(?:s|ed|ing)?|wash(?:es|ed|ing)?)',
};
const negative =
  /\b(?:fail\w*|cannot|can't|did not|does not|doesn't|didn't|nothing|without success|in vain|no effect)\b/;

/** The claims of one report, each once, in the order of their keys. */
export function readClaims(report: string): Claim[] {
  const claims = new Map<string, Claim>();
  const sentences = report.toLowerCase().split(/\n+|(?<=[.;])\s+/);
  for (const sentence of sentences)
    for (const claim of claimsOf(sentence)) claims.set(claimKey(claim), claim);
  return [...claims].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, claim]) => claim);
}

/** A text that is the same for the same claim. */
export function claimKey(claim: Claim): string {
  return Object.values(claim).join(' ');
}

function claimsOf(sentence: string): Claim[] {
  return [
    ...effects.flatMap((effect) => effectClaims(sentence, effect)),
    ...foundClaims(sentence),
    ...(/\b(?:perhaps|maybe)\b/.test(sentence) ? [] : ruleClaims(sentence)),
    ...absentClaims(sentence),
  ];
}

function effectClaims(sentence: string, effect: Effect): Claim[] {
  const claims: Claim[] = [];
  const ruledOut = new RegExp(
    `\\b(\\w+?)(?: \\d+)? (?:cannot|can't|can not) (?:be used (?:for|to) )?${stems[effect]}`,
  ).exec(sentence);
  if (ruledOut?.[1]) claims.push({ kind: 'fails', effect, type: ruledOut[1], sure: true });
  const tried = new RegExp(
    `\\b${stems[effect]}\\b(?: up| down)?(?: (?:it|the object|the \\w+|\\w+ \\d+))? (?:with|using|by|in) (?:the |an? )?(\\w+)`,
  ).exec(sentence);
  const type = tried?.[1];
  if (type && !ruledOut) {
    claims.push(
      negative.test(sentence)
        ? { kind: 'fails', effect, type, sure: false }
        : { kind: 'works', effect, type },
    );
  }
  const praised = new RegExp(`\\bwork\\w* for ${stems[effect]} is (?:the )?(\\w+)`).exec(sentence);
  if (praised?.[1]) claims.push({ kind: 'works', effect, type: praised[1] });
  return claims;
}

function foundClaims(sentence: string): Claim[] {
  const found =
    /\b(?:took|found|picked up|discovered)\b(?: (?:it|the \w+|\w+ \d+))? (?:from|at|on|in) (?:the |an? )?(\w+)/.exec(
      sentence,
    );
  return found?.[1] && !negative.test(sentence) ? [{ kind: 'found', type: found[1] }] : [];
}

function absentClaims(sentence: string): Claim[] {
  const absent = /\bthere is no (\w+) here\b/.exec(sentence)?.[1];
  return absent ? [{ kind: 'absent', type: absent }] : [];
}

function ruleClaims(sentence: string): Claim[] {
  const claims: Claim[] = [];
  const says = (kind: 'hold' | 'open' | 'one-at-a-time' | 'use-lamp' | 'once', pattern: RegExp) => {
    if (pattern.test(sentence)) claims.push({ kind });
  };
  says('one-at-a-time', /\bonly one\b|\bmore than one\b|\bone at a time\b/);
  says(
    'hold',
    /\b(?:has|have|needs|must)\b[^.]*\b(?:be carried|be held|be in hand|carry|hold)\b|\bwhile (?:it is|i) carried\b/,
  );
  says('open', /\bclosed\b[^.]*\b(?:open\w*)\b|\bopen\w*\b[^.]*\bclosed\b/);
  says(
    'use-lamp',
    /\b(?:turn(?:ed)? on|use[ds]?|switch(?:ed)? on)\b[^.]*lamp|lamp\b[^.]*\b(?:turn(?:ed)? on|use[ds]?|switch(?:ed)? on)\b/,
  );
  says('once', /\bsearched (?:it )?(?:already|before)\b|\bonly once\b|\beach once\b|\bone after another\b/);
  return claims;
}
