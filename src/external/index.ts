export { adoptAgent } from './adopt-agent.js';
export { adoptEnvironment } from './adopt-environment.js';
export type { ProcessSettings } from './connection.js';
export { describeModule, digestCommand, importValue } from './import-module.js';
export { openProcessAgent } from './process-agent.js';
export { openProcessWorld } from './process-world.js';
