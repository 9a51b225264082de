/** What is counted over a whole journal, so that nobody has to read it through to know what a run spent. */
import type { JsonObject, JsonValue } from '../util/json.js';
import { countOf, listOf, objectOf, textOf } from '../util/json-values.js';

/** Calls of one purpose. */
export interface PurposeTotals {
  /** Answered calls, those from the response cache included, as in the numbers below. */
  calls: number;
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
  cacheableTokens: number;
  estimatedCalls: number;
  costUsd: number;
  unpricedCalls: number;
  /** Of that, what came from the response cache. */
  cacheCalls: number;
  cacheUsd: number;
  /** Calls that had no answer. */
  failedCalls: number;
  /** From question to answer, summed. */
  milliseconds: number;
}

/** An episode that has begun and not ended. */
export interface OpenTotals {
  phase: string;
  steps: number;
  action: string | null;
}

/** Counts of a journal so far. `take` changes them in place. */
export interface RunTotals {
  readonly purposes: Map<string, PurposeTotals>;
  /** Attempts sent, and those that failed by code. */
  sent: number;
  readonly failedAttempts: Map<string, number>;
  /** Attempts without an end so far, by call. */
  readonly openAttempts: Map<string, number>;
  pauses: number;
  pausedSeconds: number;
  /** Episodes without an end so far, by id. */
  readonly openEpisodes: Map<string, OpenTotals>;
}

/** Nothing counted yet. */
export function createTotals(): RunTotals {
  return {
    purposes: new Map(),
    sent: 0,
    failedAttempts: new Map(),
    openAttempts: new Map(),
    pauses: 0,
    pausedSeconds: 0,
    openEpisodes: new Map(),
  };
}

/** Counts a record. */
export function takeTotals(totals: RunTotals, fields: JsonObject): void {
  switch (fields.type) {
    case 'model-call':
      takeCall(totals, fields);
      return;
    case 'call-sent': {
      const callId = textOf(fields.callId);
      totals.sent++;
      totals.openAttempts.set(callId, (totals.openAttempts.get(callId) ?? 0) + 1);
      return;
    }
    case 'call-failed':
      add(totals.failedAttempts, textOf(fields.code));
      settle(totals, textOf(fields.callId));
      return;
    case 'call-pause':
      totals.pauses++;
      totals.pausedSeconds += countOf(fields.seconds);
      return;
    case 'episode-start':
      totals.openEpisodes.set(textOf(fields.episodeId), {
        phase: textOf(fields.phase),
        steps: 0,
        action: null,
      });
      return;
    case 'episode-step': {
      const open = totals.openEpisodes.get(textOf(fields.episodeId));
      if (open !== undefined)
        Object.assign(open, { steps: countOf(fields.step), action: textOf(fields.action) });
      return;
    }
    case 'episode-end':
      totals.openEpisodes.delete(textOf(objectOf(fields.episode).id));
  }
}

function takeCall(totals: RunTotals, fields: JsonObject): void {
  const name = textOf(fields.purpose);
  const purpose = totals.purposes.get(name) ?? noCalls();
  totals.purposes.set(name, purpose);
  purpose.milliseconds += countOf(fields.milliseconds);
  if (fields.reply === null) {
    purpose.failedCalls++;
    return;
  }
  const spend = objectOf(fields.spend);
  const usage = objectOf(spend.usage);
  purpose.calls += countOf(usage.calls);
  purpose.promptTokens += countOf(usage.promptTokens);
  purpose.completionTokens += countOf(usage.completionTokens);
  purpose.cachedTokens += countOf(usage.cachedTokens);
  purpose.cacheableTokens += countOf(fields.cacheableTokens);
  purpose.estimatedCalls += countOf(usage.estimatedCalls);
  purpose.costUsd += countOf(spend.costUsd);
  purpose.unpricedCalls += countOf(spend.unpricedCalls);
  if (fields.cached === true) {
    purpose.cacheCalls += countOf(usage.calls);
    purpose.cacheUsd += countOf(spend.costUsd);
  } else settle(totals, textOf(fields.callId));
}

function noCalls(): PurposeTotals {
  return {
    calls: 0,
    promptTokens: 0,
    completionTokens: 0,
    cachedTokens: 0,
    cacheableTokens: 0,
    estimatedCalls: 0,
    costUsd: 0,
    unpricedCalls: 0,
    cacheCalls: 0,
    cacheUsd: 0,
    failedCalls: 0,
    milliseconds: 0,
  };
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function settle({ openAttempts }: RunTotals, callId: string): void {
  const left = (openAttempts.get(callId) ?? 0) - 1;
  if (left > 0) openAttempts.set(callId, left);
  else openAttempts.delete(callId);
}

/** Totals as a line of the index holds them. */
export function packTotals(totals: RunTotals): JsonObject {
  const { purposes, failedAttempts, openAttempts, openEpisodes, sent, pauses, pausedSeconds } = totals;
  return {
    sent,
    pauses,
    pausedSeconds,
    purposes: [...purposes].map(([name, counts]) => [name, { ...counts }]),
    failedAttempts: [...failedAttempts],
    openAttempts: [...openAttempts],
    openEpisodes: [...openEpisodes].map(([id, open]) => [id, { ...open }]),
  };
}

/** Totals of a line. */
export function unpackTotals(line: JsonObject): RunTotals {
  const pairsOf = (value: unknown) =>
    listOf(value).map((pair): readonly [string, JsonValue] => {
      const [name, rest = null] = listOf(pair);
      return [textOf(name), rest];
    });
  const counts = (value: unknown) => new Map(pairsOf(value).map(([name, count]) => [name, countOf(count)]));
  return {
    sent: countOf(line.sent),
    pauses: countOf(line.pauses),
    pausedSeconds: countOf(line.pausedSeconds),
    purposes: new Map(pairsOf(line.purposes).map(([name, value]) => [name, unpackPurpose(objectOf(value))])),
    failedAttempts: counts(line.failedAttempts),
    openAttempts: counts(line.openAttempts),
    openEpisodes: new Map(
      pairsOf(line.openEpisodes).map(([id, value]) => {
        const { phase, steps, action } = objectOf(value);
        const last = typeof action === 'string' ? textOf(action) : null;
        return [id, { phase: textOf(phase), steps: countOf(steps), action: last }];
      }),
    ),
  };
}

function unpackPurpose(value: JsonObject): PurposeTotals {
  const purpose = noCalls();
  for (const key of Object.keys(purpose) as (keyof PurposeTotals)[]) purpose[key] = countOf(value[key]);
  return purpose;
}
