import { UsageError } from '../core/errors.js';
import { createPlan, type PlanFile } from '../plans/index.js';
import { exportPlan } from './export-plan.js';
import type { Shipment } from './export-targets.js';
import { findBlocks } from './managed-block.js';
import { agentsFileBytes, readImport } from './markdown-section.js';
import { findPrompt, replacePrompt } from './prompt-place.js';
import { isPlanJson } from './read-plan-json.js';
import { splitHead } from './split-head.js';

/** Where a plan goes: name and text of a file, and a managed block's id or a heading where it is not the whole file. */
export interface PromptHost {
  readonly file: string;
  readonly text: string;
  readonly part?: string;
}

/**
 * Puts a plan into the place of a prompt: everything else in the file stays byte for byte as it is, its front matter as
 * well. Throws a UsageError where the file has no such place.
 */
export function writeInto(planFile: PlanFile, host: PromptHost): Shipment {
  const { file, text, part } = host;
  if (planFile.plan.text === '') throw new UsageError('the plan is empty: there is nothing to export');
  const { yaml } = splitHead(text);
  if (file.endsWith('.prompt') || /^planwright\.content_hash:/m.test(yaml ?? ''))
    throw exportAnew(file, 'dotprompt');
  if (file.endsWith('.json') || isPlanJson(text)) throw exportAnew(file, 'json or dspy');
  const blocks = findBlocks(text, file);
  const block = blocks.find(({ id }) => id === part) ?? (part === undefined ? blocks[0] : undefined);
  if (part === undefined && blocks.length > 1)
    throw new UsageError(`${file}: has several plans`, `name one: ${file}#${block?.id}`);
  if (block !== undefined) return replaceBlock(planFile, host, block);
  if (part === undefined && /^ {2}planwright-content-hash:/m.test(yaml ?? ''))
    throw exportAnew(file, 'skill');
  if (/^schema: planwright\./m.test(yaml ?? ''))
    throw new UsageError(
      `${file}: is a plan file, whose head is about its own text`,
      'use the learned plan file in its place, or add it to a registry with: planwright plan import FILE',
    );
  const place = findPrompt(text, file, part);
  const before = createPlan({ ...planFile.plan, text: place.prompt });
  const same = before.id === planFile.plan.id;
  const next = same ? text : replacePrompt(place, planFile.plan.text);
  return {
    files: [{ path: file, text: next }],
    notes: [...noteHeadings(planFile, part), ...noteSize(file, next)],
  };
}

function replaceBlock(
  planFile: PlanFile,
  host: PromptHost,
  { id, inner }: { readonly id: string; readonly inner: string },
): Shipment {
  const target = readImport(inner) === null ? 'agents-md' : 'claude-md';
  return exportPlan(planFile, { target, name: id, usualName: id, host });
}

function exportAnew(file: string, target: string): UsageError {
  return new UsageError(
    `${file}: is an export of planwright's own form, which says more than its prompt`,
    `export the plan again with --target ${target} --out PATH`,
  );
}

/** What is no section of ours is not refused for its size: it may have been too long before. */
function noteSize(file: string, text: string): string[] {
  const bytes = Buffer.byteLength(text, 'utf8');
  if (!file.endsWith('AGENTS.md') || bytes <= agentsFileBytes) return [];
  return [`${file} has ${bytes} bytes, and Codex reads ${agentsFileBytes} of all such files together`];
}

/** A heading within the plan would end the section that it stands in. */
function noteHeadings({ plan }: PlanFile, part: string | undefined): string[] {
  if (part === undefined || !/^ {0,3}#{1,6}(?:\s|$)/m.test(plan.text)) return [];
  return [`the plan has headings of its own: section ${part} may end at the first of them`];
}
