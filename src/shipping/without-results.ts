import type { PlanFile } from '../plans/index.js';

/** An edited plan as a plan of its own: what its head says of results is about the text before, and is left out. */
export function withoutResults(planFile: PlanFile): PlanFile {
  const { details, edited } = planFile;
  if (!edited || details === null) return planFile;
  const { evaluation: _evaluation, certificate: _certificate, ...rest } = details;
  return { ...planFile, details: rest, edited: false };
}
