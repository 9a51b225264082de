/**
 * HotpotQA as AutoPlan plays it (Ouyang and Li 2023; envs/wikienv.py and tasks/hotpotqa.py of owaski/AutoPlan at
 * c436c8c), text by text: a page opens only for its exact title, and is read as it was on 2017-10-01 where the
 * encyclopedia has a past.
 *
 * Deviations:
 * - a name is looked up as it is written; there, some signs in it (`#`, `&`) cut or change the address
 * - sentences of a page are cut by a rule; there, by a statistical model
 * - a page that did not exist yet is said not to; there, the observation before it comes again, or the step crashes
 * - an empty name finds nothing; there, the step crashes
 * - text whose backslashes break the decoding is shown as it stands; there, the step crashes with half a page kept
 * - a page that lists meanings under a bracketed name, too, counts as missing; there, the search never ends
 * - the open page and the lookups end with the question; there, they leak into the next one
 */
import { type MaybePromise, whenReady } from '../../util/maybe-promise.js';
import { type Behaviour, type Command, isDisambiguation } from './behaviour.js';
import { strip } from './python-text.js';
import { reactBehaviour, reactGreeting } from './react.js';
import type { Reader } from './reader.js';
import { splitSentences } from './split-sentences.js';
import type { Wiki } from './wiki.js';

/** Titles that a search considers, and how many of them it names. */
const titlesAsked = 10;
const titlesShown = 5;

const noAction = "No action in the format of 'search[...]', 'lookup[...]', or 'finish[...]'.";

/** AutoPlan's world. */
export const autoplanBehaviour: Behaviour = {
  begin: () => reactGreeting,
  parse: recognizeAction,
  search,
  end: reactBehaviour.end,
};

/**
 * Finds an action anywhere in a text: of the first `search[...]`, `lookup[...]` and `finish[...]`, each up to the last
 * bracket of its line, the one that starts last. Quotes around the argument are dropped.
 */
export function recognizeAction(text: string): Command {
  let last: Command = { kind: 'other', answer: noAction };
  let start = -1;
  for (const kind of ['search', 'lookup', 'finish'] as const) {
    const match = new RegExp(`${kind}\\[([^\\n]*)\\]`).exec(text);
    if (match === null || match.index <= start) continue;
    start = match.index;
    last = { kind, argument: (match[1] ?? '').replace(/^["']+|["']+$/g, '') };
  }
  return last;
}

function search(entity: string, wiki: Wiki, reader: Reader): MaybePromise<string> {
  return searchOnce(entity, wiki, reader, false);
}

function searchOnce(written: string, wiki: Wiki, reader: Reader, again: boolean): MaybePromise<string> {
  const entity = written.replace(/\s*\(redirect[^)]*\)/g, '');
  return whenReady(wiki.similar(entity, titlesAsked), (titles) => {
    if (!titles.includes(entity)) return listTitles(entity, titles);
    return whenReady(wiki.find(entity), (found) => {
      if (isDisambiguation(found)) {
        return again ? listTitles(entity, titles) : searchOnce(`[${entity}]`, wiki, reader, true);
      }
      if (found.kind === 'not-yet') return notYet(entity);
      if (found.kind !== 'page') return listTitles(entity, titles);
      reader.open(found.page);
      return reader.begin(cutWithStops).join(' ');
    });
  });
}

function listTitles(entity: string, titles: readonly string[]): string {
  const shown = titles.slice(0, titlesShown).map((title) => `"${title}"`);
  return (
    `Could not find exact match of "${entity}". Available entities in the database: ${shown.join(', ')}. ` +
    'The search API only returns the paragraph if the search query matches every character to an entity in the database.'
  );
}

function notYet(entity: string): string {
  return `The page of "${entity}" did not exist yet at the date of the database.`;
}

/** Each sentence gets a full stop, though it has its own. */
function cutWithStops(paragraph: string): string[] {
  return splitSentences(paragraph).map((sentence) => `${strip(sentence)}.`);
}
