/** An encyclopedia that gives the answers it gave when an episode was recorded, so that no ranking matters. */
import type { RecordedResponse } from './recorded-episode.js';
import type { Found, Page, Wiki } from './wiki.js';

/** The encyclopedia of one episode. */
export interface RecordedWiki extends Wiki {
  /** Takes the answers of the next step. */
  load(responses: readonly RecordedResponse[]): void;
  /** What of the loaded answers has not been asked for; null where something else was. */
  unasked(): number | null;
  /** The page that the step has been given last. */
  page(): Page | null;
}

/** An encyclopedia without answers yet. `pageOf` gives the pages by title. */
export function createRecordedWiki(pageOf: (title: string) => Page): RecordedWiki {
  let responses: readonly RecordedResponse[] = [];
  let next = 0;
  let strayed = false;
  let page: Page | null = null;
  const take = (): RecordedResponse => {
    const response = responses[next++];
    strayed ||= response === undefined;
    return response ?? {};
  };
  const show = (title: string): Found => {
    page = pageOf(title);
    return { kind: 'page', page };
  };
  const find = (entity: string): Found => {
    const [now, revision, past] = responses.slice(next, next + 3);
    if (revision?.resolution === 'revision') {
      // Whatever page the site shows today, what is read is the old one of exactly this title.
      next += past === undefined ? 2 : 3;
      return past === undefined ? { kind: 'not-yet' } : show(entity);
    }
    // Titles instead of a page: `similar` takes them.
    if (now?.resolution !== 'page') return { kind: 'missing' };
    next++;
    return show(now.title ?? '');
  };
  return {
    load: (given) => {
      [responses, next, strayed, page] = [given, 0, false, null];
    },
    find,
    similar: (entity) => {
      const { titles = [], srsearch = entity } = take();
      strayed ||= srsearch !== entity;
      return titles;
    },
    unasked: () => (strayed ? null : responses.length - next),
    page: () => page,
  };
}
