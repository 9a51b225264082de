import type { DisplayMode } from './display-modes.js';
import type { ExecutorOptions } from './executor-options.js';

/** Options of the commands that run a config. */
export interface RunOptions extends ExecutorOptions {
  readonly set?: readonly string[];
  readonly runId?: string;
  readonly dryRun?: boolean;
  readonly estimate?: boolean;
  /** US$. */
  readonly maxCost?: number;
  readonly display: DisplayMode;
  readonly json?: boolean;
}
