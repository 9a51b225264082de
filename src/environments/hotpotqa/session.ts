/** One question being answered. */
import type { EnvironmentSession, Turn } from '../../core/environment.js';
import { type MaybePromise, whenReady } from '../../util/maybe-promise.js';
import type { Behaviour } from './behaviour.js';
import type { SupportingFact } from './evaluate-official.js';
import { createReader } from './reader.js';
import { scoreEpisode } from './score-episode.js';
import { exactMatch } from './scoring.js';
import { listActions, listNames } from './suggest-actions.js';
import type { Wiki } from './wiki.js';

/** What a session is made of. */
export interface SessionParts {
  readonly behaviour: Behaviour;
  readonly wiki: Wiki;
  /** The answer to the reset. */
  readonly greeting: string;
  /** The right answer; null for an episode without one, whose reward is always 0. */
  readonly answer: string | null;
  /** The sentences that the answer follows from; absent where the encyclopedia does not know its sentences. */
  readonly supportingFacts?: readonly SupportingFact[];
  /** Names that are offered for a search from the start. */
  readonly names: readonly string[];
  /** Whether names on the open page are offered, too. */
  readonly offersNamesOnPage?: boolean;
}

/** Starts an episode. What it has open and has looked up is its own. */
export function createSession(parts: SessionParts): EnvironmentSession {
  const { behaviour, wiki, greeting, answer, names, offersNamesOnPage = false } = parts;
  const reader = createReader();
  let ended: Turn | null = null;
  let given: string | null = null;
  let offered: readonly string[] | null = null;
  const turn = (observation: string): Turn => ({ observation, reward: 0, terminated: false });
  const finish = (argument: string): Turn => {
    given = argument;
    const reward = answer !== null && exactMatch(given, answer) ? 1 : 0;
    ended = { observation: behaviour.end(reward), reward, terminated: true };
    return ended;
  };
  const step = (action: string): MaybePromise<Turn> => {
    if (ended !== null) return ended;
    const command = behaviour.parse(action);
    switch (command.kind) {
      case 'search':
        offered = null;
        return whenReady(behaviour.search(command.argument, wiki, reader), turn);
      case 'lookup':
        return turn(reader.lookUp(command.argument));
      case 'finish':
        return finish(command.argument);
      case 'other':
        return turn(command.answer);
    }
  };
  return {
    initial: turn(greeting),
    step,
    scores: () => scoreEpisode(parts, given, reader.passages()),
    admissibleActions: () => {
      if (ended !== null) return [];
      const paragraphs = reader.paragraphs();
      offered ??= listActions(offersNamesOnPage ? [...names, ...listNames(paragraphs)] : names, paragraphs);
      return offered;
    },
  };
}
