/** Keeps the values used most recently and forgets the rest. */
export interface RecentCache<Key, Value> {
  /** The value kept for a key, or a new one from `create`, kept from now on. */
  get(key: Key, create: (key: Key) => Value): Value;
}

/** A cache of at most `capacity` values. */
export function createRecentCache<Key, Value>(capacity: number): RecentCache<Key, Value> {
  const kept = new Map<Key, { readonly value: Value; usedAt: number }>();
  let uses = 0;
  // Looking through all of them when one must go is cheaper than keeping them in order at every use.
  const forgetOldest = () => {
    let oldest: Key | undefined;
    let usedAt = Number.POSITIVE_INFINITY;
    for (const [key, entry] of kept) {
      if (entry.usedAt >= usedAt) continue;
      oldest = key;
      usedAt = entry.usedAt;
    }
    kept.delete(oldest as Key);
  };
  return {
    get: (key, create) => {
      const entry = kept.get(key);
      uses++;
      if (entry) {
        entry.usedAt = uses;
        return entry.value;
      }
      const value = create(key);
      if (kept.size >= capacity) forgetOldest();
      kept.set(key, { value, usedAt: uses });
      return value;
    },
  };
}
