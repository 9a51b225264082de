/** A plan as a dotprompt file: front matter with extension fields, and the plan as the system message. */
import { UsageError } from '../core/errors.js';
import { describeFrontMatter, type PlanFile } from '../plans/index.js';
import { showJsonPlainly } from '../util/show-plainly.js';
import type { Parcel } from './export-targets.js';

const systemRole = '{{role "system"}}\n';

/** The file. Throws a UsageError for a plan with what no dotprompt template can say. */
export function renderDotprompt({ plan, details }: PlanFile, { name, description }: Parcel): string {
  if (/\\\{\{|<<<dotprompt:/.test(plan.text))
    throw new UsageError(
      'the plan holds \\{{ or <<<dotprompt:, which a dotprompt template can not say as plain text',
      'take it out of the plan, or choose another target',
    );
  const about = details === null ? '' : `planwright.plan: ${onOneLine(describeFrontMatter(plan, details))}\n`;
  const head = `name: ${name}\ndescription: ${onOneLine(description)}\nplanwright.content_hash: ${plan.id}\n${about}`;
  return `---\n${head}---\n${systemRole}${plan.text.replaceAll('{{', '\\{{')}\n`;
}

/** The plan's text in the template of a dotprompt file; null where the template is none of ours. */
export function readDotpromptBody(body: string): string | null {
  return body.startsWith(systemRole) ? body.slice(systemRole.length).replaceAll('\\{{', '{{') : null;
}

/** JSON, which is YAML too. */
function onOneLine(value: unknown): string {
  return showJsonPlainly(JSON.stringify(value));
}
