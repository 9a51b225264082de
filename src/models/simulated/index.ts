export { type SimulatedProfile, simulatedProfiles } from './profiles.js';
export { createSimulatedModel } from './simulated-model.js';
export { countTokens } from './tokens.js';
