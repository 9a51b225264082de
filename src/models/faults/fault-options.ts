/** What can be told to a server that misbehaves on purpose. */
import { UsageError } from '../../core/errors.js';

/**
 * Faults of a server, in the order in which shares are laid out:
 * - `rate-limit`: 429; `server-error`: 500, 502, 503, 504 or 529
 * - `reset`: the connection is cut before an answer; `reset-in-body`: in the middle of one
 * - `stall`: nothing more comes, before the headers or within the body, and the connection stays open
 * - `malformed-json`, `html-page`, `empty-body`, `error-with-200`: a body that is no answer, with status 200
 * - `truncated`: the body of the answer ends early, as if it were whole
 * - `null-content`, `no-choices`, `no-usage`: an answer that lacks a part; without its usage it is still a good one
 * - `dropped-reply`: the request is worked out, and paid for, and the connection is cut instead of an answer
 *   (`ExecuteAndTimeout` in the fault injection of Temporal)
 */
export const faultKinds = [
  'rate-limit',
  'server-error',
  'reset',
  'reset-in-body',
  'stall',
  'malformed-json',
  'html-page',
  'empty-body',
  'error-with-200',
  'truncated',
  'null-content',
  'no-choices',
  'no-usage',
  'dropped-reply',
] as const;
/** One of the faults. */
export type FaultKind = (typeof faultKinds)[number];

/** Share of the requests that each fault befalls, from 0 to 1; together at most 1. */
export type FaultRates = Readonly<Partial<Record<FaultKind, number>>>;

/** How long an answer takes, in milliseconds. The long-tailed ones may be capped by `most`. */
export type Latency =
  | { readonly kind: 'fixed'; readonly milliseconds: number }
  | { readonly kind: 'uniform'; readonly least: number; readonly most: number }
  | { readonly kind: 'lognormal'; readonly median: number; readonly sigma: number; readonly most?: number }
  | { readonly kind: 'pareto'; readonly least: number; readonly alpha: number; readonly most?: number };

/** A time in which every request fails in one way. Requests are counted from 0. */
export interface Outage {
  /** The first request that fails. */
  readonly from: number;
  /** The first request that does not fail any more. Without it and `seconds`, it lasts for good. */
  readonly to?: number;
  /** How long it lasts from that first request on. */
  readonly seconds?: number;
  /** `reset` (the default) cuts connections; a number is the HTTP status that is answered, for example 401. */
  readonly as?: 'reset' | number;
}

/** How a server misbehaves. Nothing said: not at all. */
export interface FaultOptions {
  /** Everything is drawn by this seed and the number of the request, so that a storm can be repeated. Default 0. */
  readonly seed?: number;
  readonly rates?: FaultRates;
  /** Values of Retry-After, one drawn for each 429 and 503; none is sent by default. */
  readonly retryAfter?: readonly string[];
  readonly latency?: Latency;
  readonly outages?: readonly Outage[];
}

/** A storm: 39 % of all requests fail, by every kind of fault but missing usage, which is none for the caller. */
export const stormRates: FaultRates = {
  'rate-limit': 0.1,
  'server-error': 0.1,
  reset: 0.03,
  'reset-in-body': 0.02,
  stall: 0.02,
  'malformed-json': 0.01,
  'html-page': 0.01,
  'empty-body': 0.01,
  'error-with-200': 0.01,
  truncated: 0.05,
  'null-content': 0.01,
  'no-choices': 0.01,
  'dropped-reply': 0.01,
};

/** Values of Retry-After that servers have sent, reasonable and not. */
export const oddRetryAfters: readonly string[] = [
  '-5',
  '0',
  '1',
  '90',
  '86400',
  'Wed, 21 Oct 2015 07:28:00 GMT',
  'Fri, 31 Dec 2100 23:59:59 GMT',
  'soon',
];

/** Throws a UsageError that names the share at fault. */
export function checkRates(rates: FaultRates): void {
  let sum = 0;
  for (const [kind, rate] of Object.entries(rates)) {
    if (!(faultKinds as readonly string[]).includes(kind))
      throw new UsageError(`there is no fault "${kind}"`, `known: ${faultKinds.join(', ')}`);
    if (!(rate >= 0 && rate <= 1)) throw new UsageError(`the rate of ${kind} is ${rate}, not from 0 to 1`);
    sum += rate;
  }
  if (sum > 1 + 1e-9) throw new UsageError(`the rates of the faults sum to ${sum}, above 1`);
}

/** The rates in the same proportions, with another sum. */
export function scaleRates(rates: FaultRates, sum: number): FaultRates {
  const total = Object.values(rates).reduce((all, rate) => all + rate, 0);
  return Object.fromEntries(Object.entries(rates).map(([kind, rate]) => [kind, (rate / total) * sum]));
}
