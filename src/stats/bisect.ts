/**
 * Where a condition that holds from `low` on stops holding, found by halving until no number lies between: as exact
 * as numbers are. `isBelow(x)` must be true below the point and false above it; when it is true at `high` the answer is
 * `high`.
 */
export function bisect(isBelow: (x: number) => boolean, low: number, high: number): number {
  let below = low;
  let above = high;
  for (;;) {
    const middle = below + (above - below) / 2;
    if (middle <= below || middle >= above) return above;
    if (isBelow(middle)) below = middle;
    else above = middle;
  }
}

/** As `bisect` from 0 upwards, where no upper end is known: doubles until one is found. */
export function bisectUpwards(isBelow: (x: number) => boolean): number {
  let high = 1;
  while (high < Number.MAX_VALUE / 2 && isBelow(high)) high *= 2;
  return bisect(isBelow, 0, high);
}
