/** Whom a setting of an ablation is for: the ablation, one of its experiments, or all that it trains and measures. */
import { UsageError } from '../core/errors.js';
import { type Override, usualPrefix } from './parse-override.js';
import { isTree, type Tree } from './tree.js';

/** `--set` values by whom they are for. */
export interface RoutedOverrides {
  readonly ablation: readonly Override[];
  /** By the experiment's name, without it in the path. */
  readonly experiments: ReadonlyMap<string, readonly Override[]>;
  readonly all: readonly Override[];
}

/** Keys of the ablation itself that may be set from the command line. */
const ablationKeys = ['name', 'table', 'seeds', 'priceAs', 'measure', 'analysis'];

/** Sorts `--set` values. Throws a UsageError for one that names an experiment and no setting. */
export function routeOverrides(
  overrides: readonly Override[],
  experiments: readonly string[],
): RoutedOverrides {
  const first = ({ path }: Override) => path[0] ?? '';
  const bare = overrides.find((one) => experiments.includes(first(one)) && one.path.length === 1);
  if (bare)
    throw new UsageError(
      `--set ${first(bare)}: is an experiment, not a setting`,
      `name one of its settings, for example: --set ${first(bare)}.suite=FOLDER`,
    );
  return {
    ablation: overrides.filter((one) => ablationKeys.includes(first(one))),
    experiments: new Map(
      experiments.map((name) => [
        name,
        overrides
          .filter((one) => first(one) === name)
          .map((one) => ({ ...one, path: one.path.slice(1), prefix: `${usualPrefix}${name}.` })),
      ]),
    ),
    all: overrides.filter((one) => !ablationKeys.includes(first(one)) && !experiments.includes(first(one))),
  };
}

/** The settings of a tree one by one. `locate` says where a path of the tree stands. */
export function overridesOf(
  tree: Tree,
  locate: (path: readonly string[]) => string,
  above: readonly string[] = [],
): Override[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const path = [...above, key];
    return isTree(value) ? overridesOf(value, locate, path) : [{ path, value, prefix: `${locate(path)}: ` }];
  });
}

/** Whether two settings are the same, or one is a part of the other. */
export function overlaps(a: Override, b: Override): boolean {
  const [short, long] = a.path.length <= b.path.length ? [a.path, b.path] : [b.path, a.path];
  return short.every((key, i) => long[i] === key);
}
