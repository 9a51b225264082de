/** Applies typed edits to a structured plan. What can not be applied is refused singly; the rest is applied. */
import type { EditRecord } from '../core/optimizer.js';
import type { PlanStep } from '../core/plan.js';
import { noEvidence, normalizeStep } from './plan-steps.js';
import { describeEdit, type PlanEdit, type ReadEdit } from './read-edits.js';

/** What edits must keep to, and what new steps are made from. */
export interface EditRules {
  /** Most edits that are applied. */
  readonly most: number;
  /** Most steps that a plan may grow to. */
  readonly room: number;
  /** Why a step may not stand in a plan; null where it may. */
  readonly refuse: (text: string) => string | null;
  /** An id that no step has had. */
  readonly nextId: () => string;
  /** Where a new step comes from. */
  readonly origin: (edit: PlanEdit) => Pick<PlanStep, 'iteration' | 'episodes'>;
}

/** The steps after an update, and what became of each edit. */
export interface EditedSteps {
  readonly steps: readonly PlanStep[];
  readonly records: readonly EditRecord[];
}

/** Most characters of a step: a step that says more is several. */
export const longestStep = 400;

/**
 * Applies edits in order. An edit is refused when it is none, names a step that is not there, touches a step that the
 * update has touched already, says what the plan says, is refused by the rules, has no text or one of more than 400
 * characters, would leave no step or too many, or comes after as many as may be applied.
 */
export function applyEdits(
  steps: readonly PlanStep[],
  edits: readonly ReadEdit[],
  rules: EditRules,
): EditedSteps {
  const draft: Draft = { steps: [...steps], touched: new Set(), tails: new Map(), renamed: new Map() };
  let applied = 0;
  const records = edits.map((one): EditRecord => {
    if ('problem' in one) return { edit: one.given, applied: false, reason: one.problem };
    const reason =
      applied < rules.most ? applyEdit(draft, one.edit, rules) : `an update may have ${rules.most} edits`;
    if (reason === null) applied++;
    const edit = describeEdit(one.edit);
    return reason === null ? { edit, applied: true } : { edit, applied: false, reason };
  });
  return { steps: draft.steps, records };
}

interface Draft {
  readonly steps: PlanStep[];
  /** Steps that the update has replaced, moved or put in. */
  readonly touched: Set<string>;
  /** Where the next step after a place goes: steps put in after one place stand in the order given. */
  readonly tails: Map<string, string>;
  /** New ids of the steps that were replaced: their places are still known by the old ones. */
  readonly renamed: Map<string, string>;
}

/** Applies one edit; gives why not where it does not. */
function applyEdit(draft: Draft, edit: PlanEdit, rules: EditRules): string | null {
  const problem = findProblem(draft, edit, rules);
  if (problem !== null) return problem;
  switch (edit.operation) {
    case 'add':
      insert(draft, edit.after, createStep(edit, edit.text, rules));
      break;
    case 'replace': {
      const step = { ...createStep(edit, edit.text, rules), replaces: edit.id };
      draft.steps.splice(indexOf(draft, edit.id), 1, step);
      draft.touched.add(step.id);
      draft.renamed.set(edit.id, step.id);
      break;
    }
    case 'remove':
      draft.steps.splice(indexOf(draft, edit.id), 1);
      break;
    case 'move': {
      const [step] = draft.steps.splice(indexOf(draft, edit.id), 1);
      if (step) insert(draft, edit.after, step);
      break;
    }
  }
  return null;
}

function findProblem(draft: Draft, edit: PlanEdit, rules: EditRules): string | null {
  const { steps, touched } = draft;
  if ('id' in edit) {
    if (touched.has(edit.id) || draft.renamed.has(edit.id))
      return `${edit.id} was changed by the same update`;
    if (indexOf(draft, edit.id) < 0) return `there is no step ${edit.id}`;
  }
  if ('after' in edit && edit.after && edit.after !== 'start' && indexOf(draft, edit.after) < 0)
    return `there is no step ${edit.after}`;
  if ('text' in edit) return findTextProblem(draft, edit, rules);
  if (edit.operation === 'remove') return steps.length < 2 ? 'a plan needs a step' : null;
  return edit.after === edit.id ? 'a step can not come after itself' : null;
}

function findTextProblem(
  { steps }: Draft,
  edit: Extract<PlanEdit, { text: string }>,
  { room, refuse }: EditRules,
): string | null {
  const text = normalizeStep(edit.text);
  if (text === '') return 'the step has no text';
  if (text.length > longestStep) return `the step has more than ${longestStep} characters`;
  if (steps.some((step) => step.text.toLowerCase() === text.toLowerCase())) return 'the plan says so already';
  if (edit.operation === 'add' && steps.length >= room) return `a plan may have ${room} steps`;
  return refuse(text);
}

function createStep(edit: PlanEdit, text: string, { nextId, origin }: EditRules): PlanStep {
  return { id: nextId(), text: normalizeStep(text), ...origin(edit), ...noEvidence };
}

/** Puts a step in after a place, behind those that this update has put there before it. */
function insert(draft: Draft, after: string | null | undefined, step: PlanStep): void {
  const { steps, tails, touched } = draft;
  const place = after || 'end';
  const behind = tails.get(place) ?? place;
  const at = behind === 'start' ? 0 : indexOf(draft, behind) + 1;
  // Where the step behind it is gone since, it comes last.
  steps.splice(behind !== 'start' && at === 0 ? steps.length : at, 0, step);
  tails.set(place, step.id);
  touched.add(step.id);
}

function indexOf({ steps, renamed }: Draft, id: string): number {
  const today = renamed.get(id) ?? id;
  return steps.findIndex((step) => step.id === today);
}
