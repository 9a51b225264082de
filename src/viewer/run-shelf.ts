/** The runs that were opened last: kept, so that a further page of one does not read its journal again. */
import { openRunHistory, type RunHistory } from '../history/index.js';

/** Opens runs. */
export interface RunShelf {
  /** A run as it is now. Rejects as `openRunHistory`. */
  open(folder: string): Promise<RunHistory>;
}

/** Creates a shelf for so many runs: each is some tens of megabytes where there are a hundred thousand episodes. */
export function createRunShelf(capacity: number): RunShelf {
  const shelf = new Map<string, Promise<RunHistory>>();
  return {
    open: (folder) => {
      const kept = shelf.get(folder);
      // Whoever asks while a run is being opened waits for the same opening.
      const opened = kept === undefined ? openRunHistory(folder) : kept.then((history) => history.refresh());
      shelf.delete(folder);
      shelf.set(folder, opened);
      opened.catch(() => {
        if (shelf.get(folder) === opened) shelf.delete(folder);
      });
      const [oldest] = shelf.keys();
      if (shelf.size > capacity && oldest !== undefined) shelf.delete(oldest);
      return opened;
    },
  };
}
