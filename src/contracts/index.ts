export { type AgentCheckOptions, checkAgent } from './check-agent.js';
export { checkEnvironment, type EnvironmentCheckOptions } from './check-environment.js';
export { checkManual } from './check-manual.js';
