/** The parts of a run that do not need each other: task types, and plays that are repeated. */
import { createTurns, type Turn } from '../training/index.js';
import { runTogether } from '../util/run-together.js';
import type { PreparedRun } from './prepare-run.js';
import { hasBudget } from './schema.js';

/** What a part is done with: when it is to stop, and its turn where others are done at the same time. */
export interface PartShare {
  readonly signal?: AbortSignal;
  readonly turn?: Turn;
}

/**
 * Works on all parts at the same time, the first ones first where calls have to wait; one after another where a budget is
 * set, so that it makes parts that are finished. When one rejects, the others are stopped; when all have ended, the first
 * rejection is passed on.
 */
export async function workOnParts<Part>(
  { config, executor, signal }: Pick<PreparedRun, 'config' | 'executor' | 'signal'>,
  parts: readonly Part[],
  work: (part: Part, share: PartShare) => Promise<void>,
): Promise<void> {
  if (hasBudget(config)) {
    for (const part of parts) await work(part, signal ? { signal } : {});
    return;
  }
  const turns = createTurns(parts.length, executor.inFlight());
  const tasks = turns.map(
    (turn, place) => (stop: AbortSignal) => work(parts[place] as Part, { signal: stop, turn }),
  );
  await runTogether(signal, ...tasks);
}
