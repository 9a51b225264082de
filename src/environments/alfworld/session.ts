/** One episode: the engine's answers are those of the real one, word for word. */
import type { ImmediateSession, Turn } from '../../core/environment.js';
import type { Game } from './build-game.js';
import { movesThings } from './check-goal.js';
import { type Commands, findCommand } from './commands.js';
import { listAdmissible } from './list-admissible.js';
import { isAdmissible } from './preconditions.js';
import { nextState, renderOutcome } from './run-command.js';
import type { Command, WorldState } from './world.js';

/** The commands that were run so far, the last one first: a list that is added to without touching what is in it. */
export interface Past {
  readonly command: Command;
  readonly before: Past | null;
}

/** Where an episode stands. */
export interface EpisodeView {
  readonly game: Game;
  readonly state: WorldState;
  readonly past: Past | null;
}

/** The answer to an action that is not admissible; `command` is what it stands for, if anything. */
export type Feedback = (action: string, command: Command | undefined, episode: EpisodeView) => string;

/** Starts an episode. */
export function createSession(game: Game, feedback: Feedback): ImmediateSession {
  const { commands, goal, texts } = game;
  const { watchesAll } = goal;
  let state: WorldState = game.start;
  let past: Past | null = null;
  let won = false;
  let listing: readonly string[] | null = null;
  return {
    initial: createTurn(game.introduction, won),
    admissibleActions: () => {
      listing ??= listAdmissible(commands, state);
      return listing;
    },
    step: (action) => {
      const command = findCommand(commands, action) ?? findTrimmed(commands, action);
      if (!command || !isAdmissible(state, command)) {
        return createTurn(feedback(action, command, { game, state, past }), won);
      }
      past = { command, before: past };
      state = nextState(state, command);
      if (won || watchesAll || movesThings(command)) won = goal.isWon(state, command, won);
      listing = null;
      return createTurn(renderOutcome(state, command, texts), won);
    },
  };
}

function createTurn(observation: string, won: boolean): Turn {
  return { observation, reward: won ? 1 : 0, terminated: won };
}

function findTrimmed(commands: Commands, action: string): Command | undefined {
  const trimmed = action.trim();
  return trimmed === action ? undefined : findCommand(commands, trimmed);
}
