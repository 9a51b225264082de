import type { Manual } from './environment.js';
import type { Step } from './episode.js';
import type { ChatMessage, ChatModel } from './model.js';

/** What an agent knows when an episode begins. It sees text only, never the environment. */
export interface AgentContext {
  readonly manual: Manual;
  readonly taskType: string;
  readonly goal: string;
  /** Plan text; empty for none. */
  readonly plan: string;
  readonly initialObservation: string;
  /** What earlier trials on this instance taught the agent, oldest first; empty in the first trial. */
  readonly memory: readonly string[];
  /** Seed of the episode, for an agent that draws something itself; absent where no episode is played. */
  readonly seed?: number;
}

/** What the agent decided at one step. */
export type Decision = Omit<Step, 'observation'>;

/** One episode's agent. */
export interface AgentSession {
  /**
   * Decides the next action, given the steps so far (the last one holds the newest observation). Null: the agent gives
   * up, and the episode is a failure.
   */
  act(steps: readonly Step[]): Promise<Decision | null>;
  /** Called once when the episode is over, however it ended: frees what the session holds, and must not throw. */
  close?(): void;
}

/** An agent: a way to turn text into actions with a model. */
export interface Agent {
  readonly name: string;
  begin(context: AgentContext, model: ChatModel): AgentSession;
  /** The conversation so far as messages, append-only in `steps`; reflection continues it. */
  conversation(context: AgentContext, steps: readonly Step[]): readonly ChatMessage[];
  /** Present in an agent that tries an instance again when it was not won. */
  readonly retry?: Retry;
}

/** An agent of the user's own: without a `conversation` of its own, its episodes are told to reflection in plain words. */
export type OwnAgent = Omit<Agent, 'conversation'> & Partial<Pick<Agent, 'conversation'>>;

/** How an agent goes on after a trial that was not won. */
export interface Retry {
  /** Most trials on one instance, the first included. */
  readonly trials: number;
  /** What the agent takes from a trial that was not won into the next: one entry of `memory`. */
  learn(context: AgentContext, steps: readonly Step[], model: ChatModel): Promise<string>;
}
