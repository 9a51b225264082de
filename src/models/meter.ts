import { messageOf } from '../core/errors.js';
import type { RunEvent } from '../core/event.js';
import {
  addSpend,
  type ChatReply,
  type ChatRequest,
  type ModelMiddleware,
  noSpend,
  type Purpose,
  type Spend,
  spendOf,
} from '../core/model.js';
import { type Clock, systemClock } from '../util/clock.js';
import { digestRequest } from './digest-request.js';

/** One finished call, answered or not, as the journal records it. */
export type CallRecord = Omit<Extract<RunEvent, { type: 'model-call' }>, 'type'>;

/** Counts the calls of one or more models. */
export interface Meter {
  readonly middleware: ModelMiddleware;
  /** Spend per purpose of the calls that were answered; a purpose that had none is absent. */
  byPurpose(): ReadonlyMap<Purpose, Spend>;
  /** Spend of all answered calls. */
  total(): Spend;
  /** Of that, what was not paid for, as the answers came from the response cache. */
  cached(): Spend;
}

/**
 * Adds up what calls spend and hands a record of each to `onCall`, if there is one, when it ends. The time of a call covers what
 * lies below the meter: waiting and retries too when it is the outermost layer. `before` is what calls of a run that is
 * resumed have spent, and `cachedBefore` the part of it that came from the cache.
 */
export function createMeter(
  onCall?: (record: CallRecord, request: ChatRequest) => void,
  clock: Clock = systemClock,
  before: ReadonlyMap<Purpose, Spend> = new Map(),
  cachedBefore: Spend = noSpend,
): Meter {
  const spends = new Map<Purpose, Spend>(before);
  let cached = cachedBefore;
  const book = (purpose: Purpose, reply: ChatReply, fromCache: boolean): Spend => {
    const spend = spendOf(reply);
    spends.set(purpose, addSpend(spends.get(purpose) ?? noSpend, spend));
    if (fromCache) cached = addSpend(cached, spend);
    return spend;
  };
  const record = (
    model: string,
    request: ChatRequest,
    start: number,
    result: ChatReply | Error,
    fromCache = false,
  ) => {
    const { purpose, callId = request.purpose } = request;
    const failed = result instanceof Error;
    const spend = failed ? noSpend : book(purpose, result, fromCache);
    // A record takes longer to make than all the rest.
    if (onCall === undefined) return;
    const milliseconds = clock.elapsed() - start;
    const outcome = failed ? { reply: null, error: messageOf(result) } : { reply: result, error: null };
    const call = { callId, purpose, model, request: digestRequest(model, request), spend };
    onCall({ ...call, ...(fromCache ? { cached: true } : {}), milliseconds, ...outcome }, request);
  };
  const middleware: ModelMiddleware = (model) => ({
    id: model.id,
    complete: async (request) => {
      const start = clock.elapsed();
      let result: ChatReply;
      try {
        result = await model.complete(request);
      } catch (error) {
        record(model.id, request, start, error instanceof Error ? error : new Error(messageOf(error)));
        throw error;
      }
      const { fromCache, ...reply } = result;
      record(model.id, request, start, reply, fromCache);
      return result;
    },
  });
  return {
    middleware,
    byPurpose: () => new Map(spends),
    total: () => [...spends.values()].reduce(addSpend, noSpend),
    cached: () => cached,
  };
}
