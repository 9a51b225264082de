/**
 * Rehearses parts of a run with simulated models, in memory, and counts what they use. What a language model would do is
 * not known; a model that is simulated itself is rehearsed by its own profile, behind a server as well.
 */
import type { ChatModel, ModelMiddleware } from '../core/model.js';
import {
  costOf,
  createPrefixMemory,
  findPrice,
  type PrefixMemory,
  type Price,
  type Role,
  wrapModel,
} from '../models/index.js';
import { createSimulatedModel, type SimulatedProfile, simulatedProfiles } from '../models/simulated/index.js';
import type { EstimatedRange, EstimatedSpend, SpendEstimate } from '../training/index.js';
import { isSimulated } from './build-model.js';
import { createGiveWay } from './give-way.js';
import { modelRoles } from './model-roles.js';
import type { ResolvedModels } from './resolve-models.js';
import { routeRoles } from './route-roles.js';
import type { Config } from './schema.js';

/** What a part of a run used, or several of them. */
export interface Used {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** US$ without caching; null where a price is not known. */
  readonly costUsd: number | null;
  /** US$ with all cached that can be; null where nothing is known of that. */
  readonly costUsdCached: number | null;
}

/** Nothing used. */
export const nothingUsed: Used = {
  calls: 0,
  promptTokens: 0,
  completionTokens: 0,
  costUsd: 0,
  costUsdCached: 0,
};

/** The sum of what was used, the second one several times. */
export function addUsed(a: Used, b: Used, times = 1): Used {
  const sum = (x: number | null, y: number | null) => (x === null || y === null ? null : x + times * y);
  return {
    calls: a.calls + times * b.calls,
    promptTokens: a.promptTokens + times * b.promptTokens,
    completionTokens: a.completionTokens + times * b.completionTokens,
    costUsd: sum(a.costUsd, b.costUsd),
    costUsdCached: sum(a.costUsdCached, b.costUsdCached),
  };
}

/** A part of a run that is rehearsed. */
export interface RehearsedPart {
  /** Times that calls which measure count: they are of a sample of the instances. */
  readonly times: number;
  /** What the ids of its calls begin with; default nothing. */
  readonly prefix?: string;
}

/** A rehearsal by models of one profile. */
export interface Rehearsal {
  /** Models that play in place of those of a run. */
  readonly models: (config: Pick<Config, 'sampling'>, models: ResolvedModels) => ResolvedModels;
  /** Plays a part with them, and counts; one part at a time. */
  readonly play: (part: RehearsedPart, work: () => Promise<unknown>) => Promise<Used>;
}

/** Creates a rehearsal; the profile is for models of which nothing is known. */
export function createRehearsal(profile: string): Rehearsal {
  const giveWay = createGiveWay();
  const memories = new Map<string, PrefixMemory>();
  let part: RehearsedPart = { times: 1 };
  let used = nothingUsed;
  const count = (callId: string, use: Used) => {
    const id = callId.slice(part.prefix?.length ?? 0);
    used = addUsed(used, use, measures.test(id) ? part.times : 1);
  };
  const buildRole = ({ names, profiles, prices }: ResolvedModels, role: Role): ChatModel => {
    const name = names[role];
    const known = profiles[name] ?? profileOfName(name) ?? simulatedProfiles[profile];
    const model = createSimulatedModel({ name, profile: known as SimulatedProfile });
    const memory = memories.get(name) ?? createPrefixMemory();
    memories.set(name, memory);
    return wrapModel(model, [createCounter(findPrice(prices, name), memory, count), giveWay]);
  };
  return {
    models: ({ sampling }, models) => {
      const entries = modelRoles.map((role) => [role, buildRole(models, role)] as const);
      const roles = Object.fromEntries(entries) as Record<Role, ChatModel>;
      return {
        ...models,
        optimize: routeRoles(roles, sampling, sampling.optimize),
        evaluate: routeRoles(roles, sampling, sampling.evaluate),
      };
    },
    play: async (next, work) => {
      part = next;
      used = nothingUsed;
      await work();
      return used;
    },
  };
}

/** Calls of measurements, in a cell of an ablation of one of several plans. */
const measures = /^(?:iteration-\d+\/)?(?:held-out|baseline)\//;

/** The profile that a simulated model behind a server has by its name. */
function profileOfName(name: string): SimulatedProfile | undefined {
  const short = isSimulated(name) ? name.slice('simulated-'.length) : '';
  return Object.hasOwn(simulatedProfiles, short) ? simulatedProfiles[short] : undefined;
}

