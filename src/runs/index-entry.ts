/**
 * What the index of a run keeps of its journal: a short entry for each episode and each turn of the run, with its place.
 * Entries are made from whatever a journal holds: what is not of the kind it should be becomes 0, empty or nothing.
 */
import type { Outcome } from '../core/episode.js';
import type { Phase, RunEvent } from '../core/event.js';
import type { JsonObject, JsonValue } from '../util/json.js';
import { countOf, listOf, numberOf, objectOf, textOf, textsOf } from '../util/json-values.js';

/** Where a record stands in the journal. */
export interface RecordPlace {
  /** Byte at which its line begins. */
  readonly offset: number;
  /** Bytes of its line, without the line end. */
  readonly length: number;
  /** Its number. */
  readonly record: number;
}

/** An episode that has ended. */
export interface EpisodeEntry {
  readonly kind: 'episode';
  readonly place: RecordPlace;
  readonly id: string;
  readonly phase: Phase;
  readonly instanceId: string;
  readonly taskType: string;
  readonly planId: string;
  readonly trial: number;
  readonly outcome: Outcome['kind'];
  /** The error's code, or what ran out; empty for others. */
  readonly detail: string;
  readonly steps: number;
  readonly reward: number;
  /** Scores of the world by name. */
  readonly scores: Readonly<Record<string, number>>;
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly costUsd: number;
  readonly unpricedCalls: number;
  /** Actions put into form by the grammar, by a model, and sent as they were. */
  readonly formalizer: readonly [grammar: number, model: number, none: number];
}

/** A plan by its numbers. */
export interface PlanMark {
  readonly id: string;
  readonly iteration: number;
}

/** Events that tell how a run went, without their long texts. */
export type TurnEvent =
  | {
      readonly type: 'run-start';
      readonly cell: string | null;
      readonly taskType: string;
      readonly instancesAre: 'games' | 'questions';
      readonly seed: number;
      readonly iterations: number;
      readonly batchSize: number;
      readonly heldOut: number;
      readonly plan: PlanMark;
      readonly simulated: boolean;
    }
  | (Cell & {
      readonly type: 'iteration-start';
      readonly iteration: number;
      readonly instanceIds: readonly string[];
    })
  | (Cell & {
      readonly type: 'iteration-end';
      readonly iteration: number;
      readonly plan: PlanMark;
      readonly successes: number;
      readonly episodes: number;
      readonly errors: number;
    })
  | (Cell & {
      readonly type: 'update-judged';
      readonly iteration: number;
      readonly accepted: boolean;
      /** The update's plan. */
      readonly plan: PlanMark;
    })
  | (Cell & { readonly type: 'plan-selected'; readonly plan: PlanMark })
  | (Cell & {
      readonly type: 'evaluation-start';
      readonly phase: Phase;
      readonly planId: string;
      readonly instances: number;
    })
  | (Cell & { readonly type: 'evaluation-end'; readonly phase: Phase; readonly planId: string })
  | { readonly type: 'reflection-end'; readonly iteration: number; readonly episodeId: string }
  | {
      readonly type: 'cell-start';
      readonly cell: string;
      readonly experiment: string;
      readonly arm: string;
      readonly taskType: string;
      readonly seed: number;
    }
  | { readonly type: 'cell-end'; readonly cell: string; readonly reason: string | null }
  | { readonly type: 'outage'; readonly waiting: boolean; readonly message: string }
  | { readonly type: 'run-resume'; readonly changes: readonly string[] }
  | {
      readonly type: 'run-end';
      readonly outcome: 'finished' | 'budget-reached' | 'outage' | 'interrupted' | 'failed';
      readonly message: string | null;
    };

interface Cell {
  readonly cell: string | null;
  readonly taskType: string;
}

/** A turn of the run. */
export interface TurnEntry {
  readonly kind: 'turn';
  readonly place: RecordPlace;
  readonly event: TurnEvent;
}

/** One entry of an index. */
export type IndexEntry = EpisodeEntry | TurnEntry;

/** The entry of a record; null for records that have none, such as calls and steps. */
export function entryOf(fields: JsonObject, place: RecordPlace): IndexEntry | null {
  const type = fields.type as RunEvent['type'];
  if (type === 'episode-end') return episodeEntry(fields, place);
  const event = turnOf(fields);
  return event === null ? null : { kind: 'turn', place, event };
}

