export { readGzipLines } from './gzip-lines.js';
export {
  type DemonstrationSet,
  demonstrationsFormat,
  demonstrationsName,
  loadDemonstrations,
} from './load-demonstrations.js';
export { loadSuite, type StoredSuite } from './load-suite.js';
export { openSource, readSource, readSourceText } from './open-source.js';
export {
  checkDemonstrationsTarget,
  formatDemonstrations,
  saveDemonstrations,
} from './save-demonstrations.js';
export { countSplits, type SuiteDescription, saveSuite } from './save-suite.js';
export { type InstanceSelection, selectInstances } from './select-instances.js';
export { defaultLimits, type Source, type SourceFile, type SourceLimits } from './source.js';
