/** What the viewer's pages are made from, and what each of them gives. */
import type { ComparedSide } from '../training/index.js';
import type { Clock } from '../util/clock.js';
import { findRunFolder } from './find-run-folder.js';
import type { PageParts } from './layout.js';
import { PageProblem } from './page-problem.js';
import type { RunShelf } from './run-shelf.js';

/** Where pages get what they show. */
export interface ViewerSource {
  /** The folder of runs. */
  readonly root: string;
  readonly shelf: RunShelf;
  readonly clock: Clock;
  /**
   * Reads two sides of a comparison, each the path of a run with what may stand after #. Throws a UsageError for what
   * can not be read or compared.
   */
  readonly readPair: (a: string, b: string) => Promise<readonly [ComparedSide, ComparedSide]>;
}

/** The values of an address: those in its path as `run`, and its query. */
export type Asked = Readonly<Record<string, string>>;

/** What a page shows. */
export type ShownPage = Omit<PageParts, 'madeAt'>;

/** Makes a page. Rejects with a PageProblem or a UsageError where there is nothing to show. */
export type ShowPage = (source: ViewerSource, asked: Asked) => Promise<ShownPage>;

/** The folder of a run that may be read. Throws a PageProblem where there is none of this name, or it is refused. */
export function folderOfRun({ root }: ViewerSource, name: string): string {
  const found = findRunFolder(root, name);
  if (found === null) throw new PageProblem(404, 'There is no such run.');
  if (found.problem !== null) throw new PageProblem(403, `This folder is not read: ${found.problem}.`);
  return found.path;
}
