/**
 * HotpotQA as ReAct plays it (Yao et al. 2023; wikienv.py and wrappers.py of ysymyth/ReAct at 6bdb3a1), text by text.
 *
 * Deviations:
 * - a name is looked up as it is written; there, only blanks are escaped in the address, so that `AT&T` finds `AT`
 * - text whose backslashes break the decoding is shown as it stands; there, the step crashes with half a page kept
 * - a page that lists meanings under a bracketed name, too, counts as missing; there, the search never ends
 */
import { type MaybePromise, whenReady } from '../../util/maybe-promise.js';
import { argumentOf, type Behaviour, type Command, isDisambiguation } from './behaviour.js';
import { decodeEscapes } from './decode-escapes.js';
import { reprList, strip } from './python-text.js';
import { cutAtStops, type Reader } from './reader.js';
import type { Wiki } from './wiki.js';

/** Titles that are named when there is no page. */
const titlesShown = 5;
/** What the site says when nothing matches; the original takes it for a page. */
const noMatches = { title: '', blocks: ['There were no results matching the query.'] };

/** ReAct's world. */
export const reactBehaviour: Behaviour = {
  begin: (question) => `Question: ${question}`,
  parse: parseExactly,
  search,
  end: (reward) => `Episode finished, reward = ${reward}\n`,
};

/** The answer to the reset without a question. */
export const reactGreeting = 'Interact with Wikipedia using search[], lookup[], and finish[].\n';

/** Reads `search[x]`, `lookup[x]`, `finish[x]` and `think[x]`, in lower case and with nothing around them. */
export function parseExactly(text: string): Command {
  const action = strip(text);
  for (const kind of ['search', 'lookup', 'finish'] as const) {
    const argument = argumentOf(action, kind);
    if (argument !== null) return { kind, argument };
  }
  const thought = argumentOf(action, 'think');
  return { kind: 'other', answer: thought === null ? `Invalid action: ${action}` : 'Nice thought.' };
}

function search(entity: string, wiki: Wiki, reader: Reader): MaybePromise<string> {
  return searchOnce(entity, wiki, reader, false);
}

function searchOnce(entity: string, wiki: Wiki, reader: Reader, again: boolean): MaybePromise<string> {
  return whenReady(wiki.find(entity), (found) => {
    const ambiguous = isDisambiguation(found);
    if (ambiguous && !again) return searchOnce(`[${entity}]`, wiki, reader, true);
    if (found.kind !== 'page' || ambiguous) {
      return whenReady(wiki.similar(entity, titlesShown), (titles) => listSimilar(entity, titles, reader));
    }
    reader.open(found.page);
    return describePage(reader);
  });
}

/** The open page, as far as it is, stays open; only where nothing matches at all does that text become the page. */
function listSimilar(entity: string, titles: readonly string[], reader: Reader): string {
  if (titles.length === 0) {
    reader.open(noMatches);
    return describePage(reader);
  }
  const shown = titles.slice(0, titlesShown).map((title) => decodeEscapes(strip(title)) ?? title);
  return `Could not find ${entity}. Similar: ${reprList(shown)}.`;
}

function describePage(reader: Reader): string {
  return reader.begin(cutAtStops).join(' ');
}
