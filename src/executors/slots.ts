import PQueue from 'p-queue';
import type { ChatRequest } from '../core/model.js';
import { shareSignal } from '../util/abort.js';

/** Places for jobs that are out. */
export interface Slots {
  /** Does the work when there is room; higher priorities go first. Rejects when the signal is aborted before. */
  run<T>(request: Pick<ChatRequest, 'priority' | 'signal'>, work: () => Promise<T>): Promise<T>;
  resize(count: number): void;
  count(): number;
}

/** As many places as are asked for; how many may change. */
export function createSlots(count: number): Slots {
  const queue = new PQueue({ concurrency: count });
  return {
    run: ({ priority = 0, signal }, work) =>
      queue.add(work, { priority, ...(signal === undefined ? {} : { signal: shareSignal(signal) }) }),
    resize: (next) => {
      queue.concurrency = next;
    },
    count: () => queue.concurrency,
  };
}
