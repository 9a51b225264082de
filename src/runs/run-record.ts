/**
 * What a journal says of a run so far, by logical ids: the base for going on with it. Answers and episodes are read from
 * the file when they are asked for; of an episode that has ended, nothing else is kept.
 */
import type { Episode } from '../core/episode.js';
import type { RunEvent } from '../core/event.js';
import { addSpend, type ChatReply, noSpend, type Purpose, type Spend } from '../core/model.js';
import { openRandomAccess, type RandomAccessFile } from '../util/files.js';
import { type JournalRecord, type JournalScan, scanJournal } from './scan-journal.js';

/** A run as recorded. */
export interface RunRecord {
  readonly scan: JournalScan;
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

/** How attempts went that were sent to a server. */
export interface AttemptCounts {
  /** Attempts sent. */
  readonly sent: number;
  /** Attempts that a server answered with something that is no answer. */
  readonly failed: number;
  /** Attempts whose answer did not arrive, or of which nothing more is recorded: they may have been paid for. */
  readonly unknown: number;
}

/** Where a record stands in the file. */
type Place = Pick<JournalRecord, 'offset' | 'length'>;

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
  const scan = await scanJournal(path, index.take);
  const file = openRandomAccess(path);
  const read = <T>(place: Place | undefined): T | null => (place ? readAt<T>(file, place) : null);
  return {
    scan,
    spends: index.spends,
    paid: index.paid(),
    cached: index.cached(),
    attempts: index.attempts(),
    episodeIds: [...index.episodes.keys()],
    ending: index.ending(),
    reply: (callId, request) => {
      const call = read<Extract<RunEvent, { type: 'model-call' }>>(index.call(callId));
      return call?.request === request ? call.reply : null;
    },
    episode: (id) =>
      read<Extract<RunEvent, { type: 'episode-end' }>>(index.episodes.get(id))?.episode ?? null,
    has: (event) => {
      const id = idOf(event);
      return id !== null && index.known.has(id);
    },
    close: () => file.close(),
  };
}

function readAt<T>(file: RandomAccessFile, { offset, length }: Place): T {
  return JSON.parse(file.readAt(offset, length).toString('utf8')) as T;
}

/** Failures after which it is not known what the server has done: the connection ended, or the run itself. */
const unclearCodes: ReadonlySet<string> = new Set(['connection', 'timeout', 'aborted']);

