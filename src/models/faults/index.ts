export { drawFault, drawLatency } from './draw-fault.js';
export type { FaultCounts } from './fault-counts.js';
export {
  type FaultKind,
  type FaultOptions,
  type FaultRates,
  faultKinds,
  type Latency,
  type Outage,
  oddRetryAfters,
  scaleRates,
  stormRates,
} from './fault-options.js';
export { type FaultServer, type FaultServerOptions, startFaultServer } from './fault-server.js';
