/** What a store of answers holds, and how it is thinned out. */
import { UsageError } from '../core/errors.js';
import {
  type AnswerEntry,
  isAnswerStore,
  isWhole,
  listAnswers,
  removeAnswer,
  removeLooseContents,
} from './answer-store.js';

/** Answers, and the bytes of their contents. */
export interface AnswerCount {
  readonly answers: number;
  readonly bytes: number;
}

/** What a store holds. */
export interface StoreSummary extends AnswerCount {
  readonly models: readonly (AnswerCount & { readonly model: string })[];
}

/** What may stay; what is absent is not limited. */
export interface PruneLimits {
  /** Answers that were kept before this time go, in milliseconds since 1970-01-01 UTC. */
  readonly keptSince?: number;
  /** The oldest answers go until the rest has no more bytes than this. */
  readonly maxBytes?: number;
}

/** What was done to a store. */
export interface Pruning {
  readonly removed: AnswerCount;
  /** Answers that could not have been used any more. */
  readonly damaged: number;
  readonly left: AnswerCount;
}

/** Counts the answers in a store. Rejects with a UsageError where the folder is none. */
export async function summarizeAnswers(folder: string): Promise<StoreSummary> {
  refuseNoStore(folder);
  const entries = await listAnswers(folder);
  const models = [...new Set(entries.map(({ model }) => model))].sort();
  return {
    ...count(entries),
    models: models.map((model) => ({ model, ...count(entries.filter((entry) => entry.model === model)) })),
  };
}

/**
 * Removes the answers that are out of the limits, those that are damaged, and what belongs to none. Runs may use the store
 * meanwhile. Rejects with a UsageError where the folder is no store.
 */
export async function pruneAnswers(folder: string, limits: PruneLimits = {}): Promise<Pruning> {
  refuseNoStore(folder);
  const whole: AnswerEntry[] = [];
  const damaged: AnswerEntry[] = [];
  for (const entry of await listAnswers(folder))
    ((await isWhole(folder, entry)) ? whole : damaged).push(entry);
  const left = choose(whole, limits);
  const removed = whole.filter((entry) => !left.has(entry));
  for (const entry of [...damaged, ...removed]) await removeAnswer(folder, entry);
  // Runs may have added answers by now.
  removeLooseContents(folder, await listAnswers(folder));
  return { removed: count(removed), damaged: damaged.length, left: count([...left]) };
}

/** The newest answers that are within the limits. */
function choose(
  entries: readonly AnswerEntry[],
  { keptSince = 0, maxBytes = Infinity }: PruneLimits,
): ReadonlySet<AnswerEntry> {
  const newestFirst = entries
    .filter(({ keptAt }) => keptAt >= keptSince)
    .sort((a, b) => b.keptAt - a.keptAt || (a.key < b.key ? -1 : 1));
  let bytes = 0;
  const end = newestFirst.findIndex((entry) => {
    bytes += entry.bytes;
    return bytes > maxBytes;
  });
  return new Set(end === -1 ? newestFirst : newestFirst.slice(0, end));
}

function count(entries: readonly AnswerEntry[]): AnswerCount {
  return { answers: entries.length, bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function refuseNoStore(folder: string): void {
  if (!isAnswerStore(folder))
    throw new UsageError(
      `${folder} is no cache of answers`,
      'give the folder that cache.folder names in the config',
    );
}
