/** The explicit list of agents: adding one is a file and a line here. */

export {
  type AgentPrompts,
  type AutoplanAgentOptions,
  agentPrompts,
  autoplanAgentDefaults,
  createAutoplanAgent,
} from './autoplan.js';
export { type ActionGrammar, createGrammar } from './formalize.js';
