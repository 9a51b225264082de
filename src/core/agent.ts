import type { Manual } from './environment.js';
import type { Step } from './episode.js';
import type { ChatMessage, ChatModel } from './model.js';

/** What an agent knows when an episode begins. It sees text only, never the environment. */
export interface AgentContext {
  readonly manual: Manual;
  readonly goal: string;
  /** Plan text; empty for none. */
  readonly plan: string;
  readonly initialObservation: string;
}

/** What the agent decided at one step. */
export type Decision = Omit<Step, 'observation'>;

/** One episode's agent. */
export interface AgentSession {
  /** Decides the next action, given the steps so far (the last one holds the newest observation). */
  act(steps: readonly Step[]): Promise<Decision>;
}

/** An agent: a way to turn text into actions with a model. */
export interface Agent {
  readonly name: string;
  begin(context: AgentContext, model: ChatModel): AgentSession;
  /** The conversation so far as messages, append-only in `steps`; reflection continues it. */
  conversation(context: AgentContext, steps: readonly Step[]): readonly ChatMessage[];
}
