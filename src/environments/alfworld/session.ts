/** One episode of the plain engine: its answers are those of the real one, word for word. */
import type { ImmediateSession, Turn } from '../../core/environment.js';
import type { Game } from './build-game.js';
import { listAdmissible } from './list-admissible.js';
import { isAdmissible } from './preconditions.js';
import { nothingHappens } from './render-text.js';
import { nextState, renderOutcome } from './run-command.js';
import type { WorldState } from './world.js';

/** Starts an episode. */
export function createSession(game: Game): ImmediateSession {
  const { commands, goal, texts } = game;
  let state: WorldState = game.start;
  let won = false;
  let listing: readonly string[] | null = null;
  const turn = (observation: string): Turn => ({ observation, reward: won ? 1 : 0, terminated: won });
  return {
    initial: turn(game.introduction),
    admissibleActions: () => {
      listing ??= listAdmissible(commands, state);
      return listing;
    },
    step: (action) => {
      const command = commands.find(action) ?? commands.find(action.trim());
      if (!command || !isAdmissible(state, command)) return turn(nothingHappens);
      const next = nextState(state, command);
      if (next !== state) {
        const onlyMoved = next.places === state.places && next.conditions === state.conditions;
        if (!onlyMoved || goal.watchesAgent) won = goal.isWon(next);
        state = next;
        listing = null;
      }
      return turn(renderOutcome(state, command, texts));
    },
  };
}
