/**
 * What an action that does nothing is answered with. The engine says "Nothing happens."; augmented feedback (AutoPlan,
 * Table 6) says why. It knows what the agent has seen, which actions are possible, and what a receptacle at hand
 * can do; it does not look at places that were not visited.
 */
import { type AlfworldActionForm, actionForms, createActionReader } from './action-forms.js';
import type { Game } from './build-game.js';
import { explainFailure, type FailureView } from './explain-failure.js';
import { profileTexts } from './profile.js';
import { nothingHappens } from './render-text.js';
import type { Feedback } from './session.js';
import { isAccessible, type Receptacle, stateOf } from './world.js';

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
    note: (command, state) => {
      if (command.kind === 'go') at = command.receptacle;
      else if (command.kind !== 'open' && command.kind !== 'examine-receptacle') return;
      const { receptacle } = command;
      if (isAccessible(stateOf(state, receptacle)) && !seen.includes(receptacle)) seen.push(receptacle);
    },
    explain: (action, state) => {
      const cause = explain(action.trim(), language, { game, state, seen, at });
      return cause === null ? nothingHappens : `Action failed. ${cause}`;
    },
  };
}

function createLanguage(forms: readonly AlfworldActionForm[]) {
  return { forms, read: createActionReader(forms) };
}

function explain(action: string, language: Language, view: FailureView): string | null {
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
