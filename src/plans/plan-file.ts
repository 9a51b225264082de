import { UsageError } from '../core/errors.js';
import type { Plan } from '../core/plan.js';
import { controlCharacters, createPlan, normalizePlanText } from './create-plan.js';
import {
  formatFrontMatter,
  type PlanEvaluation,
  type PlanFrontMatter,
  type PlanProvenance,
  type PlanReview,
  type PlanTraining,
  parseFrontMatter,
  planSchema,
} from './front-matter.js';
import type { PlanCertificate } from './plan-certificate.js';
import { recordSteps, restoreSteps } from './step-records.js';

/** What a plan file says beside the plan. Keys are spelled as in the file. */
export interface PlanDetails {
  readonly title: string;
  /** What the plan does and when to use it. */
  readonly description: string;
  readonly environmentVersion: string;
  /** Hash of the action forms that the plan may use: `sha256:` and hex. */
  readonly actionsHash: string;
  readonly provenance: Omit<PlanProvenance, 'iteration'>;
  readonly evaluation?: PlanEvaluation;
  readonly certificate?: PlanCertificate;
  readonly trainedOn: PlanTraining;
  /** Absent in files of plans that were not screened when they were made. */
  readonly review?: PlanReview;
  /** SPDX identifier, for example `CC0-1.0`. */
  readonly license: string;
}

/** A plan as a file holds it. */
export interface PlanFile {
  /** For a plain file: iteration 0, and environment and task type are empty. */
  readonly plan: Plan;
  /** Null for a plain text or Markdown file without front matter: a plan that a person wrote. */
  readonly details: PlanDetails | null;
  /** The text is not the one that was hashed: what the details say about results holds for the text before. */
  readonly edited: boolean;
  /** Things to tell the user, one sentence each. */
  readonly warnings: readonly string[];
}

/** How strictly a plan file is read. */
export interface PlanFileOptions {
  /** Accept a text that no longer has its `content_hash`. */
  readonly allowEdited?: boolean;
}

/** Longer plans crowd the model's context and some readers cut them; in bytes. */
export const recommendedPlanBytes = 24 * 1024;
/** As `recommendedPlanBytes`, in lines: the advice for skills. */
const recommendedPlanLines = 500;
/** The same in tokens, for which characters are counted. */
const recommendedPlanTokens = 5000;
const charactersPerToken = 4;
/** No plan is longer than this; in bytes of the whole file. */
export const maximumPlanBytes = 1024 * 1024;

const fence = '---\n';

/** A plan file: Markdown under YAML front matter. Equal arguments give equal bytes. */
export function formatPlanFile(plan: Plan, details: PlanDetails): string {
  const body = plan.text === '' ? '' : `${plan.text}\n`;
  return `${fence}${formatFrontMatter(describeFrontMatter(plan, details))}${fence}${body}`;
}

/** What stands above a plan in its file, as plain data. */
export function describeFrontMatter(plan: Plan, details: PlanDetails): PlanFrontMatter {
  const { title, description, environmentVersion, actionsHash, evaluation, certificate } = details;
  const { trainedOn, review, license } = details;
  const { run, ...settings } = details.provenance;
  const steps = recordSteps(plan);
  return {
    schema: planSchema,
    id: planSlug(plan),
    version: plan.iteration,
    title,
    description,
    task_type: `${plan.environment}/${plan.taskType}`,
    environment: { name: plan.environment, version: environmentVersion, actions_hash: actionsHash },
    parent: plan.parentId ?? null,
    content_hash: plan.id,
    provenance: { run, iteration: plan.iteration, ...settings },
    ...(steps === undefined || steps.length === 0 ? {} : { steps }),
    ...(evaluation === undefined ? {} : { evaluation }),
    ...(certificate === undefined ? {} : { certificate }),
    trained_on: trainedOn,
    ...(review === undefined ? {} : { review }),
    license,
  };
}

/** A plan as a plain file: its text alone, without front matter. */
export function formatPlainPlan({ text }: Pick<Plan, 'text'>): string {
  // A first line of its own --- would be read as the begin of front matter.
  const start = text.startsWith('---') ? '\n' : '';
  return text === '' ? '' : `${start}${text}\n`;
}

/**
 * Reads a plan file; `file` is its name for messages. A text without front matter is a plain plan. Throws a
 * UsageError for malformed front matter, another major version, control characters, and for a text that is not
 * the one that was hashed unless `allowEdited`.
 */
