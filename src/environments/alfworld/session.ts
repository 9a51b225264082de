/** One episode: the engine's answers are those of the real one, word for word. */
import type { ImmediateSession, Turn } from '../../core/environment.js';
import type { Game } from './build-game.js';
import { listAdmissible } from './list-admissible.js';
import { isAdmissible } from './preconditions.js';
import { nextState, renderOutcome } from './run-command.js';
import type { Command, WorldState } from './world.js';

/** What answers an action that is not admissible. */
export interface Feedback {
  /** Told of each command that was run. */
  note(command: Command): void;
  /** The answer to an action that was not admissible, and the command that it stands for, if any. */
  explain(action: string, command: Command | undefined, state: WorldState): string;
}

/** Starts an episode. */
export function createSession(game: Game, feedback: Feedback): ImmediateSession {
  const { commands, goal, texts } = game;
  let state: WorldState = game.start;
  let won = false;
  let listing: readonly string[] | null = null;
  const turn = (observation: string): Turn => ({ observation, reward: won ? 1 : 0, terminated: won });
  const findTrimmed = (action: string) => {
    const trimmed = action.trim();
    return trimmed === action ? undefined : commands.find(trimmed);
  };
  const run = (command: Command) => {
    const next = nextState(state, command);
    if (next !== state) listing = null;
    state = next;
    if (goal.concerns(command)) won = goal.isWon(state);
    feedback.note(command);
  };
  return {
    initial: turn(game.introduction),
    admissibleActions: () => {
      listing ??= listAdmissible(commands, state);
      return listing;
    },
    step: (action) => {
      const command = commands.find(action) ?? findTrimmed(action);
      if (!command || !isAdmissible(state, command)) return turn(feedback.explain(action, command, state));
      run(command);
      return turn(renderOutcome(state, command, texts));
    },
  };
}
