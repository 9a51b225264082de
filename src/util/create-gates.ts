import PQueue from 'p-queue';

/** Does the work when there is room for it. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Several gates before one room, in which at most `room` pieces of work are under way at a time: who waits goes in by
 * the priority of the gate, higher ones first, and then in the order of coming.
 */
export function createGates(room: number): (priority: number) => Gate {
  const queue = new PQueue({ concurrency: room });
  return (priority) => (work) => queue.add(work, { priority });
}
