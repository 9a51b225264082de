/** The explicit list of optimizers: adding one is a file and a line here. */
export {
  type AutoplanOptions,
  autoplanDefaults,
  createAutoplanOptimizer,
  type OptimizerPrompts,
  optimizerPrompts,
} from './autoplan.js';
export { drawBatch } from './draw-batch.js';
