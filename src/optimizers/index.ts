/** The explicit list of optimizers: adding one is a file and a line here. */
export { type Acceptance, acceptAlways, acceptNoWorse, type Rivals } from './acceptance.js';
export {
  type AutoplanOptions,
  autoplanDefaults,
  createAutoplanOptimizer,
  type OptimizerPrompts,
  optimizerPrompts,
} from './autoplan.js';
export { drawBatch } from './draw-batch.js';
export { paperSlots, type Slots } from './iterate.js';
export {
  createLedgerOptimizer,
  type LedgerOptions,
  type LedgerPrompts,
  ledgerDefaults,
  ledgerPrompts,
} from './ledger.js';
export { type SelectionRule, selectBestValidation, selectLast } from './selection.js';
export type { ValidationContext } from './validate-plans.js';
