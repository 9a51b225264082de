/**
 * What is said of a version of a registry after it was added: its certificate and its review, each in a file beside it. So
 * the version itself never changes, and who certifies and who reviews do not get into each other's way.
 */
import { z } from 'zod';
import { UsageError } from '../core/errors.js';
import type { Plan } from '../core/plan.js';
import { describeFileError, kindOf, writeWhole } from '../util/files.js';
import { canonicalJson, type JsonValue } from '../util/json.js';
import { readSmallText } from '../util/small-text.js';
import { reviewSchema } from './front-matter.js';
import { certificateSchema } from './plan-certificate.js';
import { maximumPlanBytes, type PlanDetails, type PlanFile } from './plan-file.js';
import { refuseLink } from './registry-files.js';

const attestationFormat = 'planwright-attestation/1';

const kinds = ['certificate', 'review'] as const;
type Kind = (typeof kinds)[number];

const base = { format: z.literal(attestationFormat), content_hash: z.string() };
const schemas = {
  certificate: z.strictObject({ ...base, certificate: certificateSchema }),
  review: z.strictObject({ ...base, review: reviewSchema }),
} as const;

/** A version with what was attested of it since. Throws a UsageError for a file that says something of another text. */
export function addAttestations(versionFile: string, planFile: PlanFile): PlanFile {
  const { details, plan } = planFile;
  if (details === null) return planFile;
  const said = kinds.map((kind) => readAttestation(versionFile, kind, plan.id));
  return { ...planFile, details: Object.assign({}, details, ...said) as PlanDetails };
}

function attestationPath(versionFile: string, kind: Kind): string {
  return versionFile.replace(/\.md$/, `.${kind}.json`);
}

function readAttestation(versionFile: string, kind: Kind, planId: string): Partial<PlanDetails> {
  const path = attestationPath(versionFile, kind);
  refuseLink(path);
  if (kindOf(path) !== 'file') return {};
  const remedy = `remove it, and ${kind === 'review' ? 'review' : 'certify'} the plan again`;
  let value: unknown;
  try {
    value = JSON.parse(readSmallText(path, maximumPlanBytes));
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'is not JSON' : describeFileError(error);
    throw new UsageError(`${path}: ${problem}`, remedy);
  }
  const parsed = schemas[kind].safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
    throw new UsageError(`${path}: is no ${attestationFormat}${at}`, remedy);
  }
  const { content_hash, format: _format, ...said } = parsed.data;
  if (content_hash === planId) return said;
  throw new UsageError(`${path}: is about another text than ${versionFile}`, remedy);
}

/**
 * Writes certificate and review of a version beside it, where they are new. Throws a UsageError where anything else would
 * have to change, or when it can not be written.
 */
export function attestPlan(
  versionFile: string,
  { plan: before, details: known }: PlanFile,
  plan: Plan,
  { certificate, review, ...others }: PlanDetails,
): void {
  const { certificate: knownCertificate, review: knownReview, ...fixed } = known ?? {};
  if (plan.id !== before.id || !same(others, fixed))
    throw new UsageError(
      `${versionFile}: a version of a registry never changes`,
      'add another version with: planwright plan import FILE',
    );
  if (certificate !== undefined && !same(certificate, knownCertificate))
    attest(versionFile, 'certificate', plan.id, certificate);
  if (review !== undefined && !same(review, knownReview)) attest(versionFile, 'review', plan.id, review);
}

function attest(versionFile: string, kind: Kind, planId: string, value: object): void {
  const path = attestationPath(versionFile, kind);
  const attestation = { format: attestationFormat, content_hash: planId, [kind]: value };
  try {
    writeWhole(path, `${JSON.stringify(attestation, null, 2)}\n`);
  } catch (error) {
    throw new UsageError(`${path}: can not write: ${describeFileError(error)}`);
  }
}

/** Whether two values are the same as JSON. */
function same(a: object, b: object | undefined): boolean {
  const plain = (value: object): JsonValue => JSON.parse(JSON.stringify(value));
  return b !== undefined && canonicalJson(plain(a)) === canonicalJson(plain(b));
}
