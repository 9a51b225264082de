import type { Answers } from '../../core/environment.js';
import { type Episode, repeatOf } from '../../core/episode.js';
import { UsageError } from '../../core/errors.js';
import type { Phase, RunEvent } from '../../core/event.js';
import type { TaskInstance } from '../../core/task.js';
import { visibleText } from './sheet-cells.js';

/** The phases in which plans are measured. */
export const measuredPhases = ['held-out', 'baseline'] as const satisfies readonly Phase[];

/** A phase in which a plan is measured. */
export type MeasuredPhase = (typeof measuredPhases)[number];

/** How one play of a question went, its texts as annotators see them. */
export interface PlayedQuestion {
  readonly phase: MeasuredPhase;
  readonly taskType: string;
  readonly planId: string;
  readonly instanceId: string;
  /** Number of the evaluation in this phase, from 0; in an ablation each seed is one. */
  readonly repeat: number;
  readonly question: string;
  readonly expected: string;
  /** Null where no answer was given, or an empty one. */
  readonly given: string | null;
  /** Whether the episode ended in an error: it says nothing about the answer then. */
  readonly failed: boolean;
}

/** What a run's journal holds of answers. */
export interface CollectedAnswers {
  /** By part; in an order that does not depend on which episode ended first. */
  readonly played: ReadonlyMap<string, readonly PlayedQuestion[]>;
  /** Whether the run came to its own end. */
  readonly finished: boolean;
}

/** A suite, and what its world knows of answers. */
export interface AnsweredSuite {
  readonly instances: readonly TaskInstance[];
  readonly answers: Answers;
}

/**
 * The questions that the parts of a run were measured on, by the name of the part; of several trials of one instance the
 * last counts. A run without parts has one, named `''`; an ablation has one for each arm, named as `partOf` names it
 * when a cell of it starts, and `''` for what is between them. Parts that are not in `suites` are passed over. Throws a
 * UsageError for an instance that the suite does not have. Where the plans of all iterations were measured, the final one
 * counts.
 */
export async function collectAnswers(
  events: AsyncIterable<RunEvent>,
  suites: ReadonlyMap<string, AnsweredSuite>,
  partOf: (cell: Extract<RunEvent, { type: 'cell-start' }>) => string = () => '',
): Promise<CollectedAnswers> {
  const cells = new Map<string, CollectedCell>();
  const open = (id: string, part: string, taskType: string) => {
    const suite = suites.get(part);
    if (suite !== undefined) cells.set(id, { part, taskType, ...createCollector(suite) });
  };
  open('', '', '');
  let finished = false;
  for await (const event of events) {
    if (event.type === 'cell-start') open(event.cell, partOf(event), event.taskType);
    else if (event.type === 'run-end') finished = event.outcome === 'finished';
    else cells.get(cellOf(event, cells))?.take(event);
  }
  const names = [...suites.keys()];
  return { played: new Map(names.map((name) => [name, playedOfPart(name, cells)])), finished };
}

/** What one cell of an ablation played; a run that is none is one cell, named `''`. */
interface CollectedCell extends ReturnType<typeof createCollector> {
  readonly part: string;
  readonly taskType: string;
}

/** The cell that an event belongs to; cells are measured at the same time. */
function cellOf(event: RunEvent, cells: ReadonlyMap<string, CollectedCell>): string {
  if ('cell' in event && event.cell !== undefined) return event.cell;
  if (event.type !== 'episode-end') return '';
  return [...cells.keys()].find((id) => id !== '' && event.episode.id.startsWith(`${id}/`)) ?? '';
}

/** The cells of a part together, in order of their names: other seeds of one task type are repeats. */
function playedOfPart(part: string, cells: ReadonlyMap<string, CollectedCell>): readonly PlayedQuestion[] {
  const repeats = new Map<string, number>();
  const own = [...cells].filter(([, cell]) => cell.part === part).sort(([a], [b]) => (a < b ? -1 : 1));
  return own.flatMap(([, { taskType, played }]) => {
    const before = repeats.get(taskType) ?? 0;
    const found = played().map((one) => ({ ...one, repeat: before + one.repeat }));
    repeats.set(taskType, Math.max(before, ...found.map(({ repeat }) => repeat + 1)));
    return found;
  });
}

/** Takes the events of one part, and gives what it played. */
function createCollector({ instances, answers }: AnsweredSuite) {
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  const found = new Map<string, PlayedQuestion & { readonly iteration: number }>();
  let selected: string | undefined;
  const take = (event: RunEvent): void => {
    if (event.type === 'plan-selected') selected = event.selection.plan.id;
    if (event.type !== 'episode-end' || !isMeasured(event.phase)) return;
    const { phase, episode } = event;
    const instance = byId.get(episode.instanceId);
    if (instance === undefined)
      throw new UsageError(`the suite has no instance "${episode.instanceId}", which the run has played`);
    const repeat = repeatOf(episode.id);
    const place = [measuredPhases.indexOf(phase), episode.taskType, episode.instanceId, repeat];
    const play = describePlay(episode, { phase, repeat, instance, answers });
    found.set([...place, episode.planId].join('\n'), { ...play, iteration: iterationOf(episode.id) });
  };
  const played = () => {
    const plays = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
    const last = Math.max(...plays.map(({ iteration }) => iteration));
    const final = selected ?? plays.find(({ iteration }) => iteration === last)?.planId;
    return plays
      .filter(({ iteration, planId }) => iteration < 0 || planId === final)
      .map(({ iteration: _iteration, ...play }) => play);
  };
  return { take, played };
}

/** The iteration after which a plan was measured, where the plans of all iterations are; -1 elsewhere. */
function iterationOf(episodeId: string): number {
  return Number(/\/iteration-(\d{1,6})\/held-out\//.exec(episodeId)?.[1] ?? -1);
}

function isMeasured(phase: Phase): phase is MeasuredPhase {
  return measuredPhases.some((one) => one === phase);
}

function describePlay(
  { taskType, planId, instanceId, steps, outcome }: Episode,
  place: { phase: MeasuredPhase; repeat: number; instance: TaskInstance; answers: Answers },
): PlayedQuestion {
  const { phase, repeat, instance, answers } = place;
  const given = visibleText(answers.given(steps.map(({ action }) => action)) ?? '');
  return {
    phase,
    taskType,
    planId,
    instanceId,
    repeat,
    question: visibleText(instance.goal),
    expected: visibleText(answers.expected(instance)),
    given: given === '' ? null : given,
    failed: outcome.kind === 'error',
  };
}
