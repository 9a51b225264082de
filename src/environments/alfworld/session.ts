/** One episode of the plain engine: its answers are those of the real one, word for word. */
import type { ImmediateSession, Turn } from '../../core/environment.js';
import type { Game } from './build-game.js';
import { findAdmissible, listAdmissible } from './list-admissible.js';
import { nothingHappens } from './render-text.js';
import { nextState, renderOutcome } from './run-command.js';
import { currentPlace, type Listing, type WorldState } from './world.js';

/** Starts an episode. */
export function createSession(game: Game): ImmediateSession {
  let state: WorldState = game.start;
  let won = false;
  let current: Listing | null = null;
  const listing = (): Listing => {
    current ??= listAdmissible(game.commands, currentPlace(state), state.held);
    return current;
  };
  const turn = (observation: string): Turn => ({ observation, reward: won ? 1 : 0, terminated: won });
  return {
    initial: turn(game.introduction),
    admissibleActions: () => listing().texts,
    step: (action) => {
      const command = findAdmissible(game.ways, state, listing(), action.trim());
      if (!command) return turn(nothingHappens);
      const next = nextState(state, command);
      if (next !== state) {
        const onlyMoved = next.places === state.places && next.conditions === state.conditions;
        if (!onlyMoved || game.goal.watchesAgent) won = game.goal.isWon(next);
        state = next;
        current = null;
      }
      return turn(renderOutcome(state, command, game.texts));
    },
  };
}
