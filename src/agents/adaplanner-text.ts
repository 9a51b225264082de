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
const words = /[\p{L}\p{N}_'’-]+/gu;
/** What a slot catches. Its length is limited so that one endless word can not make the search slow. */
const caughtWord = /[\p{L}\p{N}_'’-]{1,200}/uy;
const wordBefore = /[\p{L}\p{N}_'’-]$/u;
const wordAfter = /^[\p{L}\p{N}_'’-]/u;

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
 * not found. What a slot stands for at the start or the end of the text is a whole word there: "mug {n}" with 1 in it
 * is not found in "mug 12". A slot takes all of a word, and nothing goes back on that.
 */
export function findText(text: string, observation: string, values: Values): Map<string, string> | null {
  const split = text.split(slots);
  const parts = split.map((part, index): Part => {
    const literal = index % 2 === 0 ? part : values.get(part)?.text;
    return literal === undefined ? { name: part } : { literal: fold(literal) };
  });
  const bound = { start: split.length > 1 && split[0] === '', end: split.length > 1 && split.at(-1) === '' };
  const filled = parts.filter(({ literal }) => literal !== '');
  const folded = fold(observation);
  for (const start of startsOf(filled[0], folded, observation)) {
    const match = matchAt(filled, start, folded, observation);
    if (match === null) continue;
    if (bound.start && wordBefore.test(observation.slice(Math.max(0, start - 2), start))) continue;
    if (bound.end && wordAfter.test(observation.slice(match.end, match.end + 2))) continue;
    return match.caught;
  }
  return null;
}

/** A piece of a text: letters as they are, or a free slot. */
type Part =
  | { readonly literal: string; readonly name?: never }
  | { readonly name: string; readonly literal?: never };

/** Lower case, sign by sign: the length stays as it is. */
function fold(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase();
}

/** Where a text that begins with this part may be. */
function* startsOf(first: Part | undefined, folded: string, observation: string): Generator<number> {
  if (first === undefined) yield 0;
  else if (first.name !== undefined) for (const { index } of observation.matchAll(words)) yield index;
  else {
    const { literal } = first;
    for (let at = folded.indexOf(literal); at >= 0; at = folded.indexOf(literal, at + 1)) yield at;
  }
}

function matchAt(
  parts: readonly Part[],
  start: number,
  folded: string,
  observation: string,
): { readonly caught: Map<string, string>; readonly end: number } | null {
  const caught = new Map<string, string>();
  let end = start;
  for (const { literal, name } of parts) {
    const known = literal ?? caught.get(name);
    if (known !== undefined) {
      if (!folded.startsWith(fold(known), end)) return null;
      end += known.length;
      continue;
    }
    caughtWord.lastIndex = end;
    const [word] = caughtWord.exec(observation) ?? [];
    if (word === undefined || name === undefined) return null;
    caught.set(name, word);
    end += word.length;
  }
  return { caught, end };
}
