/**
 * What an action that does nothing is answered with. The engine says "Nothing happens."; augmented feedback (AutoPlan,
 * Table 6) says why. It knows what the agent has seen, which actions are possible, and what a receptacle at hand
 * can do; it does not look at places that were not visited.
 */
import { type AlfworldActionForm, actionForms, createActionReader } from './action-forms.js';
import { explainCommand, explainFailure } from './explain-failure.js';
import { profileTexts } from './profile.js';
import { nothingHappens } from './render-text.js';
import type { EpisodeView, Feedback } from './session.js';

const languages = {
  '2.1.3': createLanguage(actionForms(profileTexts['2.1.3'])),
  '2.1.1': createLanguage(actionForms(profileTexts['2.1.1'])),
};

type Language = ReturnType<typeof createLanguage>;

/** The engine's own feedback. */
export const plainFeedback: Feedback = () => nothingHappens;

/** Says why an action failed. */
export const augmentedFeedback: Feedback = (action, command, episode) => {
  const cause = command
    ? explainCommand(command, episode)
    : explainText(action.trim(), languages[episode.game.profile], episode);
  return cause === null ? nothingHappens : `Action failed. ${cause}`;
};

function createLanguage(forms: readonly AlfworldActionForm[]) {
  return { forms, read: createActionReader(forms) };
}

function explainText(action: string, language: Language, episode: EpisodeView): string | null {
  if (!isTidy(action) && language.read(tidied(action))) {
    return 'Write actions in lower case and with single blanks.';
  }
  const known = language.read(action);
  return known ? explainFailure(known, episode) : explainForm(tidied(action), language);
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
