/** Ways to choose `size` of `n`, good to 12 digits; infinite beyond the largest number. */
export function combinations(n: number, size: number): number {
  let ways = 1;
  for (let i = 1; i <= size; i++) ways *= (n - size + i) / i;
  return ways;
}

/** Tells `total` plus the sum of every choice of `size` of the values from `from` on. */
export function visitChoices(
  values: readonly number[],
  size: number,
  from: number,
  total: number,
  tell: (sum: number) => void,
): void {
  if (size === 0) {
    tell(total);
    return;
  }
  for (let i = from; i <= values.length - size; i++) {
    visitChoices(values, size - 1, i + 1, total + (values[i] ?? 0), tell);
  }
}

/** Tells `total` plus the sum of the values from `from` on, under every choice of their signs. */
export function visitSigns(
  values: readonly number[],
  from: number,
  total: number,
  tell: (sum: number) => void,
): void {
  const value = values[from];
  if (value === undefined) {
    tell(total);
    return;
  }
  visitSigns(values, from + 1, total + value, tell);
  visitSigns(values, from + 1, total - value, tell);
}