const phases: ReadonlySet<unknown> = new Set<Phase>(['train', 'validation', 'baseline', 'held-out']);
const phaseOf = (value: unknown): Phase => (phases.has(value) ? (value as Phase) : 'train');
const outcomes: ReadonlySet<unknown> = new Set<Outcome['kind']>(['success', 'failure', 'truncated', 'error']);
const outcomeOf = (value: unknown): Outcome['kind'] =>
  outcomes.has(value) ? (value as Outcome['kind']) : 'error';

function episodeEntry(fields: JsonObject, place: RecordPlace): EpisodeEntry {
  const episode = objectOf(fields.episode);
  const outcome = objectOf(episode.outcome);
  const spend = objectOf(episode.spend);
  const usage = objectOf(spend.usage);
  const steps = listOf(episode.steps);
  return {
    kind: 'episode',
    place,
    id: textOf(episode.id),
    phase: phaseOf(fields.phase),
    instanceId: textOf(episode.instanceId),
    taskType: textOf(episode.taskType),
    planId: textOf(episode.planId),
    trial: countOf(episode.trial),
    outcome: outcomeOf(outcome.kind),
    detail: textOf(outcome.code ?? outcome.by),
    steps: steps.length,
    reward: numberOf(episode.reward),
    scores: scoresOf(episode.scores),
    calls: countOf(usage.calls),
    promptTokens: countOf(usage.promptTokens),
    completionTokens: countOf(usage.completionTokens),
    costUsd: countOf(spend.costUsd),
    unpricedCalls: countOf(spend.unpricedCalls),
    formalizer: countForms(steps),
  };
}

/** Most scores of an episode that are kept. */
const mostScores = 20;

function scoresOf(value: JsonValue | undefined): Record<string, number> {
  const scores = Object.entries(objectOf(value)).flatMap(([name, score]) =>
    typeof score === 'number' ? [[textOf(name), score] as const] : [],
  );
  return Object.fromEntries(scores.slice(0, mostScores));
}

function countForms(steps: readonly JsonValue[]): [number, number, number] {
  const counts: [number, number, number] = [0, 0, 0];
  for (const step of steps) {
    const { formalizer } = objectOf(step);
    counts[formalizer === 'grammar' ? 0 : formalizer === 'model' ? 1 : 2]++;
  }
  return counts;
}

function markOf(value: JsonValue | undefined): PlanMark {
  const { id, iteration } = objectOf(value);
  return { id: textOf(id), iteration: countOf(iteration) };
}

const endings: ReadonlySet<unknown> = new Set([
  'finished',
  'budget-reached',
  'outage',
  'interrupted',
  'failed',
]);

/** The turn that a record tells of, or one that was made of it before; null where it tells of none. */
function turnOf(fields: JsonObject): TurnEvent | null {
  const type = fields.type as TurnEvent['type'];
  const cell = fields.cell === undefined || fields.cell === null ? null : textOf(fields.cell);
  const taskType = textOf(fields.taskType);
  const iteration = countOf(fields.iteration);
  switch (type) {
    case 'run-start':
      return { type, cell, taskType, ...startOf(fields) };
    case 'iteration-start':
      return { type, cell, taskType, iteration, instanceIds: textsOf(fields.instanceIds) };
    case 'iteration-end':
      return { type, cell, taskType, iteration, plan: markOf(fields.plan), ...resultOf(fields) };
    case 'update-judged': {
      const verdict = objectOf(fields.verdict);
      const accepted = (fields.accepted ?? verdict.accepted) === true;
      return { type, cell, taskType, iteration, accepted, plan: markOf(fields.plan ?? verdict.candidate) };
    }
    case 'plan-selected':
      return { type, cell, taskType, plan: markOf(fields.plan ?? objectOf(fields.selection).plan) };
    case 'evaluation-start':
      return { type, cell, taskType, ...measuredOf(fields), instances: countOf(fields.instances) };
    case 'evaluation-end':
      return { type, cell, taskType, ...measuredOf(fields) };
    case 'reflection-end':
      return {
        type,
        iteration,
        episodeId: textOf(fields.episodeId ?? objectOf(fields.reflection).episodeId),
      };
    default:
      return rareTurnOf(fields, type);
  }
}

