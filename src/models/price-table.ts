import type { Usage } from '../core/model.js';

/** US$ per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** For prompt tokens that the provider had cached; as `input` where absent. */
  readonly cachedInput?: number;
}

/** Prices by model name; a name may end in `*` and then stands for all names that begin so. */
export type PriceTable = ReadonlyMap<string, Price>;

/** The price of a model: its own entry, else the longest fitting `*` entry, else null. Never a guess. */
export function findPrice(prices: PriceTable, model: string): Price | null {
  const exact = prices.get(model);
  if (exact !== undefined) return exact;
  for (let length = model.length; length >= 0; length--) {
    const price = prices.get(`${model.slice(0, length)}*`);
    if (price !== undefined) return price;
  }
  return null;
}

/** What tokens cost, US$. Cached tokens are a part of the prompt tokens. */
export function costOf(price: Price, usage: Usage): number {
  const fresh = usage.promptTokens - usage.cachedTokens;
  const cachedPrice = price.cachedInput ?? price.input;
  return (
    (fresh * price.input + usage.cachedTokens * cachedPrice + usage.completionTokens * price.output) / 1e6
  );
}
