export { clopperPearson } from './clopper-pearson.js';
export { type BootstrapOptions, clusterBootstrap } from './cluster-bootstrap.js';
export { type ClusterMean, clusterMean } from './cluster-mean.js';
export { fleissKappa } from './fleiss-kappa.js';
export { holm } from './holm.js';
export { mcnemarExact } from './mcnemar.js';
export { mcnemarDetectableDifference, mcnemarPower, mcnemarSampleSize } from './mcnemar-power.js';
export { type MeanInterval, meanInterval } from './mean-interval.js';
export { newcombePaired, type PairCounts } from './newcombe.js';
export { normalCdf, normalQuantile } from './normal.js';
export { type PairedComparison, pairedComparison } from './paired-comparison.js';
export {
  type PermutationTest,
  permutationTest,
  type ResamplingOptions,
  signFlipTest,
} from './permutation.js';
export { tCdf, tQuantile } from './student-t.js';
export {
  pairedDetectableEffect,
  pairedPower,
  pairedSampleSize,
  welchDetectableEffect,
  welchPower,
  welchSampleSize,
} from './t-power.js';
export { pairedT, pooledT, type TTest, type TTestBasis, welchT } from './t-test.js';
export { type SignedRankTest, wilcoxonSignedRank } from './wilcoxon.js';
export { type Confidence, wilson } from './wilson.js';
