/** The calls of a run: where their answers stand, what they cost, and how attempts went. */
import type { RunEvent } from '../core/event.js';
import { addSpend, noSpend, type Purpose, type Spend } from '../core/model.js';
import type { JournalRecord } from './scan-journal.js';

/** Where a record stands in the file. */
export type Place = Pick<JournalRecord, 'offset' | 'length'>;

/** How attempts went that were sent to a server. */
export interface AttemptCounts {
  /** Attempts sent. */
  readonly sent: number;
  /** Attempts that a server answered with something that is no answer. */
  readonly failed: number;
  /** Attempts whose answer did not arrive, or of which nothing more is recorded: they may have been paid for. */
  readonly unknown: number;
}

type ModelCall = Extract<RunEvent, { type: 'model-call' }>;

/** Failures after which it is not known what the server has done: the connection ended, or the run itself. */
const unclearCodes: ReadonlySet<string> = new Set(['connection', 'timeout', 'aborted']);

/** An index of calls by their scope, which is an episode or another part of the work. */
export function createCallIndex() {
  const places = new Map<string, Map<string, Place>>();
  const spends = new Map<Purpose, Spend>();
  const attempts = countAttempts();
  let [paid, cached] = [noSpend, noSpend];
  return {
    spends,
    attempts: attempts.counts,
    sent: attempts.sent,
    failed: attempts.failed,
    /** Takes a call that was answered. */
    answered: (event: ModelCall, place: Place) => {
      if (event.cached) cached = addSpend(cached, event.spend);
      else {
        paid = addSpend(paid, event.spend);
        attempts.settled(event.callId);
      }
      spends.set(event.purpose, addSpend(spends.get(event.purpose) ?? noSpend, event.spend));
      const scope = scopeOf(event.callId);
      const ofScope = places.get(scope) ?? new Map<string, Place>();
      places.set(scope, ofScope.set(event.callId, place));
    },
    placeOf: (callId: string) => places.get(scopeOf(callId))?.get(callId),
    /** Forgets the answers of an episode. */
    forget: (scope: string) => places.delete(scope),
    paid: () => paid,
    cached: () => cached,
  };
}

function countAttempts() {
  const open = new Map<string, number>();
  let [sent, lost, unclear] = [0, 0, 0];
  const settled = (callId: string) => {
    const left = (open.get(callId) ?? 0) - 1;
    if (left > 0) open.set(callId, left);
    else open.delete(callId);
  };
  return {
    settled,
    sent: (callId: string) => {
      sent++;
      open.set(callId, (open.get(callId) ?? 0) + 1);
    },
    failed: (callId: string, code: string) => {
      if (unclearCodes.has(code)) unclear++;
      else lost++;
      settled(callId);
    },
    counts: (): AttemptCounts => ({
      sent,
      failed: lost,
      unknown: [...open.values()].reduce((sum, count) => sum + count, unclear),
    }),
  };
}

/** A call's id without its purpose and number: the episode, or the part of the work, that it belongs to. */
function scopeOf(callId: string): string {
  return callId.split('/').slice(0, -2).join('/');
}
