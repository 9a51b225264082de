import { formatPlainPlan, formatPlanFile, type PlanFile } from '../plans/index.js';
import { renderDotprompt } from './dotprompt.js';
import type { ExportTarget, Shipment } from './export-targets.js';
import { renderAgentsFile, renderClaudeFile } from './markdown-section.js';
import { type PackOptions, packPlan } from './pack-plan.js';
import { renderDspy, renderPlanJson } from './plan-json.js';
import { renderSkill } from './skill.js';
import { withoutResults } from './without-results.js';

/** What is exported, and how. */
export interface ExportOptions extends PackOptions {
  readonly target: ExportTarget;
  /** For agents-md and claude-md: name and text of the file that the plan is put into. */
  readonly host?: { readonly file: string; readonly text: string };
}

/**
 * A plan in the form of another tool: the same bytes for the same plan. What the head of an edited plan says of results
 * is left out. Throws a UsageError where the form can not hold the plan.
 */
export function exportPlan(given: PlanFile, options: ExportOptions): Shipment {
  const planFile = withoutResults(given);
  const { plan, details } = planFile;
  const parcel = packPlan(planFile, options);
  const { name } = parcel;
  const only = (path: string, text: string): Shipment => ({ files: [{ path, text }], notes: [] });
  switch (options.target) {
    case 'skill':
      return { files: renderSkill(planFile, parcel), notes: [] };
    case 'agents-md':
      return renderAgentsFile(planFile, parcel, options.host?.file ?? 'AGENTS.md', options.host?.text ?? '');
    case 'claude-md':
      return renderClaudeFile(planFile, parcel, options.host?.file ?? 'CLAUDE.md', options.host?.text ?? '');
    case 'mcp':
      return only(`${name}.md`, details === null ? formatPlainPlan(plan) : formatPlanFile(plan, details));
    case 'dotprompt':
      return only(`${name}.prompt`, renderDotprompt(planFile, parcel));
    case 'json':
      return only(`${name}.json`, renderPlanJson(planFile));
    case 'text':
      return only(`${name}.txt`, formatPlainPlan(plan));
    case 'dspy':
      return only(`${name}.dspy.json`, renderDspy(planFile));
  }
}
