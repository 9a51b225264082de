/** Arms from a grid of settings: one for each combination of their values. */
import { UsageError } from '../core/errors.js';
import { applyOverride } from './parse-override.js';
import { isTree, type Tree } from './tree.js';

/** An arm that a grid makes: it learns a plan, with these settings. */
export interface GridArm {
  readonly name: string;
  readonly set: Tree;
}

/** A setting and the values that it takes by turns. */
interface Axis {
  readonly path: readonly string[];
  /** What stands before its name in complaints. */
  readonly prefix: string;
  readonly values: readonly Scalar[];
}

type Scalar = string | number | boolean;

/**
 * The arms of a grid: the product of all values, the last setting varying fastest, each named by its values, as in
 * `batchSize 2, reflection full`. Settings of a group stand within it or are written with a dot. Throws a UsageError
 * naming a setting that is no list of values, its place by `placeOf` first.
 */
export function expandGrid(grid: Tree, placeOf: (path: readonly string[]) => string): GridArm[] {
  const axes = axesOf(grid, [], placeOf);
  const label = createLabels(axes);
  const combinations = axes.reduce<readonly (readonly Scalar[])[]>(
    (before, { values }) => before.flatMap((chosen) => values.map((value) => [...chosen, value])),
    axes.length === 0 ? [] : [[]],
  );
  return combinations.map((chosen) => ({
    name: axes.map((axis, i) => `${label(axis)} ${chosen[i]}`).join(', '),
    set: settingsOf(axes, chosen),
  }));
}

function axesOf(
  grid: Tree,
  above: readonly string[],
  placeOf: (path: readonly string[]) => string,
): readonly Axis[] {
  return Object.entries(grid).flatMap(([key, value]) => {
    const given = [...above, key];
    if (isTree(value)) return axesOf(value, given, placeOf);
    const prefix = `${placeOf(given)}: `;
    const path = given.flatMap((part) => part.split('.'));
    return [{ path, prefix, values: checkValues(value, `${prefix}${path.join('.')}`) }];
  });
}

function checkValues(value: unknown, place: string): readonly Scalar[] {
  const remedy = 'give a list of different texts, numbers, true or false, for example: [2, 4, 8]';
  if (!Array.isArray(value) || value.length === 0)
    throw new UsageError(`${place}: is not a list of values`, remedy);
  const wrong = value.find((one) => !['string', 'number', 'boolean'].includes(typeof one));
  if (wrong !== undefined)
    throw new UsageError(`${place}: ${JSON.stringify(wrong)} can not be one of the values`, remedy);
  const twice = value.find((one, i) => value.indexOf(one) !== i);
  if (twice !== undefined) throw new UsageError(`${place}: ${String(twice)} stands there twice`, remedy);
  return value as readonly Scalar[];
}

/** Names of settings: the last word where that is clear, else the whole path. */
function createLabels(axes: readonly Axis[]): (axis: Axis) => string {
  const last = ({ path }: Axis) => path.at(-1) ?? '';
  return (axis) =>
    axes.some((other) => other !== axis && last(other) === last(axis)) ? axis.path.join('.') : last(axis);
}

function settingsOf(axes: readonly Axis[], chosen: readonly Scalar[]): Tree {
  const set: Tree = {};
  for (const [i, { path, prefix }] of axes.entries()) applyOverride(set, { path, value: chosen[i], prefix });
  return set;
}
