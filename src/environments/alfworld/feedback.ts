/**
 * Augmented feedback (AutoPlan, Table 6): where the engine answers "Nothing happens.", an agent is told why. A
 * wrapper around the plain session, which stays as it is. It knows what the agent has seen, which actions
 * are admissible, and what a receptacle at hand can do; it does not look at places that were not visited.
 */
import type { ImmediateSession } from '../../core/environment.js';
import type { Step } from '../../core/episode.js';
import { type AlfworldActionForm, actionForms, createActionReader } from './action-forms.js';
import type { Game } from './build-game.js';
import { explainFailure, type FailureView } from './explain-failure.js';
import { createWorldObserver, type WorldObserver } from './observed-world.js';
import { profileTexts } from './profile.js';
import { nothingHappens } from './render-text.js';
import { treatments } from './rules.js';

const languages = {
  '2.1.3': createLanguage(actionForms(profileTexts['2.1.3'])),
  '2.1.1': createLanguage(actionForms(profileTexts['2.1.1'])),
};
const abilities = { heat: 'heats', cool: 'cools', clean: 'cleans' } as const;

type Language = ReturnType<typeof createLanguage>;

/** A session that says why an action failed. */
export function withFeedback(session: ImmediateSession, game: Game): ImmediateSession {
  const language = languages[game.profile];
  // Most episodes of a search never fail, so what was seen is only understood when it is needed.
  const unread: Pick<Step, 'action' | 'observation'>[] = [];
  let observer: WorldObserver | null = null;
  const look = (): FailureView => {
    observer ??= createWorldObserver(session.initial.observation);
    for (const { action, observation } of unread.splice(0)) observer.learn(action, observation);
    return { world: observer, admissible: session.admissibleActions(), treatmentsOf: treatmentsIn(game) };
  };
  return {
    initial: session.initial,
    admissibleActions: session.admissibleActions,
    step: (action) => {
      const turn = session.step(action);
      if (turn.observation !== nothingHappens) {
        unread.push({ action, observation: turn.observation });
        return turn;
      }
      const cause = explain(action.trim(), language, look());
      return cause === null ? turn : { ...turn, observation: `Action failed. ${cause}` };
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
