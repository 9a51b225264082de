export { mcnemarExact } from './mcnemar.js';
export { type PairedComparison, pairedComparison } from './paired-comparison.js';
export { type Confidence, wilson } from './wilson.js';
