import type { ModelMiddleware } from '../core/model.js';
import { costOf, findPrice, type PriceTable } from './price-table.js';

/** Adds to each reply what it cost, by the price of the model's `id`; null where the table has none. */
export function createPricing(prices: PriceTable): ModelMiddleware {
  return (model) => {
    const price = findPrice(prices, model.id);
    return {
      id: model.id,
      complete: async (request) => {
        const reply = await model.complete(request);
        return { ...reply, costUsd: price === null ? null : costOf(price, reply.usage) };
      },
    };
  };
}
