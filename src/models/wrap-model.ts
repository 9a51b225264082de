import type { ChatModel, ModelMiddleware } from '../core/model.js';

/**
 * A model inside layers of middleware, the first one outermost. The order that makes sense: meter (sees each
 * logical call once), pricing, cache, retry (sleeps without holding a slot), limit, budget (sees each attempt), model.
 */
export function wrapModel(model: ChatModel, layers: readonly ModelMiddleware[]): ChatModel {
  return layers.reduceRight((inner, layer) => layer(inner), model);
}
