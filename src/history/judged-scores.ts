/** What judges said of answers: it stands in `results.json` alone, as no episode has it. */
import type { JsonObject, JsonValue } from '../util/json.js';
import { listOf, objectOf, textOf } from '../util/json-values.js';
import type { FoldedCell } from './fold-run.js';

/** Which play is meant. */
export interface JudgedPlay {
  readonly cell: string | null;
  readonly taskType: string;
  readonly phase: string;
  readonly instanceId: string;
  readonly repeat: number;
}

/** Scores by judges. */
export interface JudgedScores {
  /** Null where it is not recorded. */
  of(play: JudgedPlay): number | null;
}

/** The scores that `results.json` holds; none without it. */
export function readJudgedScores(
  results: JsonObject | null,
  cells: ReadonlyMap<string, FoldedCell>,
): JudgedScores {
  const scores = new Map<string, number>();
  const keyOf = ({ cell, taskType, phase, instanceId, repeat }: JudgedPlay) =>
    [cell ?? '', taskType, phase, instanceId, repeat].join('\n');
  const take = (list: JsonValue | undefined, part: Omit<JudgedPlay, 'instanceId' | 'repeat'>) => {
    for (const value of listOf(list)) {
      const result = objectOf(value);
      const repeats = Array.isArray(result.scores) ? listOf(result.scores) : [result.scores ?? null];
      const own = { ...part, taskType: textOf(result.taskType), instanceId: textOf(result.instanceId) };
      for (const [repeat, one] of repeats.entries()) {
        const { judge } = objectOf(one);
        if (typeof judge === 'number') scores.set(keyOf({ ...own, repeat }), judge);
      }
    }
  };
  for (const value of listOf(results?.taskTypes)) {
    const { taskType, heldOut, baseline } = objectOf(value);
    const part = { cell: null, taskType: textOf(taskType) };
    take(objectOf(heldOut).results, { ...part, phase: 'held-out' });
    take(objectOf(baseline).results, { ...part, phase: 'baseline' });
  }
  const both = objectOf(results?.results);
  take(both.plan, { cell: null, taskType: '', phase: 'held-out' });
  take(both.baseline, { cell: null, taskType: '', phase: 'baseline' });
  take(results?.results, { cell: null, taskType: '', phase: 'held-out' });
  for (const [cell, folded] of cells) {
    const found = cellResult(results, folded);
    take(objectOf(found.heldOut).results, { cell, taskType: folded.taskType, phase: 'held-out' });
  }
  return { of: (play) => scores.get(keyOf(play)) ?? null };
}

/** The result of a cell in the results of an ablation. */
export function cellResult(results: JsonObject | null, cell: FoldedCell): JsonObject {
  const named = (list: JsonValue | undefined, name: string) =>
    objectOf(listOf(list).find((one) => objectOf(one).name === name));
  const arm = named(named(results?.experiments, cell.experiment).arms, cell.arm);
  return objectOf(
    listOf(arm.cells).find((one) => {
      const { taskType, seed } = objectOf(one);
      return taskType === cell.taskType && seed === cell.seed;
    }),
  );
}
