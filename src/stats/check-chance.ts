/** Throws a RangeError naming the value unless it is a chance strictly between 0 and 1, as alpha and power must be. */
export function checkChance(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} is ${value}, not between 0 and 1`);
}

/** Throws a RangeError naming the value unless it is a whole number of 0 or more. */
export function checkCount(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 0) throw new RangeError(`${name} is ${value}, not a count`);
}

/** Throws a RangeError unless `power` and `alpha` are chances with power above alpha: what chance alone finds is no power. */
export function checkPower(power: number, alpha: number): void {
  checkChance('power', power);
  checkChance('alpha', alpha);
  if (power <= alpha) throw new RangeError(`power is ${power}, not above alpha (${alpha})`);
}
