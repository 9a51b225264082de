/** What the HotpotQA world asks of an encyclopedia, whoever serves it. */
import type { MaybePromise } from '../../util/maybe-promise.js';

/** One paragraph as HotpotQA stores it: the title of its page, and its sentences with the blanks between them. */
export type Paragraph = readonly [title: string, sentences: readonly string[]];

/** One page as plain text. */
export interface Page {
  readonly title: string;
  /** Its paragraphs, then its lists; a block may hold line breaks. */
  readonly blocks: readonly string[];
  /** Its sentences as HotpotQA numbers them, which make up its only block; absent where they are not known. */
  readonly sentences?: readonly string[];
}

/** Many pages with an index over them. */
export interface Corpus {
  /**
   * The page that the site's own "Go" finds: of exactly this title, else of one that differs in upper and lower
   * case only; null where there is none.
   */
  find(title: string): Page | null;
  /** Titles of up to `count` pages that match the words, misspelt ones too, best first; none for empty text. */
  similar(title: string, count: number): readonly string[];
}

/** What an encyclopedia has under a name. */
export type Found =
  | { readonly kind: 'page'; readonly page: Page }
  /** A page that only lists the meanings of a name. A page whose text says so counts as one too. */
  | { readonly kind: 'disambiguation' }
  /** The page did not exist yet on the day the encyclopedia is read at. */
  | { readonly kind: 'not-yet' }
  | { readonly kind: 'missing' };

/**
 * An encyclopedia. One without input and output answers at once; a live one with promises, which reject when it
 * can not be asked: then the episode is an error, never a wrong answer.
 */
export interface Wiki {
  find(entity: string): MaybePromise<Found>;
  /** As `Corpus.similar`. */
  similar(entity: string, count: number): MaybePromise<readonly string[]>;
}
