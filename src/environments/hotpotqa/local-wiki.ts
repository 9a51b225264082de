/** Encyclopedias that are at hand: a question's own paragraphs, or those of a whole suite. They answer at once. */
import { UsageError } from '../../core/errors.js';
import type { TaskInstance } from '../../core/task.js';
import { createRecentCache } from '../../util/recent-cache.js';
import { createCorpus } from './corpus.js';
import { checkSetup, type HotpotqaSetup } from './setup.js';
import type { Corpus, Found, Wiki } from './wiki.js';

/** Answers that an encyclopedia remembers: the same names are searched for again and again. */
const answersKept = 1000;

/** The paragraphs that came with a question. Throws a UsageError where there are none. */
export function createContextWiki({ id }: TaskInstance, { context }: HotpotqaSetup): Wiki {
  if (context !== undefined && context.length > 0) return serveCorpus(createCorpus(context));
  throw new UsageError(
    `task instance ${id}: its question comes without paragraphs`,
    'use the backend corpus or mediawiki',
  );
}

/** All paragraphs of all questions as one encyclopedia; of several with one title the first counts. */
export function createCorpusWiki(instances: readonly TaskInstance[]): Wiki {
  const paragraphs = instances.flatMap((instance) => checkSetup(instance).context ?? []);
  if (paragraphs.length > 0) return serveCorpus(createCorpus(paragraphs));
  throw new UsageError('the backend corpus has no paragraphs: no question of the suite comes with any');
}

/** A page's own title comes first among those that resemble it: the site's search does so, too. */
function serveCorpus(corpus: Corpus): Wiki {
  const found = createRecentCache<string, Found>(answersKept);
  const ranked = createRecentCache<string, readonly string[]>(answersKept);
  const find = (entity: string): Found => {
    const page = corpus.find(entity);
    return page === null ? { kind: 'missing' } : { kind: 'page', page };
  };
  const rank = (entity: string, count: number): readonly string[] => {
    const titles = corpus.similar(entity, count);
    if (corpus.find(entity)?.title !== entity) return titles;
    return [entity, ...titles.filter((title) => title !== entity)].slice(0, count);
  };
  return {
    find: (entity) => found.get(entity, find),
    similar: (entity, count) => ranked.get(`${count} ${entity}`, () => rank(entity, count)),
  };
}
