import type { ChatModel } from '../core/model.js';

/** The model with its calls put before others that wait, or behind them where `by` is negative. */
export function prioritize(model: ChatModel, by: number): ChatModel {
  return {
    id: model.id,
    complete: (request) => model.complete({ ...request, priority: (request.priority ?? 0) + by }),
  };
}
