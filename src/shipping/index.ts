export { checkShippable, type ShippingConcern } from './check-shippable.js';
export { type ExportOptions, exportPlan } from './export-plan.js';
export { type ExportTarget, exportTargets, type Shipment, type ShippedFile } from './export-targets.js';
export { findParent } from './find-parent.js';
export { loadPrompt, readPrompt } from './load-prompt.js';
export { movePrompt, splitPart } from './prompt-place.js';
export { type ReadPlan, type ReadPlanOptions, readPlan } from './read-plan.js';
export { withoutResults } from './without-results.js';
export { type PromptHost, writeInto } from './write-into.js';
export {
  followHost,
  readUser,
  type WriteOptions,
  type WrittenFile,
  writeShipment,
} from './write-shipment.js';
