/**
 * What a training would use, before any money is spent: it is rehearsed with simulated models in its own world, in
 * memory, and what they used is scaled up. What a language model would do is not known, so both simulated profiles are
 * tried, and there is a range around what they say.
 */
import type { RunEvent } from '../core/event.js';
import { addUsage, noUsage, type Usage } from '../core/model.js';
import { costOf, findPrice, type Role, roleOfPurpose } from '../models/index.js';
import { createMemoryRun } from '../runs/index.js';
import { createRecorder } from './create-recorder.js';
import type { PreparedTraining } from './prepare-training.js';
import { resolveModels } from './resolve-models.js';
import type { TaskTypeInstances } from './resolve-training.js';
import type { Config } from './schema.js';
import { trainTaskType } from './train-task-type.js';

/** A number that is not known beforehand. */
export interface EstimatedRange {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

/** What a training is expected to use, over all task types. */
export interface SpendEstimate {
  readonly calls: EstimatedRange;
  readonly promptTokens: EstimatedRange;
  readonly completionTokens: EstimatedRange;
  /** US$ without any caching by the provider; null where a price is not known. */
  readonly costUsd: EstimatedRange | null;
  /** The simulated profiles that rehearsed it. */
  readonly profiles: readonly string[];
}

/** Held-out instances of a task type that a rehearsal plays at most. */
const sample = 48;
/** A language model may write and wander more, or less, than the simulated ones: the range is wider by this share. */
const margin = 0.25;

/**
 * Rehearses a training. Null where that can not be done: a world or an agent of the user's own, or one that asks a
 * network, is not played without being told to.
 */
export async function estimateTraining(prepared: PreparedTraining): Promise<SpendEstimate | null> {
  if (!canRehearse(prepared.config)) return null;
  const { model } = prepared.config;
  const isSimulated = model.provider === 'simulated';
  const profiles = isSimulated ? [model.profile] : ['strong', 'weak'];
  const rehearsals: RoleUsage[] = [];
  for (const profile of profiles) rehearsals.push(await rehearse(prepared, profile));
  const spread = isSimulated ? 0.1 : margin;
  const range = (amount: (usage: RoleUsage) => number) => rangeOf(rehearsals.map(amount), spread);
  const total = (key: keyof Usage) => (usage: RoleUsage) =>
    [...usage.values()].reduce((sum, one) => sum + one[key], 0);
  const isPriced = rehearsals.every((usage) => costOfAll(prepared, usage) !== null);
  return {
    calls: range(total('calls')),
    promptTokens: range(total('promptTokens')),
    completionTokens: range(total('completionTokens')),
    costUsd: isPriced ? range((usage) => costOfAll(prepared, usage) ?? 0) : null,
    profiles,
  };
}

function canRehearse({ environment, agent }: Config): boolean {
  const isOwn = [environment, agent].some((one) => one.module !== undefined || one.command !== undefined);
  return !isOwn && environment.options?.backend !== 'mediawiki';
}

/** What each role used. */
type RoleUsage = ReadonlyMap<Role, Usage>;

async function rehearse(prepared: PreparedTraining, profile: string): Promise<RoleUsage> {
  const used = new Map<Role, Usage>();
  for (const instances of prepared.tasks.taskTypes) {
    const few = everyNth(instances, sample);
    const scale = instances.heldOut.length / Math.max(1, few.heldOut.length);
    const recorder = createRecorder((event) => count(used, event, scale));
    const { cache: _cache, ...settings } = prepared.config;
    const model: Config['model'] = { ...settings.model, provider: 'simulated', profile, ...noRoles };
    const config = { ...settings, model, budget: {} };
    const models = await resolveModels(config, { recorder });
    await trainTaskType({ ...prepared, ...recorder, config, models }, createMemoryRun('rehearsal'), few);
  }
  return used;
}

/** One simulated model plays all roles. */
const noRoles = {
  agent: undefined,
  reflection: undefined,
  update: undefined,
  formalizer: undefined,
  judge: undefined,
};

/** Instances from all over the held-out ones. */
function everyNth(instances: TaskTypeInstances, most: number): TaskTypeInstances {
  const { heldOut } = instances;
  const step = Math.max(1, heldOut.length / most);
  const picked = Array.from({ length: Math.min(most, heldOut.length) }, (_, k) => Math.floor(k * step));
  return { ...instances, heldOut: heldOut.filter((_, i) => picked.includes(i)) };
}

function count(used: Map<Role, Usage>, event: RunEvent, scale: number): void {
  if (event.type !== 'model-call') return;
  const role = roleOfPurpose[event.purpose];
  const times = /^(?:held-out|baseline)\//.test(event.callId) ? scale : 1;
  const { usage } = event.spend;
  const scaled = Object.fromEntries(Object.entries(usage).map(([key, value]) => [key, value * times]));
  used.set(role, addUsage(used.get(role) ?? noUsage, { ...usage, ...scaled }));
}

function costOfAll({ models }: PreparedTraining, usage: RoleUsage): number | null {
  const costs = [...usage].map(([role, one]) => {
    const price = findPrice(models.prices, models.names[role]);
    return price === null ? null : costOf(price, one);
  });
  return costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
}

function rangeOf(values: readonly number[], spread: number): EstimatedRange {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { low: least * (1 - spread), expected: (least + most) / 2, high: most * (1 + spread) };
}
