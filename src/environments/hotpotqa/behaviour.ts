import type { MaybePromise } from '../../util/maybe-promise.js';
import type { Reader } from './reader.js';
import type { Found, Wiki } from './wiki.js';

/** An action as it is understood. */
export type Command =
  | { readonly kind: 'search' | 'lookup' | 'finish'; readonly argument: string }
  /** Anything else, with its answer; it changes nothing. */
  | { readonly kind: 'other'; readonly answer: string };

/** What differs between the originals. */
export interface Behaviour {
  /** The answer to the reset. */
  begin(question: string): string;
  parse(action: string): Command;
  /** Looks an entity up, opens its page where there is one, and gives the observation. */
  search(entity: string, wiki: Wiki, reader: Reader): MaybePromise<string>;
  /** The observation after the answer; `reward` is 0 or 1. */
  end(reward: number): string;
}

/** Whether something found only lists the meanings of its name. */
export function isDisambiguation(found: Found): boolean {
  if (found.kind === 'page') return found.page.blocks.some((block) => block.includes('may refer to:'));
  return found.kind === 'disambiguation';
}

/** The argument of an action of the exact form `name[argument]`; what is in it may hold brackets. */
export function argumentOf(action: string, name: string): string | null {
  const head = `${name}[`;
  return action.startsWith(head) && action.endsWith(']') ? action.slice(head.length, -1) : null;
}
