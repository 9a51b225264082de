/** For tests of worlds, agents and optimizers: a model that follows a script, and checkers of the contracts. */
export { checkAgent, checkEnvironment, type EnvironmentCheckOptions } from './contracts/index.js';
export { createScriptedModel, type Script, type ScriptedModel, type ScriptedReply } from './models/index.js';
