/**
 * The names that a game's text uses for its entities: an id such as `cabinet_bar_..._bar_...` becomes `cabinet 3`.
 * Numbers run against the order of ids: the first id of a kind gets the highest number.
 */

/** Kind of an entity by its id: the text before the first `_bar_`, and `basin` for sinks and tubs with one. */
export function entityKind(id: string): string {
  return id.slice(0, id.indexOf('_bar_')) + (id.includes('basin') ? 'basin' : '');
}

/** Whether an id belongs to an entity; others are types and the agent. */
export function isEntity(id: string): boolean {
  return id.includes('_bar_');
}

/** Number of each entity among its kind. `ids` are all entities that a game's facts speak of. */
export function numberEntities(ids: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const numbers = new Map<string, number>();
  // Counting up from the last id gives the first one the highest number.
  for (const id of [...ids].sort().reverse()) {
    const kind = entityKind(id);
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    numbers.set(id, number);
  }
  return numbers;
}
