/** The texts of AdaPlanner's programs: slots are filled in, and what is observed is searched for them. */

/** What is kept under a name, and the step that put it there. */
export interface Binding {
  readonly text: string;
  readonly step: number;
}

/** Everything that is kept, by name. */
export type Bindings = ReadonlyMap<string, Binding>;

/** Names without the step that put them there. */
type Values = ReadonlyMap<string, { readonly text: string }>;

const slots = /\{([\p{L}\p{N}_]+)\}/gu;
const wordSign = "[\\p{L}\\p{N}_'’-]";

/** A text with what is kept in place of the names; names under which nothing is kept stay as they are. */
export function fillSlots(text: string, values: Values): string {
  return text.replace(slots, (slot, name: string) => values.get(name)?.text ?? slot);
}

/** Names in a text under which nothing is kept. */
export function freeSlots(text: string, values: Values): string[] {
  return [...text.matchAll(slots)].map((match) => match[1] ?? '').filter((name) => !values.has(name));
}

/**
 * Looks for a text, upper and lower case alike. Gives what its free slots stand for, by name; null where the text is
 * not found. No part of the search goes back on what a slot took, so its time is at most length times length.
 */
export function findText(text: string, observation: string, values: Values): Map<string, string> | null {
  const names: string[] = [];
  const parts = text.split(slots);
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return escapeText(part);
    const kept = values.get(part);
    if (kept !== undefined) return escapeText(kept.text);
    const known = names.indexOf(part);
    if (known < 0) names.push(part);
    // A look-ahead is never entered twice: it makes the slot take the whole word or nothing.
    return known < 0 ? `(?=(${wordSign}+))\\${names.length}` : `\\${known + 1}`;
  });
  // What a slot stands for begins and ends with a word: "mug {n}" with 1 in it is not found in "mug 12".
  const start = parts.length > 1 && parts[0] === '' ? `(?<!${wordSign})` : '';
  const end = parts.length > 1 && parts.at(-1) === '' ? `(?!${wordSign})` : '';
  const pattern = `${start}${source.map((part) => `(?:${part})`).join('')}${end}`;
  const match = new RegExp(pattern, 'iu').exec(observation);
  return match && new Map(names.map((name, index) => [name, match[index + 1] ?? '']));
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
