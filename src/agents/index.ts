/** The explicit list of agents: adding one is a file and a line here. */

export { type AdaplannerAgentOptions, createAdaplannerAgent } from './adaplanner.js';
export { type Program, parseProgram, programSchema } from './adaplanner-program.js';
export { type AdaplannerPrompts, adaplannerPrompts } from './adaplanner-prompts.js';
export { type AutoplanAgentOptions, autoplanAgentDefaults, createAutoplanAgent } from './autoplan.js';
export { type AgentPrompts, agentPrompts } from './autoplan-prompts.js';
export { pickDemonstrations } from './examples.js';
export { type ActionGrammar, createGrammar } from './formalize.js';
export { createPlainConversation, type PlainPrompts } from './plain-conversation.js';
export { createReactAgent, type ReactAgentOptions, type ReactPrompts, reactPrompts } from './react.js';
export {
  createReflexionAgent,
  type ReflexionAgentOptions,
  type ReflexionPrompts,
  reflexionPrompts,
} from './reflexion.js';
