/** A game as lines that are said and answered: thoughts are answered `OK.`, actions by what is observed. */
import type { DemonstrationStep } from '../core/demonstration.js';
import type { Step } from '../core/episode.js';
import type { ChatMessage } from '../core/model.js';

/** How thoughts are answered. */
export const thoughtReceived = 'OK.';
/** How the last thought before an action is due is answered. */
export const actionDue = 'OK. Now take an action.';
/** Most thoughts between two actions. */
export const mostThoughts = 2;

/** A thought as a line of its own. */
export function thoughtLine(thought: string): string {
  return `think: ${thought}`.trimEnd();
}

/** The answer to the n-th thought in a row, from 1. */
export function answerThought(count: number): string {
  return count < mostThoughts ? thoughtReceived : actionDue;
}

/** The thoughts of a step, one a line; none where it has no thought. */
function thoughtsOf({ thought }: { readonly thought?: string }): string[] {
  return thought === undefined ? [] : thought.split('\n');
}

/** One step as messages that follow one another; `renderObservation` is the words for what is observed. */
export function stepMessages(step: Step, renderObservation: (observation: string) => string): ChatMessage[] {
  const thoughts = thoughtsOf(step).flatMap((thought, index): ChatMessage[] => [
    { role: 'assistant', content: thoughtLine(thought) },
    { role: 'user', content: answerThought(index + 1) },
  ]);
  return [
    ...thoughts,
    // An answer of nothing but blanks is an action too; messages must not be empty.
    { role: 'assistant', content: step.action.trim() === '' ? '(nothing)' : step.action },
    { role: 'user', content: renderObservation(step.observation) },
  ];
}

/** Actions and what was observed, as one text: each action after `>`. */
export function renderInteractions(steps: readonly DemonstrationStep[]): string {
  return steps.map(({ action, observation }) => `> ${action}\n${observation}`).join('\n');
}

/** The steps of a demonstration as the model is shown them: what is said after `>`, then the answer. */
export function renderSteps(steps: readonly DemonstrationStep[]): string {
  const said = (line: string, answer: string) => `> ${line}\n${answer}`;
  return steps
    .flatMap((step) => [
      ...thoughtsOf(step).map((thought) => said(thoughtLine(thought), thoughtReceived)),
      said(step.action, step.observation),
    ])
    .join('\n');
}
