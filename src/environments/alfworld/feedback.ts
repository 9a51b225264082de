/**
 * What an action that does nothing is answered with. The engine says "Nothing happens."; augmented feedback (AutoPlan,
 * Table 6) says why. It knows what the agent has seen, which actions are possible, and what a receptacle at hand
 * can do; it does not look at places that were not visited.
 */
import { type AlfworldActionForm, actionForms, createActionReader } from './action-forms.js';
import type { Game } from './build-game.js';
import { explainCommand, explainFailure, type FailureView } from './explain-failure.js';
import { profileTexts } from './profile.js';
import { nothingHappens } from './render-text.js';
import type { Feedback } from './session.js';
import type { Command, Receptacle } from './world.js';

const languages = {
  '2.1.3': createLanguage(actionForms(profileTexts['2.1.3'])),
  '2.1.1': createLanguage(actionForms(profileTexts['2.1.1'])),
};

type Language = ReturnType<typeof createLanguage>;

/** The engine's own feedback. */
export const plainFeedback: Feedback = { note: () => {}, explain: () => nothingHappens };

/** Feedback for one episode of a game that says why an action failed. */
export function createAugmentedFeedback(game: Game): Feedback {
  const language = languages[game.profile];
  const seen: Receptacle[] = [];
  let at: Receptacle | null = null;
  return {
    note: (command) => {
      if (command.kind === 'go') at = command.receptacle;
      const receptacle = lookedInto(command);
      if (receptacle && !seen.includes(receptacle)) seen.push(receptacle);
    },
    explain: (action, command, state) => {
      const view = { game, state, seen, at };
      const cause = command ? explainCommand(command, view) : explainText(action.trim(), language, view);
      return cause === null ? nothingHappens : `Action failed. ${cause}`;
    },
  };
}

/** The receptacle whose contents a command was the first to show. */
function lookedInto(command: Command): Receptacle | null {
  if (command.kind === 'open') return command.receptacle;
  if (command.kind !== 'go' && command.kind !== 'examine-receptacle') return null;
  // All doors are closed at the start: what is behind one was seen when it was opened.
  return command.receptacle.openable ? null : command.receptacle;
}

function createLanguage(forms: readonly AlfworldActionForm[]) {
  return { forms, read: createActionReader(forms) };
}

function explainText(action: string, language: Language, view: FailureView): string | null {
  if (!isTidy(action) && language.read(tidied(action))) {
    return 'Write actions in lower case and with single blanks.';
  }
  const known = language.read(action);
  return known ? explainFailure(known, view) : explainForm(tidied(action), language);
}

function isTidy(action: string): boolean {
  return action.toLowerCase() === action && !/[^\S ]| {2}/.test(action);
}

function tidied(action: string): string {
  return action.toLowerCase().replaceAll(/\s+/g, ' ');
}

function explainForm(action: string, { forms }: Language): string {
  const [word = ''] = action.split(' ');
  const meant = forms.find(
    ({ kind, form }) => form.split(' ')[0] === word || (kind === 'place' && isPutting(word)),
  );
  if (meant) return `The right form is: ${meant.form}.`;
  return `The forms of actions are: ${forms.map(({ form }) => form).join('; ')}.`;
}

/** The two profiles call it by different words. */
function isPutting(word: string): boolean {
  return word === 'put' || word === 'move';
}
