/** Whose turn it is when several plans are learned and measured at the same time. */
import type { Phase } from '../core/event.js';
import type { ChatModel } from '../core/model.js';
import { prioritize } from '../models/index.js';
import { createGates, type Gate } from '../util/create-gates.js';

/** Priority of what the end of a run alone waits for: behind what is on the way to the next plan. */
const measuring = -0.25;

/** Priority of what can be done at any time. */
const meanwhile = -0.5;

/** Calls that measure a learned plan: they are made when no plan is being learned that could use their place. */
export function measureLast(model: ChatModel): ChatModel {
  return prioritize(model, measuring);
}

/** Calls that measure what there was at first: they fill the places that nothing else has a use for. */
export function measureMeanwhile(model: ChatModel): ChatModel {
  return prioritize(model, meanwhile);
}

/** With more episodes open than calls in flight, long ones begin early and do not end alone. */
const openPerCall = 4;

/** Episodes that an evaluation has open at a time, for so many calls in flight. */
export function openEpisodes(concurrency: number): number {
  return openPerCall * concurrency;
}

/** The models while optimizing, and in evaluation. */
type ModelsInUse = Readonly<Record<'optimize' | 'evaluate', ChatModel>>;

/** The turn of one of several trainings or evaluations that share calls and memory. */
export interface Turn {
  /** The models with calls that go behind those of earlier turns, where they are of the same kind. */
  readonly inTurn: (models: ModelsInUse) => ModelsInUse;
  /** Lets the episodes of a phase begin: all turns together have as many open as one alone would have. */
  readonly gateOf: (phase: Phase) => Gate;
}

/** The turns of so many, the first one first. All ways to a next plan go before all that is measured. */
export function createTurns(count: number, concurrency: number): readonly Turn[] {
  const rooms = new Map<Phase, ReturnType<typeof createGates>>();
  const roomOf = (phase: Phase) => {
    const room = rooms.get(phase) ?? createGates(openEpisodes(concurrency));
    rooms.set(phase, room);
    return room;
  };
  return Array.from({ length: count }, (_, place) => ({
    inTurn: ({ optimize, evaluate }) => {
      const behind = measuring * (place / count);
      return { optimize: prioritize(optimize, behind), evaluate: prioritize(evaluate, behind) };
    },
    gateOf: (phase) => roomOf(phase)(-place),
  }));
}
