export { createPlan, emptyPlan, normalizePlanText, type PlanParts } from './create-plan.js';
export { type DiffLine, diffPlans, renderDiff } from './diff-plans.js';
export type { CopySources } from './find-copies.js';
export type {
  PlanEvaluation,
  PlanFrontMatter,
  PlanProvenance,
  PlanReview,
  PlanStepRecord,
  PlanTraining,
} from './front-matter.js';
export { certificateSchema, certificateVerdicts, type PlanCertificate } from './plan-certificate.js';
export {
  describeFrontMatter,
  formatPlainPlan,
  formatPlanFile,
  maximumPlanBytes,
  type PlanDetails,
  type PlanFile,
  type PlanFileOptions,
  parsePlanFile,
  planSlug,
  recommendedPlanBytes,
} from './plan-file.js';
export { isPlanReference, resolvePlanReference } from './plan-reference.js';
export {
  type ListedPlan,
  type ListedVersion,
  listPlans,
  listVersions,
  loadPlan,
  savePlan,
} from './plan-store.js';
export { type AddedVersion, checkAlias, moveAlias, registerPlan } from './register-plan.js';
export {
  findRegistered,
  isRegistry,
  listRegistered,
  type RegisteredPlan,
  registryFolder,
  versionPath,
} from './registry-files.js';
export { renderInstructions } from './render-instructions.js';
export { acceptPlan, checkExportable, flagsOf, isReviewed } from './review-plan.js';
export { type PlanFlag, screenPlan } from './screen-plan.js';
export { type FlagKind, flagKinds } from './suspicious-patterns.js';
