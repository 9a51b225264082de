/**
 * A plan as an Agent Skill: a folder with `SKILL.md` and `references/provenance.json`. Rules: the specification of
 * agentskills.io, the validators skills-ref and quick_validate, and the words that Claude's checkers refuse in names.
 */
import { UsageError } from '../core/errors.js';
import { describeFrontMatter, type PlanDetails, type PlanFile } from '../plans/index.js';
import { showJsonPlainly } from '../util/show-plainly.js';
import type { Parcel, ShippedFile } from './export-targets.js';
import { oneLine } from './pack-plan.js';

/** Most characters of a value in the metadata. */
const valueLength = 300;

/** The files of a skill, below the folder that holds skills. Throws a UsageError for a name that no skill may have. */
export function renderSkill(
  planFile: PlanFile,
  { name, title, description }: Parcel,
): readonly ShippedFile[] {
  const { plan, details } = planFile;
  const reserved = ['anthropic', 'claude'].find((word) => name.includes(word));
  if (reserved !== undefined)
    throw new UsageError(
      `${name}: the name of a skill may not hold the word ${reserved}`,
      'choose another with --name NAME',
    );
  const metadata = { 'content-hash': plan.id, title, ...describeMetadata(planFile) };
  const entries = Object.entries(metadata).map(
    ([key, value]) => `  planwright-${key}: ${quote(oneLine(value, valueLength))}\n`,
  );
  const license =
    details === null ? '' : `license: ${quote(oneLine(details.license, valueLength) || 'none')}\n`;
  const head = `name: ${quoteName(name)}\ndescription: ${quote(description)}\n${license}metadata:\n${entries.join('')}`;
  const skill = { path: `${name}/SKILL.md`, text: `---\n${head}---\n\n${plan.text}\n` };
  if (details === null) return [skill];
  const provenance = JSON.stringify(describeFrontMatter(plan, details), null, 2);
  return [{ path: `${name}/references/provenance.json`, text: `${showJsonPlainly(provenance)}\n` }, skill];
}

function describeMetadata({ plan, details }: PlanFile): Readonly<Record<string, string>> {
  if (details === null) return {};
  const { provenance, trainedOn, review, environmentVersion, actionsHash } = details;
  const settings = Object.entries(provenance).map(([key, value]) => [
    key.replaceAll('_', '-'),
    String(value),
  ]);
  return {
    version: String(plan.iteration),
    'task-type': `${plan.environment}/${plan.taskType}`,
    environment: `${plan.environment} ${environmentVersion}`,
    'actions-hash': actionsHash,
    parent: plan.parentId ?? 'none',
    ...Object.fromEntries(settings),
    suite: trainedOn.suite,
    'suite-digest': trainedOn.suite_digest,
    'trained-on': trainedOn.split ?? 'train',
    'untrusted-observations': String(trainedOn.untrusted_observations),
    evaluation: describeResult(details),
    certificate: details.certificate === undefined ? 'none' : describeCertificate(details.certificate),
    review: review?.state === 'reviewed' && review.content_hash === plan.id ? 'reviewed' : 'unreviewed',
  };
}

function describeResult({ evaluation }: PlanDetails): string {
  if (evaluation === undefined) return 'none';
  const { successes, n, split, baseline_successes: baseline } = evaluation;
  return `${successes}/${n} on ${split}${baseline === null ? '' : `, without plan ${baseline}/${n}`}`;
}

function describeCertificate(certificate: NonNullable<PlanDetails['certificate']>): string {
  const { verdict, reason, successes, n, split, baseline_successes: baseline } = certificate;
  return `${verdict}: ${reason}; ${successes}/${n} on ${split}, baseline ${baseline}/${n}`;
}

/** In double quotes a text stays a text for every reader of YAML, and on one line. */
function quote(text: string): string {
  return JSON.stringify(text);
}

/** A name is plain where no reader of YAML could take it for a number, a date or a truth value. */
function quoteName(name: string): string {
  return /^[a-z][a-z0-9]*-[a-z][a-z0-9-]*$/.test(name) ? name : quote(name);
}