/** Counts every call, with its price, by what it asks and is answered. */
function createCounter(
  price: Price | null,
  memory: PrefixMemory,
  count: (callId: string, use: Used) => void,
): ModelMiddleware {
  // What is free stays so when it is cached.
  const hasCachedPrice = price?.cachedInput !== undefined || price?.input === 0;
  return (model) => ({
    id: model.id,
    complete: async (request) => {
      const reply = await model.complete(request);
      const { usage } = reply;
      const cachedTokens = hasCachedPrice ? memory.take(request.messages) * usage.promptTokens : 0;
      count(request.callId ?? request.purpose, {
        calls: usage.calls,
        promptTokens: usage.promptTokens,
        completionTokens: usage.completionTokens,
        costUsd: price && costOf(price, usage),
        costUsdCached: price && hasCachedPrice ? costOf(price, { ...usage, cachedTokens }) : null,
      });
      return reply;
    },
  });
}

/** How a run is rehearsed. */
interface RehearsalPlan {
  /** One rehearsal for each: what models of which nothing is known are taken for. */
  readonly profiles: readonly string[];
  /** Profiles that play. */
  readonly shown: readonly string[];
  /** Share by which the range is wider than what was rehearsed. */
  readonly spread: number;
}

/** A language model may write and wander more, or less, than simulated ones. */
const spreadOfUnknown = 0.25;
const spreadOfKnown = 0.1;

function planRehearsals(models: readonly ResolvedModels[]): RehearsalPlan {
  const names = [...new Set(models.flatMap((one) => Object.values(one.names)))];
  const profiles = new Set(models.flatMap((one) => Object.keys(one.profiles)));
  const isKnown = (name: string) => profiles.has(name) || profileOfName(name) !== undefined;
  const known = names.map((name) => name.slice('simulated-'.length));
  const all = Object.keys(simulatedProfiles);
  return names.every(isKnown)
    ? { profiles: all.slice(0, 1), shown: known, spread: spreadOfKnown }
    : { profiles: all, shown: all, spread: spreadOfUnknown };
}

/** How to estimate. */
export interface EstimateOptions {
  /** Told after each part how many of how many were rehearsed. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** What a run is expected to use in all, and in each of its parts. */
export interface Estimated {
  readonly total: SpendEstimate;
  readonly parts: readonly EstimatedSpend[];
}

/** Rehearses as often as the models ask for, part by part. */
export async function estimateBy(
  models: readonly ResolvedModels[],
  partsOf: (rehearsal: Rehearsal) => readonly (() => Promise<Used>)[],
  { onProgress }: EstimateOptions,
): Promise<Estimated> {
  const { profiles, shown, spread } = planRehearsals(models);
  const rehearsals: Used[][] = [];
  for (const profile of profiles) {
    const parts = partsOf(createRehearsal(profile));
    const used: Used[] = [];
    for (const part of parts) {
      used.push(await part());
      onProgress?.(rehearsals.length * parts.length + used.length, profiles.length * parts.length);
    }
    rehearsals.push(used);
  }
  const totals = rehearsals.map((parts) => parts.reduce((sum, part) => addUsed(sum, part), nothingUsed));
  const parts = (rehearsals[0] ?? []).map((_, i) => rehearsals.map((all) => all[i] ?? nothingUsed));
  return {
    total: { ...estimateOf(totals, spread), profiles: shown },
    parts: parts.map((part) => estimateOf(part, spread)),
  };
}

function estimateOf(rehearsals: readonly Used[], spread: number): EstimatedSpend {
  const range = (amount: (used: Used) => number) => rangeOf(rehearsals.map(amount), spread);
  const money = (key: 'costUsd' | 'costUsdCached') =>
    rehearsals.some((used) => used[key] === null) ? null : range((used) => used[key] ?? 0);
  return {
    calls: range(({ calls }) => calls),
    promptTokens: range(({ promptTokens }) => promptTokens),
    completionTokens: range(({ completionTokens }) => completionTokens),
    costUsd: money('costUsd'),
    costUsdCached: money('costUsdCached'),
  };
}

function rangeOf(values: readonly number[], spread: number): EstimatedRange {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { low: least * (1 - spread), expected: (least + most) / 2, high: most * (1 + spread) };
}

/** Plays that measure: in all of a rehearsal, and of what is told apart; one measurement has so many at least and at most. */
const plays = { inAll: 160, ofPart: 36, fewest: 4, most: 48 };

/**
 * Instances that each measurement plays in a rehearsal, by how many measurements there are in all, and of the part that
 * it belongs to.
 */
export function sampleFor(inAll: number, ofPart = inAll): number {
  const each = [plays.fewest, plays.inAll / Math.max(1, inAll), plays.ofPart / Math.max(1, ofPart)];
  return Math.min(plays.most, Math.ceil(Math.max(...each)));
}

/** Items from all over a list. */
export function everyNth<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, items.length / most);
  return Array.from({ length: Math.min(most, items.length) }, (_, k) => items[Math.floor(k * step)] as T);
}

/** Whether a config can be rehearsed: a world or an agent of the user's own, or one on a network, is not played unasked. */
export function canRehearse({ environment, agent }: Pick<Config, 'environment' | 'agent'>): boolean {
  const isOwn = [environment, agent].some((one) => one.module !== undefined || one.command !== undefined);
  return !isOwn && environment.options?.backend !== 'mediawiki';
}
