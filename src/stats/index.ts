export { mcnemarExact } from './mcnemar.js';
export { type MeanInterval, meanInterval } from './mean-interval.js';
export { type PairedComparison, pairedComparison } from './paired-comparison.js';
export { tCdf, tQuantile } from './student-t.js';
export { pairedT, pooledT, type TTest, type TTestBasis, welchT } from './t-test.js';
export { type Confidence, wilson } from './wilson.js';