function rareTurnOf(fields: JsonObject, type: TurnEvent['type']): TurnEvent | null {
  switch (type) {
    case 'cell-start': {
      const { cell, experiment, arm, taskType, seed } = fields;
      const names = { cell: textOf(cell), experiment: textOf(experiment), arm: textOf(arm) };
      return { type, ...names, taskType: textOf(taskType), seed: numberOf(seed) };
    }
    case 'cell-end':
      return {
        type,
        cell: textOf(fields.cell),
        reason: fields.reason === null ? null : textOf(fields.reason),
      };
    case 'outage':
      return { type, waiting: fields.waiting === true, message: textOf(fields.message) };
    case 'run-resume':
      return { type, changes: textsOf(fields.changes) };
    case 'run-end': {
      const outcome = endings.has(fields.outcome) ? (fields.outcome as 'failed') : 'failed';
      return { type, outcome, message: typeof fields.message === 'string' ? textOf(fields.message) : null };
    }
    default:
      return null;
  }
}

function startOf(fields: JsonObject) {
  return {
    instancesAre: fields.instancesAre === 'questions' ? ('questions' as const) : ('games' as const),
    seed: numberOf(fields.seed),
    iterations: countOf(fields.iterations),
    batchSize: countOf(fields.batchSize),
    heldOut: countOf(fields.heldOut),
    plan: markOf(fields.plan ?? fields.initialPlan),
    simulated: fields.simulated === true,
  };
}

function resultOf(fields: JsonObject) {
  return {
    successes: countOf(fields.successes),
    episodes: countOf(fields.episodes),
    errors: countOf(fields.errors),
  };
}

function measuredOf(fields: JsonObject) {
  return { phase: phaseOf(fields.phase), planId: textOf(fields.planId) };
}

/** An entry as a line of the index holds it. */
export function packEntry(entry: IndexEntry): JsonObject {
  const { offset, length, record } = entry.place;
  const at = [offset, length, record];
  if (entry.kind === 'turn') return { at, turn: entry.event as unknown as JsonObject };
  const { id, phase, instanceId, taskType, planId, trial, outcome, detail, steps, reward, scores } = entry;
  const { calls, promptTokens, completionTokens, costUsd, unpricedCalls, formalizer } = entry;
  const names = [id, phase, instanceId, taskType, planId, outcome, detail];
  const numbers = [trial, steps, reward, calls, promptTokens, completionTokens, costUsd, unpricedCalls];
  const episode = [...names, ...numbers, ...formalizer];
  return { at, episode, ...(Object.keys(scores).length > 0 ? { scores } : {}) };
}

/** The entry of a line; null where the line is none. */
export function unpackEntry(line: JsonObject): IndexEntry | null {
  const [offset, length, record] = listOf(line.at);
  if (record === undefined) return null;
  const place = { offset: countOf(offset), length: countOf(length), record: countOf(record) };
  if (line.turn !== undefined) {
    const event = turnOf(objectOf(line.turn));
    return event && { kind: 'turn', place, event };
  }
  const fields = listOf(line.episode);
  if (fields.length !== 18) return null;
  return {
    kind: 'episode',
    place,
    id: textOf(fields[0]),
    phase: phaseOf(fields[1]),
    instanceId: textOf(fields[2]),
    taskType: textOf(fields[3]),
    planId: textOf(fields[4]),
    outcome: outcomeOf(fields[5]),
    detail: textOf(fields[6]),
    trial: countOf(fields[7]),
    steps: countOf(fields[8]),
    reward: numberOf(fields[9]),
    calls: countOf(fields[10]),
    promptTokens: countOf(fields[11]),
    completionTokens: countOf(fields[12]),
    costUsd: countOf(fields[13]),
    unpricedCalls: countOf(fields[14]),
    formalizer: [countOf(fields[15]), countOf(fields[16]), countOf(fields[17])],
    scores: line.scores === undefined ? noScores : scoresOf(line.scores),
  };
}

const noScores: EpisodeEntry['scores'] = {};
