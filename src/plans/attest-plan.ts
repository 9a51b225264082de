/**
 * What is said of a version of a registry after it was added, in a file beside it: its certificate and its review. So the
 * version itself never changes.
 */
import { z } from 'zod';
import { UsageError } from '../core/errors.js';
import type { Plan } from '../core/plan.js';
import { describeFileError, kindOf, writeWhole } from '../util/files.js';
import { canonicalJson } from '../util/json.js';
import { readSmallText } from '../util/small-text.js';
import { reviewSchema } from './front-matter.js';
import { certificateSchema } from './plan-certificate.js';
import { maximumPlanBytes, type PlanDetails, type PlanFile } from './plan-file.js';
import { refuseLink } from './registry-files.js';

const attestationFormat = 'planwright-attestation/1';

const attestationSchema = z.strictObject({
  format: z.literal(attestationFormat),
  content_hash: z.string(),
  certificate: certificateSchema.optional(),
  review: reviewSchema.optional(),
});

/** Path of the file that says more of a version. */
export function attestationPath(versionFile: string): string {
  return versionFile.replace(/\.md$/, '.attested.json');
}

/** A version with what was attested of it since. Throws a UsageError for a file that says something of another text. */
export function addAttestation(versionFile: string, planFile: PlanFile): PlanFile {
  const { details, plan } = planFile;
  const path = attestationPath(versionFile);
  if (details === null || kindOf(path) !== 'file') return planFile;
  const { certificate, review, content_hash } = readAttestation(path);
  if (content_hash !== plan.id)
    throw new UsageError(`${path}: is about another text than ${versionFile}`, 'remove it');
  return {
    ...planFile,
    details: { ...details, ...(certificate ? { certificate } : {}), ...(review ? { review } : {}) },
  };
}

function readAttestation(path: string): z.infer<typeof attestationSchema> {
  refuseLink(path);
  let value: unknown;
  try {
    value = JSON.parse(readSmallText(path, maximumPlanBytes));
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not JSON' : describeFileError(error);
    throw new UsageError(`${path}: ${problem}`, 'remove it, and certify or review the plan again');
  }
  const parsed = attestationSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new UsageError(
    `${path}: is no ${attestationFormat}${at}`,
    'remove it, and certify or review the plan again',
  );
}

/**
 * Writes certificate and review of a version beside it. Throws a UsageError where anything else would have to change, or
 * when it can not be written.
 */
export function attestPlan(
  versionFile: string,
  { plan: before, details: known }: PlanFile,
  plan: Plan,
  { certificate, review, ...others }: PlanDetails,
): void {
  const { certificate: _certificate, review: _review, ...fixed } = known ?? {};
  if (plan.id !== before.id || canonicalJson(plain(others)) !== canonicalJson(plain(fixed)))
    throw new UsageError(
      `${versionFile}: a version of a registry never changes`,
      'add another version with: planwright plan import FILE',
    );
  const attestation = { format: attestationFormat, content_hash: plan.id, certificate, review };
  try {
    writeWhole(attestationPath(versionFile), `${JSON.stringify(attestation, null, 2)}\n`);
  } catch (error) {
    throw new UsageError(`${attestationPath(versionFile)}: can not write: ${describeFileError(error)}`);
  }
}

/** Without what JSON leaves out. */
function plain(value: object) {
  return JSON.parse(JSON.stringify(value));
}
