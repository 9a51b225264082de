/** What a suite holds, counted by split and task type: for people and as JSON. */
import type { TaskSuite } from '../core/task.js';
import { renderTable } from './table.js';

/** One split of a suite. */
export interface SplitSummary {
  readonly split: string;
  /** The split's official name where it differs. */
  readonly sourceSplit?: string;
  readonly instances: number;
  /** Instances by task type. */
  readonly taskTypes: Readonly<Record<string, number>>;
}

/** A suite in numbers. */
export interface SuiteSummary {
  readonly name: string;
  readonly environment: string;
  readonly digest: string;
  readonly instances: number;
  readonly splits: readonly SplitSummary[];
}

/** Counts a suite. Splits stand in the order of learning, others after them; task types in the suite's order. */
export function summarizeSuite({ name, environment, digest, instances }: TaskSuite): SuiteSummary {
  const splits = new Map<string, { sourceSplit?: string; taskTypes: Map<string, number> }>();
  for (const { split, sourceSplit, taskType } of instances) {
    const own = splits.get(split) ?? {
      ...(sourceSplit !== undefined && { sourceSplit }),
      taskTypes: new Map(),
    };
    own.taskTypes.set(taskType, (own.taskTypes.get(taskType) ?? 0) + 1);
    splits.set(split, own);
  }
  return {
    name,
    environment,
    digest,
    instances: instances.length,
    splits: [...splits]
      .map(([split, { taskTypes, ...rest }]) => ({
        split,
        ...rest,
        instances: [...taskTypes.values()].reduce((sum, count) => sum + count, 0),
        taskTypes: Object.fromEntries(taskTypes),
      }))
      .sort((a, b) => rankOf(a.split) - rankOf(b.split)),
  };
}

function rankOf(split: string): number {
  const known = ['train', 'validation', 'held-out'].indexOf(split);
  return known === -1 ? Infinity : known;
}

/** The counts as a table under a head of two lines. `taskTypes` gives the order of the columns. */
export function renderSuiteSummary(summary: SuiteSummary, taskTypes: readonly string[]): string {
  const { name, environment, digest, instances, splits } = summary;
  const found = new Set(splits.flatMap((split) => Object.keys(split.taskTypes)));
  const types = [...new Set([...taskTypes.filter((type) => found.has(type)), ...found])];
  const count = (type: string) => splits.reduce((sum, split) => sum + (split.taskTypes[type] ?? 0), 0);
  const rows = splits.map(({ split, sourceSplit, instances: inSplit, taskTypes: counts }) => [
    sourceSplit === undefined ? split : `${split} (${sourceSplit})`,
    ...types.map((type) => String(counts[type] ?? 0)),
    String(inSplit),
  ]);
  return [
    `${name}: ${instances} task instances of the world ${environment}`,
    digest,
    '',
    renderTable([
      ['split', ...types, 'total'],
      ...rows,
      ['total', ...types.map((type) => String(count(type))), String(instances)],
    ]),
  ].join('\n');
}
