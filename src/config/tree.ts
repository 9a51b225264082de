/** Settings as they are written: not checked yet. */
export type Tree = Record<string, unknown>;

/** Whether a value is a group of settings. */
export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
