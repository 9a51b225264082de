/** The lines that stay on the screen: one for each part of a run that came to its end, with what it changed. */
import type { Phase, RunEvent } from '../core/event.js';
import { wordsFor } from '../report/index.js';
import type { Colour } from './output.js';
import { createFollower, type Follower, type MilestoneLine } from './tell-milestones.js';

/** The colour of a line, where it has one. */
export function paintOf({ kind }: MilestoneLine): Colour | undefined {
  if (kind === 'plain') return undefined;
  return kind === 'added' ? 'green' : 'red';
}

/** A cell of an ablation that is being measured. */
interface OpenCell {
  readonly heading: string;
  readonly follow: Follower;
  /** Held back until it ends: the events of cells that are measured at the same time come mixed. */
  readonly lines: MilestoneLine[];
}

/**
 * Turns events into lines. Those of a cell come together, below its arm and seed, when it ends. Those of task types that
 * are worked on at the same time come as they happen, each with the name of its type.
 */
export function createMilestones(): Follower {
  const followRun = followTaskTypes();
  const cells = new Map<string, OpenCell>();
  let shown = '';
  return (event) => {
    const cell = 'cell' in event && event.cell !== undefined ? event.cell : null;
    if (cell === null) return followRun(event);
    if (event.type === 'cell-start') cells.set(cell, openCell(event));
    const open = cells.get(cell);
    if (open === undefined) return [];
    open.lines.push(...open.follow(event));
    if (event.type !== 'cell-end') return [];
    cells.delete(cell);
    const heading = open.heading === shown ? [] : [{ kind: 'plain' as const, text: `${open.heading}:` }];
    shown = open.heading;
    return [...heading, ...open.lines];
  };
}

/** Errors that are told one by one: the others are counted alone. */
const mostErrors = 10;

/** Follows each task type on its own. */
function followTaskTypes(): Follower {
  const followers = new Map<string, Follower>();
  const open = new Map<string, Set<Phase>>();
  const tellsError = upTo(mostErrors);
  let latest = '';
  let mixed = false;
  return (event) => {
    const taskType = taskTypeOf(event) ?? latest;
    if (event.type === 'run-start' && event.iterations > 0) {
      mixed ||= [...open.keys()].some((one) => one !== taskType);
      open.set(taskType, new Set());
    }
    if (event.type === 'run-start') latest = taskType;
    if (event.type === 'evaluation-end' && event.phase !== 'validation') {
      const measured = open.get(taskType)?.add(event.phase);
      if (measured?.size === 2) open.delete(taskType);
    }
    const name = () => (mixed ? `${taskType}, ` : '');
    const follow = followers.get(taskType) ?? createFollower({ usual: wordsFor('games'), name, tellsError });
    followers.set(taskType, follow);
    const lines = follow(event);
    return taskTypeOf(event) === undefined ? lines : lines.map((one) => ({ ...one, taskType }));
  };
}

/**
 * The lines of each task type together, in the order in which they began, where they came mixed; those of the whole run
 * that came between them follow at the end.
 */
export function sortByTaskType(lines: readonly MilestoneLine[]): readonly MilestoneLine[] {
  const told = lines.flatMap(({ taskType }) => taskType ?? []);
  const types = [...new Set(told)];
  if (told.filter((type, i) => type !== told[i - 1]).length === types.length) return lines;
  const first = lines.findIndex(({ taskType }) => taskType !== undefined);
  const later = lines.slice(first);
  return [
    ...lines.slice(0, first),
    ...types.flatMap((type) => later.filter(({ taskType }) => taskType === type)),
    ...later.filter(({ taskType }) => taskType === undefined),
  ];
}

function taskTypeOf(event: RunEvent): string | undefined {
  if (event.type === 'episode-end') return event.episode.taskType;
  return 'taskType' in event ? event.taskType : undefined;
}

/** True so many times. */
function upTo(most: number): () => boolean {
  let count = 0;
  return () => count++ < most;
}

function openCell({
  experiment,
  arm,
  seed,
  instancesAre,
}: Extract<RunEvent, { type: 'cell-start' }>): OpenCell {
  const heading = `${experiment}, ${arm}, seed ${seed}`;
  return {
    heading,
    follow: createFollower({ usual: wordsFor(instancesAre), name: () => '', tellsError: upTo(mostErrors) }),
    lines: [],
  };
}
