/** What is told of the events of one task type, or of one cell of an ablation. */
import { describeOutcome, type RunEvent } from '../core/event.js';
import type { Plan } from '../core/plan.js';
import { createPlan, diffPlans } from '../plans/index.js';
import { type InstanceWords, interval, percent, wordsFor } from '../report/index.js';
import { wilson } from '../stats/index.js';

/** A line, and what kind it is where a colour helps. */
export interface MilestoneLine {
  readonly kind: 'plain' | 'added' | 'removed';
  readonly text: string;
  /** That it tells of; absent where it is the whole run. */
  readonly taskType?: string;
}

/** Gives the lines of an event; most events give none. */
export type Follower = (event: RunEvent) => readonly MilestoneLine[];

/** How a follower tells of things. */
interface FollowerOptions {
  readonly usual: InstanceWords;
  /** Comes before what happens on the way to a plan. */
  readonly name: () => string;
  /** Whether one more error is told. */
  readonly tellsError: () => boolean;
}

/** Follows one task type, or one cell. Remembers the latest plan to show what an iteration changed. */
export function createFollower({ usual, name, tellsError }: FollowerOptions): Follower {
  let plan: Plan | undefined;
  let start: string | undefined;
  let words = usual;
  let reflected: string[] = [];
  return (event) => {
    switch (event.type) {
      case 'iteration-start':
        reflected = [];
        return [];
      case 'reflection-end':
        if (reflected.length < mostNamed) reflected.push(event.reflection.instanceId);
        return [];
      case 'episode-end':
        if (event.episode.outcome.kind !== 'error' || !tellsError()) return [];
        return [line(`  ${event.episode.id}: ${describeOutcome(event.episode.outcome)}`)];
      case 'run-resume':
        return [line(`  gone on with; US$ ${event.spend.costUsd.toFixed(2)} were spent before`)];
      case 'run-end':
        return event.outcome === 'finished' ? [] : [line(`  the run has ended: ${describeEnding(event)}`)];
      case 'cell-end':
        return event.reason === null ? [] : [line(`  not measured: ${event.reason}`)];
      case 'run-start':
        words = wordsFor(event.instancesAre);
        // Where nothing is learned, a plan is only measured: what comes of it says all.
        if (event.iterations === 0) return [];
        plan = event.initialPlan;
        start = event.initialPlan.id;
        return describeStart(event, words);
      case 'iteration-end': {
        const before = plan ?? { ...event.plan, text: '' };
        plan = event.plan;
        return describeIteration(event, before, words, { name: name(), reflected });
      }
      case 'update-judged': {
        const { accepted, reason } = event.verdict;
        return [
          line(`  ${name()}update ${event.iteration + 1}: ${accepted ? 'kept' : 'rejected'}; ${reason}`),
        ];
      }
      case 'plan-selected': {
        const { plan: chosen, reason } = event.selection;
        return [line(`  ${name()}final plan: the one after ${countUpdates(chosen)}; ${reason}`)];
      }
      case 'evaluation-end': {
        // What is found on validation instances is told when it is judged.
        if (event.phase === 'validation') return [];
        const isStart = event.phase === 'baseline' || event.planId === start;
        return [line(`  ${nameOfPlan(event, isStart)}: ${describeEvaluation(event, words)}`)];
      }
      case 'outage':
        return [line(`  ${event.waiting ? `waiting for the server: ${event.message}` : event.message}`)];
      default:
        return [];
    }
  };
}

/** Episodes that are named as jobs of an update. */
const mostNamed = 8;

function describeEnding({ outcome, message }: EventOf<'run-end'>): string {
  const words = outcome.replace('-', ' ');
  return message === undefined || message === outcome ? words : `${words}: ${message}`;
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

function describeStart(event: EventOf<'run-start'>, { plural }: InstanceWords): MilestoneLine[] {
  const { taskType, iterations, batchSize, heldOut, simulated, initialPlan } = event;
  const start = initialPlan.text === '' ? 'no plan' : 'the given plan';
  const model = simulated ? ' Simulated model: a program, not a language model.' : '';
  return [
    line(
      `${taskType}: from ${start}, ${iterations} iterations of ${batchSize} ${plural}; ${heldOut} held-out ${plural}.${model}`,
    ),
  ];
}

function describeIteration(
  event: EventOf<'iteration-end'>,
  before: Plan,
  words: InstanceWords,
  { name, reflected }: { readonly name: string; readonly reflected: readonly string[] },
): MilestoneLine[] {
  const { iteration, plan } = event;
  const changes = diffPlans(withoutNumbers(before), withoutNumbers(plan)).flatMap(
    ({ kind, text }): MilestoneLine[] => {
      if (kind === 'same' || text === '') return [];
      return [{ kind, text: `    ${kind === 'added' ? '+' : '-'} ${text}` }];
    },
  );
  const count = (kind: MilestoneLine['kind']) => changes.filter((change) => change.kind === kind).length;
  const added = count('added');
  const change =
    changes.length === 0
      ? 'the plan stays as it is'
      : `plan: ${added} line${added === 1 ? '' : 's'} added, ${count('removed')} removed`;
  const from = reflected.length === 0 ? '' : `; from reflections on ${[...reflected].sort().join(', ')}`;
  return [
    line(`  ${name}iteration ${iteration + 1}: ${describeEpisodes(event, words)}; ${change}${from}`),
    ...changes,
  ];
}

function countUpdates({ iteration }: Plan): string {
  return iteration === 1 ? '1 update' : `${iteration} updates`;
}

/** The plan without step numbers, so that a step put in first does not change all others. */
function withoutNumbers(plan: Plan): Plan {
  const { id: _id, ...parts } = plan;
  return createPlan({ ...parts, text: plan.text.replace(/^\s*\d+[.)]\s+/gm, '') });
}

const emptyText = createPlan({ text: '', iteration: 0, environment: '', taskType: '' }).id;

function nameOfPlan({ planId, taskType }: EventOf<'evaluation-end'>, isStart: boolean): string {
  if (planId === emptyText) return `${taskType}, no plan`;
  return isStart ? `${taskType}, the given plan` : `${taskType}, with the plan`;
}

function describeEvaluation(event: EventOf<'evaluation-end'>, words: InstanceWords): string {
  const n = event.episodes - event.errors;
  if (n === 0) return describeEpisodes(event, words);
  const { successes } = event;
  return `${describeEpisodes(event, words)}; ${percent(successes / n)} ${interval({ wilson95: wilson(successes, n) })}`;
}

function describeEpisodes(
  { successes, episodes, errors }: EventOf<'iteration-end' | 'evaluation-end'>,
  { plural, won }: InstanceWords,
): string {
  if (errors === episodes) return `all ${episodes} ${plural} ended in an error`;
  // The headline may be another score, by which other answers are right too.
  const counted = plural === 'questions' ? 'exact matches' : `${plural} ${won}`;
  return `${successes} of ${episodes - errors} ${counted}${errors > 0 ? `, ${errors} more ended in an error` : ''}`;
}

function line(text: string): MilestoneLine {
  return { kind: 'plain', text };
}
