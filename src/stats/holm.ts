/**
 * Holm's adjustment of a family of p values (Holm 1979), in the order given: each p times the number of p values not
 * smaller, made to rise with p and at most 1. An adjusted p below alpha is a finding, and the chance of any false one
 * in the family is at most alpha. An empty family gives an empty list. Throws a RangeError on what is no p value.
 */
export function holm(p: readonly number[]): number[] {
  const bad = p.find((value) => !(value >= 0 && value <= 1));
  if (bad !== undefined) throw new RangeError(`holm: ${bad} is not a p value`);
  const order = p.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const adjusted = new Array<number>(p.length).fill(1);
  let highest = 0;
  for (const [rank, { value, index }] of order.entries()) {
    highest = Math.min(1, Math.max(highest, value * (p.length - rank)));
    adjusted[index] = highest;
  }
  return adjusted;
}
