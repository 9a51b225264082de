import { UsageError } from '../core/errors.js';
import { type PlanDetails, type PlanFile, planSlug } from '../plans/index.js';
import { withoutHidden } from '../util/show-plainly.js';
import type { Parcel } from './export-targets.js';

/** Most characters of a title within another file. */
const titleLength = 120;
/** Most characters of a description: the limit of skills. */
const descriptionLength = 1024;

/** What the user says of a plan on its way out. */
export interface PackOptions {
  /** Default: the plan's id. */
  readonly name?: string;
  /** Default: the plan's own. */
  readonly description?: string;
  /** The name of a plain plan, which has no id. */
  readonly usualName: string;
}

/**
 * Name, title and description of a plan in words that no form of ours can misread. Throws a UsageError for an empty plan
 * and for a name that is not allowed.
 */
export function packPlan({ plan, details }: PlanFile, options: PackOptions): Parcel {
  if (plan.text === '') throw new UsageError('the plan is empty: there is nothing to export');
  const name = options.name ?? (details === null ? options.usualName : planSlug(plan));
  checkName(name);
  const title = details === null ? name.replaceAll('-', ' ') : details.title;
  const description =
    options.description ?? describeUse(name, details, `${plan.environment}/${plan.taskType}`);
  return {
    name,
    title: oneLine(title, titleLength) || name,
    description: oneLine(description, descriptionLength) || `The plan ${name}.`,
  };
}

function checkName(name: string): void {
  if (/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return;
  throw new UsageError(
    `${JSON.stringify(name.slice(0, 80))}: can not be the name of an exported plan`,
    'use at most 64 of a-z, 0-9 and single hyphens: --name NAME',
  );
}

/** What a plan does, and when to use it. */
function describeUse(name: string, details: PlanDetails | null, taskType: string): string {
  if (details === null) return `The plan ${name}. Use when a task is of the kind that its name says.`;
  const { description } = details;
  return /\buse (?:it )?(?:when|for|if)\b/i.test(description)
    ? description
    : `${description} Use for tasks of the kind ${taskType}.`;
}

/**
 * A text on one line that is plain in YAML, Markdown, HTML and templates alike: nothing hidden, no angle brackets, no double
 * braces, no line of hyphens; cut where it is too long.
 */
export function oneLine(text: string, most: number): string {
  const plain = withoutHidden(text.replace(/\s+/g, ' '))
    .replaceAll('<', '(')
    .replaceAll('>', ')')
    .replace(/-{3,}/g, '--')
    .replace(/\{{2,}/g, '{')
    .replace(/\}{2,}/g, '}')
    .replaceAll('`', "'")
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= most) return plain;
  return `${plain
    .slice(0, most - 3)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}...`;
}
