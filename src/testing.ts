/** For tests of worlds, agents, optimizers and of what calls models: scripted models, checkers, a server with faults. */
export {
  type AgentCheckOptions,
  checkAgent,
  checkEnvironment,
  type EnvironmentCheckOptions,
} from './contracts/index.js';
export {
  type FaultCounts,
  type FaultKind,
  type FaultOptions,
  type FaultRates,
  type FaultServer,
  type FaultServerOptions,
  faultKinds,
  type Latency,
  type Outage,
  oddRetryAfters,
  scaleRates,
  startFaultServer,
  stormRates,
} from './models/faults/index.js';
export { createScriptedModel, type Script, type ScriptedModel, type ScriptedReply } from './models/index.js';
