/** One episode of the plain engine: its answers are those of the real one, word for word. */
import type { EnvironmentSession, Turn } from '../../core/environment.js';
import type { Game } from './build-game.js';
import { listAdmissible } from './list-admissible.js';
import { nothingHappens } from './render-text.js';
import { currentPlace, type Listing, type WorldState } from './world.js';

/** Starts an episode. */
export function createSession(game: Game): EnvironmentSession {
  let state: WorldState = game.start;
  let won = false;
  const listing = (): Listing => listAdmissible(game, currentPlace(state), state.held);
  const turn = (observation: string): Turn => ({ observation, reward: won ? 1 : 0, terminated: won });
  return {
    initial: turn(game.introduction),
    admissibleActions: () => listing().texts,
    step: (action) => {
      const { commands } = listing();
      const command = game.commands.find(action.trim());
      if (!command || !commands.includes(command)) return turn(nothingHappens);
      const outcome = command.run(state);
      if (outcome.state !== state) {
        state = outcome.state;
        won = game.isWon(state);
      }
      return turn(outcome.observation);
    },
  };
}
