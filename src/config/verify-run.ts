/** What the journal of a run holds, whether it is whole, and how it is mended. */
import { join } from 'node:path';
import { addSpend, noSpend, type Spend } from '../core/model.js';
import { type AttemptCounts, type JournalDamage, readRunRecord } from '../runs/index.js';
import { copyNew, openAppender } from '../util/files.js';

/** What a journal holds. */
export interface RunVerdict {
  /** Whole records from the beginning on, the header included. */
  readonly records: number;
  readonly damage: JournalDamage | null;
  /** How the run ended; `open` where it was cut off. */
  readonly ending: string;
  readonly episodes: number;
  /** A few of their ids, to begin with. */
  readonly episodeIds: readonly string[];
  /** Of the answered calls. */
  readonly spend: Spend;
  /** Answered calls that came from the response cache. */
  readonly fromCache: number;
  readonly attempts: AttemptCounts;
}

/** Reads the journal of a run folder. Rejects with a UsageError where there is none. */
export async function verifyRun(folder: string): Promise<RunVerdict> {
  const record = await readRunRecord(join(folder, 'journal.jsonl'));
  record.close();
  const { scan, attempts, ending, spends, cached, episodeIds } = record;
  return {
    records: scan.records,
    damage: scan.damage,
    ending: ending?.outcome ?? 'open',
    episodes: episodeIds.length,
    episodeIds: episodeIds.slice(0, 5),
    spend: [...spends.values()].reduce(addSpend, noSpend),
    fromCache: cached.usage.calls,
    attempts,
  };
}

/** A journal that was mended. */
export interface Recovery {
  /** Records that were kept. */
  readonly records: number;
  /** Where the damaged journal is kept; absent where nothing was damaged. */
  readonly copy?: string;
}

/**
 * Cuts a journal off before its first damage; the damaged one is kept beside it. Rejects with a UsageError where not even
 * its beginning is whole.
 */
export async function recoverRun(folder: string): Promise<Recovery> {
  const path = join(folder, 'journal.jsonl');
  const record = await readRunRecord(path);
  record.close();
  const { records, bytes, damage } = record.scan;
  if (damage === null) return { records };
  const copy = copyNew(path, (n) => `${path}.damaged-${n}`);
  openAppender(path, { keepBytes: bytes }).close();
  return { records, copy };
}
