/**
 * What a journal says of a run so far, by logical ids: the base for going on with it. Answers and episodes are read from
 * the file when they are asked for; of an episode that has ended, nothing else is kept.
 */
import type { Episode } from '../core/episode.js';
import type { RunEvent } from '../core/event.js';
import type { ChatReply, Purpose, Spend } from '../core/model.js';
import { openRandomAccess, type RandomAccessFile } from '../util/files.js';
import { type AttemptCounts, createCallIndex, type Place } from './call-index.js';
import { createEpisodeIndex } from './episode-index.js';
import { idOf } from './event-id.js';
import type { IndexStart } from './index-writer.js';
import { createIndexKeeper } from './read-index.js';
import { type JournalRecord, type JournalScan, scanJournal } from './scan-journal.js';

/** A run as recorded. */
export interface RunRecord {
  readonly scan: JournalScan;
  /** Where the run's index goes on; null where it can not, or the run will not. */
  readonly indexStart: IndexStart | null;
  /** Spend of the answered calls, by purpose. */
  readonly spends: ReadonlyMap<Purpose, Spend>;
  /** Of that, what was paid for, and what was not, as the answers came from the response cache. */
  readonly paid: Spend;
  readonly cached: Spend;
  readonly attempts: AttemptCounts;
  /** Ids of the episodes that have ended, in order. */
  readonly episodeIds: readonly string[];
  /** How the run ended; null where it was cut off. */
  readonly ending: Extract<RunEvent, { type: 'run-end' }> | null;
  /** The answer of a call with this id whose request had this digest; null where there is none. */
  reply(callId: string, request: string): ChatReply | null;
  /** An episode that was played to its end; null where it was not. */
  episode(episodeId: string): Episode | null;
  /** Whether an event with this logical id is recorded; false for events that have none. */
  has(event: RunEvent): boolean;
  close(): void;
}

/** How to read a record. */
export interface ReadRecordOptions {
  /**
   * `resume`, the default: of an ended episode the calls are forgotten; an episode that ended in an infrastructure error
   * is forgotten itself, to be played again, unless a plan has been made from its batch. `replay`: all calls are kept.
   */
  readonly purpose?: 'resume' | 'replay';
}

/** Reads a journal up to its first damage. Rejects with a UsageError when it is no journal. */
export async function readRunRecord(path: string, options: ReadRecordOptions = {}): Promise<RunRecord> {
  const index = createIndex(options);
  const { calls, episodes } = index;
  const keeper = options.purpose === 'replay' ? null : await createIndexKeeper(path);
  const scan = await scanJournal(path, (record) => {
    index.take(record);
    keeper?.take(record);
  });
  const file = openRandomAccess(path);
  const read = <T>(place: Place | undefined): T | null => (place ? readAt<T>(file, place) : null);
  return {
    scan,
    indexStart: keeper?.start(scan.bytes) ?? null,
    spends: calls.spends,
    paid: calls.paid(),
    cached: calls.cached(),
    attempts: calls.attempts(),
    episodeIds: [...episodes.places.keys()],
    ending: index.ending(),
    reply: (callId, request) => {
      const call = read<Extract<RunEvent, { type: 'model-call' }>>(calls.placeOf(callId));
      return call?.request === request ? call.reply : null;
    },
    episode: (id) =>
      read<Extract<RunEvent, { type: 'episode-end' }>>(episodes.places.get(id))?.episode ?? null,
    has: (event) => {
      const id = idOf(event);
      return id !== null && episodes.known.has(id);
    },
    close: () => file.close(),
  };
}

function readAt<T>(file: RandomAccessFile, { offset, length }: Place): T {
  return JSON.parse(file.readAt(offset, length).toString('utf8')) as T;
}

function createIndex({ purpose = 'resume' }: ReadRecordOptions) {
  const calls = createCallIndex();
  const episodes = createEpisodeIndex(purpose === 'replay', (id) => {
    if (purpose === 'resume') calls.forget(id);
  });
  let ending: RunRecord['ending'] = null;
  const take = ({ fields, offset, length }: JournalRecord) => {
    const event = fields as unknown as RunEvent;
    ending = event.type === 'run-end' ? event : null;
    switch (event.type) {
      case 'model-call':
        if (event.reply === null) return;
        calls.answered(event, { offset, length });
        if (!event.cached) episodes.answered();
        return;
      case 'call-sent':
        return calls.sent(event.callId);
      case 'call-failed':
        return calls.failed(event.callId, event.code);
      case 'episode-end':
        return episodes.ended(event, { offset, length });
      case 'iteration-end':
        episodes.iterationEnded(event);
        return;
      case 'run-resume':
        return episodes.resumed();
      default:
        episodes.happened(event);
    }
  };
  return { take, calls, episodes, ending: () => ending };
}