export function parsePlanFile(text: string, file: string, options: PlanFileOptions = {}): PlanFile {
  const unix = text.replace(/\r\n?/g, '\n');
  checkCharacters(unix, file);
  const { yaml, body } = splitFrontMatter(unix, file);
  const warnings = sizeWarnings(body, file);
  if (yaml === null) {
    const plan = createPlan({ text: body, iteration: 0, environment: '', taskType: '' });
    return { plan, details: null, edited: false, warnings };
  }
  const frontMatter = parseFrontMatter(yaml, file);
  const { plan, edited } = restorePlan(frontMatter, body, file);
  if (edited && !options.allowEdited) {
    throw new UsageError(
      `${file}: the plan was edited: its text is not the one that content_hash names`,
      'pass --allow-edited to use it as it is now, or remove the front matter to make it a plain plan',
    );
  }
  return { plan, details: detailsOf(frontMatter), edited, warnings };
}

function restorePlan(
  frontMatter: PlanFrontMatter,
  body: string,
  file: string,
): { plan: Plan; edited: boolean } {
  const { environment, task_type, version, content_hash, steps } = frontMatter;
  const parts = {
    text: body,
    iteration: version,
    environment: environment.name,
    taskType: task_type.slice(task_type.indexOf('/') + 1),
  };
  const edited = createPlan(parts).id !== content_hash;
  const parentId = edited ? content_hash : frontMatter.parent;
  const plan = createPlan(parentId === null ? parts : { ...parts, parentId });
  // What is known of the steps holds for the text before.
  if (edited || steps === undefined) return { plan, edited };
  return { plan: { ...plan, steps: restoreSteps(steps, plan.text, file) }, edited };
}

function detailsOf(frontMatter: PlanFrontMatter): PlanDetails {
  const { title, description, environment, evaluation, certificate, trained_on, review, license } =
    frontMatter;
  const { iteration: _, ...provenance } = frontMatter.provenance;
  return {
    title,
    description,
    environmentVersion: environment.version,
    actionsHash: environment.actions_hash,
    provenance,
    ...(evaluation === undefined ? {} : { evaluation }),
    ...(certificate === undefined ? {} : { certificate }),
    trainedOn: trained_on,
    ...(review === undefined ? {} : { review }),
    license,
  };
}

function splitFrontMatter(text: string, file: string): { yaml: string | null; body: string } {
  if (!text.startsWith(fence)) return { yaml: null, body: text };
  // No ^ or $ with the m flag: they would also take U+2028 for a line end.
  const closing = /\n---[ \t]*(?:\n|$)/g;
  closing.lastIndex = fence.length - 1;
  const match = closing.exec(text);
  if (match === null) {
    throw new UsageError(
      `${file}:1: the front matter that --- opens is never closed`,
      'add a line --- below it',
    );
  }
  return { yaml: text.slice(fence.length, match.index + 1), body: text.slice(match.index + match[0].length) };
}

function checkCharacters(text: string, file: string): void {
  const at = text.search(controlCharacters);
  if (at === -1) return;
  const line = text.slice(0, at).split('\n').length;
  const code = text.charCodeAt(at).toString(16).padStart(4, '0');
  throw new UsageError(`${file}:${line}: control character U+${code.toUpperCase()}`, 'remove it');
}

function sizeWarnings(body: string, file: string): string[] {
  const text = normalizePlanText(body);
  const sizes = [
    [Buffer.byteLength(text, 'utf8'), recommendedPlanBytes, 'bytes'],
    [text.split('\n').length, recommendedPlanLines, 'lines'],
    [Math.ceil(text.length / charactersPerToken), recommendedPlanTokens, 'tokens, by estimate'],
  ] as const;
  return sizes
    .filter(([size, most]) => size > most)
    .map(
      ([size, most, unit]) =>
        `${file}: the plan has ${size} ${unit}; above ${most} some agents cut or ignore it`,
    );
}

/** A plan's id in words, for example `alfworld-heat`: at most 64 characters of a-z, 0-9 and single hyphens. */
export function planSlug({ environment, taskType }: Pick<Plan, 'environment' | 'taskType'>): string {
  const words = `${environment}-${taskType}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, 64).replace(/^-+|-+$/g, '') || 'plan';
}
