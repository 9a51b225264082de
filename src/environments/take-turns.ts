/**
 * Picks among wordings by turns, so that nothing is said twice where it can be said in another way: each pick takes the
 * option after the one that the pick before would have taken. Another `start` begins with another option.
 */
export function takeTurns(start: number): <T>(options: readonly T[]) => T {
  let turn = start;
  return (options) => {
    if (options.length === 0) throw new RangeError('there is nothing to pick from');
    return options[turn++ % options.length] as (typeof options)[number];
  };
}
