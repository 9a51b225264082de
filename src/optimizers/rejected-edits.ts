/** What the updater remembers of edits that did not make it into the plan. */
import type { EditRecord } from '../core/optimizer.js';
import { definePrompt } from '../core/prompt.js';
import type { Verdict } from '../core/validation.js';

/** An edit that was refused, or undone with the whole update that it was in. */
export interface RejectedEdit {
  readonly edit: string;
  readonly reason: string;
}

/** The prompt that shows one of them. */
export const rejectedPrompts = {
  rejectedEdit: definePrompt(
    'rejectedEdit',
    ['edit', 'reason'],
    ({ edit, reason }) => `- ${edit}; rejected: ${reason}`,
  ),
};

/** Most rejected edits that an update is shown, the latest; the same edit counts once. */
export const rememberedEdits = 12;

/** The edits of an update that were refused singly. */
export function refusedEdits(records: readonly EditRecord[]): RejectedEdit[] {
  return records.flatMap(({ edit, applied, reason = '' }) => (applied ? [] : [{ edit, reason }]));
}

/** The edits that an update had in it when it was rejected as a whole: the measurement says nothing of single ones. */
export function undoneEdits(records: readonly EditRecord[], verdict: Verdict): RejectedEdit[] {
  const applied = records.filter((record) => record.applied);
  const others = applied.length - 1;
  const company = others === 0 ? '' : ` (together with ${others} other edit${others === 1 ? '' : 's'})`;
  const change = verdict.difference === null ? '' : `; difference ${verdict.difference.toFixed(2)}`;
  return applied.map(({ edit }) => ({
    edit,
    reason: `${verdict.reason}${change}${company}`,
  }));
}

/** What is remembered when more comes: the latest word on each edit, the oldest forgotten first. */
export function remember(
  memory: readonly RejectedEdit[],
  more: readonly RejectedEdit[],
): readonly RejectedEdit[] {
  const latest = new Map<string, RejectedEdit>();
  for (const one of [...memory, ...more]) {
    latest.delete(one.edit);
    latest.set(one.edit, one);
  }
  return [...latest.values()].slice(-rememberedEdits);
}