function createIndex({ purpose = 'resume' }: ReadRecordOptions) {
  const calls = new Map<string, Map<string, Place>>();
  const episodes = new Map<string, Place>();
  const known = new Set<string>();
  const steps = new Map<string, number>();
  const spends = new Map<Purpose, Spend>();
  const open = new Map<string, number>();
  const failed = new Map<string, { readonly place: Place; readonly taskType: string }>();
  const unsettled: Extract<RunEvent, { type: 'iteration-end' }>[] = [];
  let [sent, lost, unclear] = [0, 0, 0];
  let [paid, cached] = [noSpend, noSpend];
  let ending: Extract<RunEvent, { type: 'run-end' }> | null = null;

  const settle = (callId: string) => {
    const left = (open.get(callId) ?? 0) - 1;
    if (left > 0) open.set(callId, left);
    else open.delete(callId);
  };
  const takeCall = (event: Extract<RunEvent, { type: 'model-call' }>, place: Place) => {
    if (event.reply === null) return;
    if (event.cached) cached = addSpend(cached, event.spend);
    else {
      paid = addSpend(paid, event.spend);
      settle(event.callId);
      for (const batch of unsettled.splice(0)) settleBatch(batch);
    }
    spends.set(event.purpose, addSpend(spends.get(event.purpose) ?? noSpend, event.spend));
    const scope = scopeOf(event.callId);
    const ofScope = calls.get(scope) ?? new Map<string, Place>();
    calls.set(scope, ofScope.set(event.callId, place));
  };
  const settleEpisode = (id: string, place: Place) => {
    episodes.set(id, place);
    known.add(`episode-end ${id}`);
    if (purpose === 'resume') calls.delete(id);
    for (let step = steps.get(id) ?? 0; step > 0; step--) known.delete(`step ${id} ${step}`);
    steps.delete(id);
  };
  const takeEnd = ({ episode }: Extract<RunEvent, { type: 'episode-end' }>, place: Place) => {
    if (episode.outcome.kind === 'error' && purpose === 'resume')
      failed.set(episode.id, { place, taskType: episode.taskType });
    else {
      failed.delete(episode.id);
      settleEpisode(episode.id, place);
    }
  };
  /**
   * A plan was made from what there was of a batch, and the server has answered since: that is how it stays. Where it
   * has not, the batch may have ended because the server was gone.
   */
  const settleBatch = (event: Extract<RunEvent, { type: 'iteration-end' }>) => {
    const { taskType, iteration } = event;
    known.add(`${event.type} ${taskType} ${iteration}`);
    for (const [id, error] of failed) {
      if (error.taskType === taskType && id.includes(`train/${iteration}/`)) settleEpisode(id, error.place);
    }
  };
  const take = ({ fields, offset, length }: JournalRecord) => {
    const event = fields as unknown as RunEvent;
    const place = { offset, length };
    ending = null;
    if (event.type === 'run-end') ending = event;
    else if (event.type === 'model-call') takeCall(event, place);
    else if (event.type === 'episode-end') takeEnd(event, place);
    else if (event.type === 'call-sent') {
      sent++;
      open.set(event.callId, (open.get(event.callId) ?? 0) + 1);
    } else if (event.type === 'call-failed') {
      if (unclearCodes.has(event.code)) unclear++;
      else lost++;
      settle(event.callId);
    } else if (event.type === 'iteration-end') unsettled.push(event);
    else if (event.type === 'run-resume') unsettled.length = 0;
    else {
      const id = idOf(event);
      // What was measured with errors is measured again.
      if (id !== null && !(event.type === 'evaluation-end' && event.errors > 0)) known.add(id);
      if (event.type === 'episode-step') steps.set(event.episodeId, event.step);
    }
  };
  return {
    take,
    episodes,
    known,
    spends,
    call: (callId: string) => calls.get(scopeOf(callId))?.get(callId),
    attempts: (): AttemptCounts => ({
      sent,
      failed: lost,
      unknown: [...open.values()].reduce((sum, count) => sum + count, unclear),
    }),
    paid: () => paid,
    cached: () => cached,
    ending: () => ending,
  };
}

/** A call's id without its purpose and number: the episode, or the part of the work, that it belongs to. */
function scopeOf(callId: string): string {
  return callId.split('/').slice(0, -2).join('/');
}

/** What an event is about, the same whenever the same thing happens again; null for events that are counted one by one. */
function idOf(event: RunEvent): string | null {
  const id = bareIdOf(event);
  return id === null || event.part === undefined ? id : `${event.part} ${id}`;
}

function bareIdOf(event: RunEvent): string | null {
  switch (event.type) {
    case 'run-start':
      return `run-start ${event.taskType}`;
    case 'iteration-start':
    case 'iteration-end':
      return `${event.type} ${event.taskType} ${event.iteration}`;
    case 'cell-start':
    case 'cell-end':
      return `${event.type} ${event.cell}`;
    case 'evaluation-start':
    case 'evaluation-end':
      return `${event.type} ${event.taskType} ${event.phase} ${event.planId}`;
    case 'episode-start':
      return `${event.type} ${event.episodeId}`;
    case 'episode-step':
      return `step ${event.episodeId} ${event.step}`;
    case 'episode-end':
      return `${event.type} ${event.episode.id}`;
    case 'reflection-end':
      return `${event.type} ${event.reflection.episodeId}`;
    default:
      return null;
  }
}
