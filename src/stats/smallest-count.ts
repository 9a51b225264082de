/**
 * The smallest count from 1 to `most` that is enough, where enough stays enough; null when `most` is not. Found by doubling and
 * halving: where enough comes and goes, a count that is enough while one fewer is not.
 */
export function smallestCount(isEnough: (count: number) => boolean, most: number): number | null {
  let enough = 1;
  while (!isEnough(enough)) {
    if (enough >= most) return null;
    enough = Math.min(most, enough * 2);
  }
  let tooFew = Math.floor(enough / 2);
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
