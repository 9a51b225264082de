/** A plan as a section of Markdown, for AGENTS.md and for files that CLAUDE.md imports. */
import { UsageError } from '../core/errors.js';
import type { PlanFile } from '../plans/index.js';
import type { Parcel, Shipment } from './export-targets.js';
import { breaksBlocks, putBlock } from './managed-block.js';

/** Codex reads no more of all its AGENTS.md files together; in bytes. */
export const agentsFileBytes = 32 * 1024;
/** What is advised for CLAUDE.md, in lines. */
const claudeFileLines = 200;

/** CLAUDE.md, and all that it imports, AGENTS.md often among it, is read with the files that it names in this way. */
const importPattern = /(?<![\w@])@[\w.~/\\][^\s]*/;

const planMarker = /<!-- planwright:plan (sha256:[0-9a-f]{64}) -->\n/;

/** Heading, description, the plan's hash in a comment, and the plan. */
export function renderSection({ plan }: PlanFile, { title, description }: Parcel): string {
  if (breaksBlocks(plan.text))
    throw new UsageError(
      'the plan holds an HTML comment or a code block that is never closed, which would change how the file around it reads',
      'take it out of the plan, or choose another target',
    );
  const section = `## ${title}\n\n${description}\n\n<!-- planwright:plan ${plan.id} -->\n${plan.text}`;
  const [imported] = importPattern.exec(section) ?? [];
  if (imported !== undefined)
    throw new UsageError(
      `the plan holds ${JSON.stringify(imported.slice(0, 80))}, in whose place Claude Code reads the file of that name`,
      'take it out of the plan, or choose another target',
    );
  return section;
}

/** The plan of a section; null where it is none of ours. */
export function readSection(text: string): { readonly hash: string; readonly text: string } | null {
  const found = planMarker.exec(text);
  return found?.[1] === undefined
    ? null
    : { hash: found[1], text: text.slice(found.index + found[0].length) };
}

/**
 * AGENTS.md with the plan in a managed block. `existing` is the file's text, empty where there is none. Throws a
 * UsageError where the file would be longer than Codex reads.
 */
export function renderAgentsFile(
  planFile: PlanFile,
  parcel: Parcel,
  file: string,
  existing: string,
): Shipment {
  const text = putBlock(existing, file, parcel.name, renderSection(planFile, parcel));
  const bytes = Buffer.byteLength(text, 'utf8');
  if (bytes > agentsFileBytes)
    throw new UsageError(
      `${file}: would have ${bytes} bytes, and Codex reads ${agentsFileBytes} of all such files together`,
      'shorten the plan or the file, or export it with --target skill',
    );
  return { files: [{ path: file, text }], notes: [] };
}

/** A file with the plan, and CLAUDE.md with a line that imports it. */
export function renderClaudeFile(
  planFile: PlanFile,
  parcel: Parcel,
  file: string,
  existing: string,
): Shipment {
  const path = `plans/${parcel.name}.md`;
  const text = putBlock(existing, file, parcel.name, `@${path}`);
  const lines = text.trimEnd().split('\n').length;
  const notes = lines > claudeFileLines ? [`${file} has ${lines} lines; ${claudeFileLines} are advised`] : [];
  return {
    files: [
      { path, text: `${renderSection(planFile, parcel)}\n` },
      { path: file, text },
    ],
    notes,
  };
}

/** The file that the block of a CLAUDE.md imports, relative to it; null where it is none of ours. */
export function readImport(inner: string): string | null {
  return /^@(plans\/[a-z0-9-]+\.md)\n?$/.exec(inner)?.[1] ?? null;
}
