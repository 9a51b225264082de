/** Keeps the values used most recently and forgets the rest. */
export interface RecentCache<Key, Value> {
  /** The value kept for a key, or a new one from `create`, kept from now on. */
  get(key: Key, create: (key: Key) => Value): Value;
}

/** A cache of at most `capacity` values. */
export function createRecentCache<Key, Value>(capacity: number): RecentCache<Key, Value> {
  const values = new Map<Key, Value>();
  return {
    get: (key, create) => {
      const kept = values.get(key);
      const value = kept ?? create(key);
      if (kept !== undefined) values.delete(key);
      else if (values.size >= capacity) {
        for (const oldest of values.keys()) {
          values.delete(oldest);
          break;
        }
      }
      values.set(key, value);
      return value;
    },
  };
}
