/**
 * The formalizer F of AutoPlan (paper section 3.2.1 and appendix A.1): turns a model's words into an action that
 * the environment accepts. The paper's is a model call; this is the free one, a grammar made from the action forms.
 * Deviation: a missing number is added when the transcript holds exactly one such name.
 */
import type { ActionForm } from '../core/environment.js';
import { createRecentCache } from '../util/recent-cache.js';

/** Reads the first action out of a model's words; null where no form fits. */
export type ActionGrammar = (raw: string, transcript: readonly string[]) => string | null;

/** One way to say one form. Slots in square brackets hold free text, all others names. */
interface SpokenForm {
  readonly bracketed: boolean;
  /** For well-formed actions, with or without other words after them. */
  readonly exact: RegExp;
  /** For whole lines whose names may lack their numbers, or whose brackets do not pair up. */
  readonly loose: RegExp;
  /** The canonical form cut at its slots: one more text than there are slots. */
  readonly texts: readonly string[];
  /** For each slot as spoken, its place in the canonical form. */
  readonly order: readonly number[];
}

const slotPattern = /\{([\w ]+)\}/g;
const numberedName = '(?:the |an? )?([a-z]+[ _]?\\d+)';
const bareName = '(?:the |an? |some |my )?([a-z]+(?:[ _]?\\d+)?)';
const balancedText = '((?:[^[\\]]|\\[[^[\\]]*\\])+)';
const anyText = '(.+)';
const afterName = '(?!\\w)';
const afterWord = '(?=$|[,.;:!]| and\\b| then\\b| to see\\b)';
const lead =
  /^(?:(?:sure|okay|ok|alright|certainly)[,.!:]*\s+|\d+[.)]\s+|(?:my )?(?:next )?action(?: is| will be)?\s*:?\s+|(?:so |then |now |next )?(?:,\s*)?(?:i(?:'ll| will| would| should| want to| am going to| need to| can)|let me|let us|let's)\s+(?:now |first |next )?|[>*"'`-]+\s*)/i;
/** Prefaces that may stand one behind the other: "Sure. 1. > I will". */
const mostLeads = 4;

/** All games of a world have the same few sets of forms, whose patterns take long to make and are large. */
const madeBefore = createRecentCache<string, readonly SpokenForm[]>(32);

/** Builds the grammar of a set of action forms. */
export function createGrammar(forms: readonly ActionForm[]): ActionGrammar {
  const said = forms.map(({ form, alsoSaid = [] }) => [form, ...alsoSaid]);
  const spokenForms = madeBefore.get(JSON.stringify(said), () =>
    said.flatMap((ways) => ways.map((spoken) => createSpokenForm(spoken, ways[0] ?? spoken))),
  );
  return (raw, transcript) => {
    const line = withoutLeads(raw);
    const plain = withoutQuotes(line);
    for (const form of spokenForms) {
      const match = form.exact.exec(form.bracketed ? line : plain);
      if (match) return fill(form, match.slice(1));
    }
    for (const form of spokenForms) {
      const match = form.loose.exec(form.bracketed ? line : plain);
      const caught = match?.slice(1).map((text) => (form.bracketed ? text : withNumber(text, transcript)));
      if (caught?.every((text) => text !== null)) return fill(form, caught);
    }
    return null;
  };
}

function createSpokenForm(spoken: string, canonical: string): SpokenForm {
  const bracketed = canonical.includes('[');
  const parts = spoken.split(slotPattern);
  const compile = (slot: string, end: string) => {
    const source = parts.map((part, index) => (index % 2 === 1 ? slot : escapeWords(part))).join('');
    return new RegExp(`^${source}${end}`, 'i');
  };
  const [slot, looseSlot] = bracketed ? [balancedText, anyText] : [numberedName, bareName];
  const end = bracketed ? '' : parts.length === 1 ? afterWord : afterName;
  return {
    bracketed,
    exact: compile(slot, end),
    loose: compile(looseSlot, '\\s*[.!]*$'),
    texts: canonical.split(slotPattern).filter((_part, index) => index % 2 === 0),
    order: orderSlots(spoken, canonical),
  };
}

/** Two slots of one name (`slice {object} with {object}`) keep their order. */
function orderSlots(spoken: string, canonical: string): number[] {
  const slots = slotNames(canonical);
  const next = new Map<string, number>();
  return slotNames(spoken).map((slot) => {
    const index = slots.indexOf(slot, next.get(slot));
    next.set(slot, index + 1);
    return index;
  });
}

function slotNames(form: string): string[] {
  return [...form.matchAll(slotPattern)].map((match) => match[1] ?? '');
}

function escapeWords(text: string): string {
  return text
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace('in\\/on', '(?:in\\/on|into|onto|inside|in|on)')
    .replace('\\[', '\\s*\\[')
    .replace(/ /g, '\\s+');
}

/** The first line that says something, without prefaces. */
function withoutLeads(raw: string): string {
  let line = (raw.split('\n').find((one) => one.trim() !== '') ?? '').trim();
  for (let i = 0; i < mostLeads; i++) line = line.replace(lead, '');
  return line;
}

function withoutQuotes(line: string): string {
  return line
    .replace(/["'`*]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The name with its number: as it is, or completed when the transcript holds exactly one such name. */
function withNumber(name: string, transcript: readonly string[]): string | null {
  if (/\d$/.test(name)) return name;
  const pattern = new RegExp(`\\b${name} \\d+\\b`, 'gi');
  const known = new Set(transcript.flatMap((text) => text.toLowerCase().match(pattern) ?? []));
  const [only] = known;
  return known.size === 1 && only !== undefined ? only : null;
}

function fill({ bracketed, texts, order }: SpokenForm, caught: readonly (string | null)[]): string {
  const slots: string[] = [];
  order.forEach((place, index) => {
    const text = caught[index] ?? '';
    slots[place] = bracketed ? text.trim() : asName(text);
  });
  return texts.map((text, index) => text + (slots[index] ?? '')).join('');
}

/** A name as worlds write it: `Shelf_2` and `shelf2` are `shelf 2`. */
function asName(text: string): string {
  return text.toLowerCase().replace(/[ _]?(\d+)$/, ' $1');
}
