/** What an update asks for, read from the JSON that a model wrote. */
import { z } from 'zod';
import { findJson } from '../util/find-json.js';
import type { JsonValue } from '../util/json.js';

const id = z.string().trim().min(1);
const given = z.string();
/** Numbers of the reports that an edit rests on; what is no number is left out. */
const jobs = z.array(z.unknown()).catch([]).default([]);
/** Without a place: at the end. */
const after = z.string().trim().nullish();

const editSchema = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('add'), after, text: given, jobs }),
  z.object({ operation: z.literal('replace'), id, text: given, jobs }),
  z.object({ operation: z.literal('remove'), id, jobs }),
  z.object({ operation: z.literal('move'), id, after, jobs }),
]);

/**
 * An edit of a structured plan: one step is put in, replaced, taken out or moved. `after` is the id of the step that it
 * comes after; `start` is the beginning, and without one it comes last.
 */
export type PlanEdit = z.infer<typeof editSchema>;

/** An entry of the list that was given: an edit, or why it is none. */
export type ReadEdit = { readonly edit: PlanEdit } | { readonly given: string; readonly problem: string };

/** The edits that a reply asks for, in order: a JSON list of them, or an object with one. Null where there is none. */
export function readEdits(reply: string): readonly ReadEdit[] | null {
  const value = findJson(reply);
  const list = Array.isArray(value) ? value : listIn(value);
  return list === null ? null : list.map(readEdit);
}

function listIn(value: JsonValue | undefined): readonly JsonValue[] | null {
  if (value === null || typeof value !== 'object') return null;
  const edits = 'edits' in value ? value.edits : undefined;
  return Array.isArray(edits) ? edits : null;
}

function readEdit(entry: JsonValue): ReadEdit {
  const result = editSchema.safeParse(entry);
  if (result.success) return { edit: result.data };
  const issue = result.error.issues[0];
  const key = issue?.path.join('.') ?? '';
  const problem = `it is no edit: ${key === '' ? '' : `${key}: `}${issue?.message ?? 'malformed'}`;
  return { given: JSON.stringify(entry).slice(0, 200), problem };
}

/** An edit in words. */
export function describeEdit(edit: PlanEdit): string {
  switch (edit.operation) {
    case 'add':
      return `add ${placeOf(edit.after)}: "${edit.text}"`;
    case 'replace':
      return `replace ${edit.id}: "${edit.text}"`;
    case 'remove':
      return `remove ${edit.id}`;
    case 'move':
      return `move ${edit.id} ${placeOf(edit.after)}`;
  }
}

function placeOf(after: string | null | undefined): string {
  if (after === 'start') return 'at the start';
  return after ? `after ${after}` : 'at the end';
}
