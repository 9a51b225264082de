/**
 * What an action that does nothing is answered with. The engine says "Nothing happens."; augmented feedback (AutoPlan,
 * Table 6) says why. It knows what the agent has seen, which actions are possible, and what a receptacle at hand
 * can do; it does not look at places that were not visited.
 */
import type { Step } from '../../core/episode.js';
import { type AlfworldActionForm, actionForms, createActionReader } from './action-forms.js';
import type { Game } from './build-game.js';
import { explainFailure, type FailureView } from './explain-failure.js';
import { createWorldObserver, type WorldObserver } from './observed-world.js';
import { profileTexts } from './profile.js';
import { nothingHappens } from './render-text.js';
import { treatments } from './rules.js';
import type { Feedback } from './session.js';

const languages = {
  '2.1.3': createLanguage(actionForms(profileTexts['2.1.3'])),
  '2.1.1': createLanguage(actionForms(profileTexts['2.1.1'])),
};
const abilities = { heat: 'heats', cool: 'cools', clean: 'cleans' } as const;

type Language = ReturnType<typeof createLanguage>;

/** The engine's own feedback. */
export const plainFeedback: Feedback = { note: () => {}, explain: () => nothingHappens };

/** Feedback for one episode of a game that says why an action failed. */
export function createAugmentedFeedback(game: Game): Feedback {
  const language = languages[game.profile];
  // Most episodes of a search never fail, so what was seen is only understood when it is needed.
  const unread: Pick<Step, 'action' | 'observation'>[] = [];
  let observer: WorldObserver | null = null;
  const look = (isPossible: FailureView['isPossible']): FailureView => {
    observer ??= createWorldObserver(game.introduction);
    for (const { action, observation } of unread.splice(0)) observer.learn(action, observation);
    return { world: observer, isPossible, treatmentsOf: treatmentsIn(game) };
  };
  return {
    note: (action, observation) => {
      unread.push({ action, observation });
    },
    explain: (action, isPossible) => {
      const cause = explain(action.trim(), language, look(isPossible));
      return cause === null ? nothingHappens : `Action failed. ${cause}`;
    },
  };
}

function treatmentsIn(game: Game): FailureView['treatmentsOf'] {
  return (name) => {
    const receptacle = game.receptacles.find((candidate) => candidate.name === name);
    return receptacle ? treatments.filter((treatment) => receptacle[abilities[treatment]]) : [];
  };
}

function createLanguage(forms: readonly AlfworldActionForm[]) {
  return { forms, read: createActionReader(forms) };
}

function explain(action: string, { forms, read }: Language, view: FailureView): string | null {
  const tidy = action.toLowerCase().replaceAll(/\s+/g, ' ');
  if (tidy !== action && read(tidy)) return 'Write actions in lower case and with single blanks.';
  const known = read(action);
  if (known) return explainFailure(known, view);
  const [word = ''] = tidy.split(' ');
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
