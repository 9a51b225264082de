import type { Plan } from '../core/plan.js';
import { sha256 } from '../util/hash.js';

/** What makes a plan; its id follows from the text. */
export type PlanParts = Omit<Plan, 'id'>;

/** Builds a plan from text as a model or a person wrote it; the text is normalised first (`normalizePlanText`). */
export function createPlan(parts: PlanParts): Plan {
  const text = normalizePlanText(parts.text);
  return { ...parts, id: `sha256:${sha256(text)}`, text };
}

/** No plan at all: what training starts from unless the user has a plan, and what a plan is compared with. */
export function emptyPlan(environment: string, taskType: string): Plan {
  return createPlan({ text: '', iteration: 0, environment, taskType });
}

/** Control characters that no plan may hold: all but tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * The one form a plan's text has everywhere: LF line ends, no blanks at the end of a line, no empty lines before or
 * after, no control characters, well-formed Unicode. Normalising twice changes nothing.
 */
export function normalizePlanText(text: string): string {
  const lines = Buffer.from(text, 'utf8') // replaces lone surrogates, which no file can hold
    .toString('utf8')
    .replace(/\r\n?/g, '\n')
    .replace(controlCharacters, '')
    .split('\n')
    .map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return first === -1 ? '' : lines.slice(first, last + 1).join('\n');
}
