/**
 * The formalizer F of AutoPlan (paper section 3.2.1 and appendix A.1): turns a model's words into an action that
 * the environment accepts. The paper's is a model call; this is the free one, a grammar made from the action forms.
 * Deviation: names in the transcript are used to add a missing number when only one such name has been seen.
 */
import type { ActionForm } from '../core/environment.js';

/** Reads one action out of a model's words; null where no form fits. */
export type ActionGrammar = (raw: string, transcript: readonly string[]) => string | null;

/** One form as a pattern: literal words, then what its slots caught. */
interface FormPattern {
  readonly pattern: RegExp;
  readonly loosePattern: RegExp;
  /** The canonical form cut at its slots: one more text than there are slots. */
  readonly texts: readonly string[];
  /** For each slot of the spoken form, its place in the canonical form. */
  readonly order: readonly number[];
}

const slotPattern = /\{([\w ]+)\}/g;
const numberedName = '(?:the |an? )?([a-z]+ \\d+)';
const bareName = '(?:the |an? |some )?([a-z]+(?: \\d+)?)';
const freeText = '(.+?)';
const lead =
  /^(?:(?:sure|okay|ok|alright|certainly)[,.!:]*\s+|(?:my )?(?:next )?action(?: is| will be)?\s*:?\s+|(?:so |then |now )?(?:,\s*)?(?:i(?:'ll| will| would| should| want to| am going to| need to| can)|let me|let us|let's)\s+(?:now |first |next )?|[>*"'`-]+\s*)/i;

/** Builds the grammar of a set of action forms. Bracketed slots (`search[{entity}]`) take free text. */
export function createGrammar(forms: readonly ActionForm[]): ActionGrammar {
  const patterns = forms.flatMap((entry) =>
    [entry.form, ...(entry.alsoSaid ?? [])].map((spoken) => createPattern(spoken, entry.form)),
  );
  return (raw, transcript) => {
    const spoken = normalize(raw);
    for (const form of patterns) {
      const match = form.pattern.exec(spoken);
      if (match) return fill(form, match.slice(1));
    }
    for (const form of patterns) {
      const match = form.loosePattern.exec(spoken);
      const names = match?.slice(1).map((name) => withNumber(name, transcript));
      if (names?.every((name) => name !== null)) return fill(form, names);
    }
    return null;
  };
}

function createPattern(spoken: string, canonical: string): FormPattern {
  const slots = slotNames(canonical);
  const bracketed = spoken.includes('[');
  const compile = (name: string, end: string) => {
    const source = spoken
      .split(slotPattern)
      .map((part, index) => (index % 2 === 1 ? (bracketed ? freeText : name) : escapePattern(part)))
      .join('');
    return new RegExp(`^${source}${end}`, 'i');
  };
  const seen = new Map<string, number>();
  const order = slotNames(spoken).map((slot) => {
    const from = seen.get(slot) ?? 0;
    const index = slots.indexOf(slot, from);
    seen.set(slot, index + 1);
    return index;
  });
  const end = bracketed ? '' : '(?![\\w])';
  return {
    pattern: compile(numberedName, end),
    loosePattern: compile(bareName, '\\s*[.!]*$'),
    texts: canonical.split(slotPattern).filter((_part, index) => index % 2 === 0),
    order,
  };
}

function slotNames(form: string): string[] {
  return [...form.matchAll(slotPattern)].map((match) => match[1] ?? '');
}

function escapePattern(text: string): string {
  return text
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/in\\\/on/g, '(?:in\\/on|into|onto|in|on)')
    .replace(/ /g, '\\s+');
}

/** First line, without prefaces, quotes and doubled blanks. */
function normalize(raw: string): string {
  let text = (raw.split('\n').find((line) => line.trim() !== '') ?? '').trim();
  for (let i = 0; i < 4; i++) text = text.replace(lead, '');
  return text
    .replace(/["'`*]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The name with its number: as it is, or completed when the transcript holds exactly one such name. */
function withNumber(name: string, transcript: readonly string[]): string | null {
  if (/\d$/.test(name)) return name;
  const known = new Set<string>();
  const pattern = new RegExp(`\\b${name} \\d+\\b`, 'gi');
  for (const text of transcript)
    for (const match of text.matchAll(pattern)) known.add(match[0].toLowerCase());
  return known.size === 1 ? ([...known][0] ?? null) : null;
}

function fill(form: FormPattern, caught: readonly (string | undefined)[]): string {
  const slots: string[] = [];
  form.order.forEach((target, index) => {
    const value = caught[index] ?? '';
    slots[target] = form.texts[0]?.endsWith('[') ? value : value.toLowerCase();
  });
  return form.texts.map((text, index) => text + (slots[index] ?? '')).join('');
}
