import { type ComparedSide, meanValue } from '../training/index.js';

/** How one instance went on both sides, where it went differently. */
export interface Flip {
  readonly instanceId: string;
  readonly taskType: string;
  /** Means over repeats and runs, in [0, 1]; null where it was not played, or every time ended in an error. */
  readonly a: number | null;
  readonly b: number | null;
}

/** Instances that differ between two sides: those that A did better on first, then by how much. */
export function findFlips(a: ComparedSide, b: ComparedSide): Flip[] {
  const [left, right] = [meansOf(a), meansOf(b)];
  const ids = new Set([...left.keys(), ...right.keys()]);
  return [...ids]
    .map((instanceId): Flip => {
      const [one, other] = [left.get(instanceId), right.get(instanceId)];
      const taskType = one?.taskType ?? other?.taskType ?? '';
      return { instanceId, taskType, a: one?.mean ?? null, b: other?.mean ?? null };
    })
    .filter((flip) => flip.a !== flip.b)
    .sort((x, y) => gainOf(y) - gainOf(x) || (x.instanceId < y.instanceId ? -1 : 1));
}

/** What can not be compared stands last. */
function gainOf({ a, b }: Flip): number {
  return a === null || b === null ? -2 : a - b;
}

interface InstanceMean {
  readonly taskType: string;
  readonly mean: number | null;
}

function meansOf({ runs }: ComparedSide): Map<string, InstanceMean> {
  const values = new Map<string, { readonly taskType: string; readonly values: number[] }>();
  for (const { instanceId, taskType, values: played } of runs.flatMap(({ instances }) => instances)) {
    const kept = values.get(instanceId) ?? { taskType, values: [] };
    kept.values.push(...played);
    values.set(instanceId, kept);
  }
  return new Map(
    [...values].map(([id, { taskType, values }]) => [id, { taskType, mean: meanValue({ values }) }]),
  );
}
