/** What `planwright simulate` does. */
import { loadSimulatedProfile } from '../config/load-simulated-profile.js';
import type { ChatModel, ModelMiddleware } from '../core/model.js';
import {
  type FaultCounts,
  type FaultServerOptions,
  type Latency,
  oddRetryAfters,
  scaleRates,
  startFaultServer,
  stormRates,
} from '../models/faults/index.js';
import { createPrefixCache } from '../models/index.js';
import { createSimulatedModel, simulatedProfiles } from '../models/simulated/index.js';
import { waitForInterrupt } from './interrupt.js';
import { note, print, printJson } from './output.js';

/** Options of `simulate`. */
export interface SimulateOptions {
  readonly port: number;
  readonly profile?: string;
  /** Share of the calls that fail. */
  readonly faultRate?: number;
  /** Milliseconds that each answer takes. */
  readonly latency?: number;
  /** Sigma of a lognormal distribution whose median the latency is. */
  readonly spread?: number;
  /** Whether prompts that begin alike are told apart by what had to be worked out anew. */
  readonly prefixCache?: true;
  readonly seed?: number;
  readonly json?: true;
}

/** Serves until the user interrupts. Throws a UsageError for a busy port and for a malformed profile. */
export async function serveSimulatedModels(options: SimulateOptions): Promise<void> {
  const { profile, prefixCache, json } = options;
  const models = createModels(profile, prefixCache ? createPrefixCache() : (model) => model);
  const names = [...models.keys()];
  const server = await startFaultServer(models, faultOptions(options));
  const interrupted = waitForInterrupt();
  if (json) printJson({ url: server.url, models: names });
  else print(`serving ${names.join(', ')} at ${server.url}`);
  note(
    [
      'This is a simulated model: a program that stands in for a language model. It is not one, and',
      'what it does is no evidence about any.',
      '',
      'Train with it from another shell:',
      `  planwright train configs/quickstart.yaml --set model.provider=openai \\`,
      `    --set model.baseUrl=${server.url} --set model.name=simulated-${profile === undefined ? 'strong' : 'custom'}`,
      '',
      'Ctrl+C ends it.',
    ].join('\n'),
  );
  await interrupted;
  await server.close();
  note(`\nended; ${describeCounts(server.counts())}`);
}

function faultOptions({ port, faultRate, latency, spread, seed = 0 }: SimulateOptions): FaultServerOptions {
  return {
    port,
    seed,
    ...(faultRate ? { rates: scaleRates(stormRates, faultRate), retryAfter: oddRetryAfters } : {}),
    ...(latency ? { latency: latencyOf(latency, spread) } : {}),
  };
}

/** The longest answers are cut off at a hundred times the median. */
function latencyOf(median: number, sigma = 0): Latency {
  if (sigma === 0) return { kind: 'fixed', milliseconds: median };
  return { kind: 'lognormal', median, sigma, most: 100 * median };
}

function describeCounts({ requests, answered, faults }: FaultCounts): string {
  const met = Object.entries(faults).filter(([, count]) => count > 0);
  const list = met.map(([kind, count]) => `${kind} ${count}`).join(', ');
  return `${requests} calls, ${answered} answered${list === '' ? '' : `; ${list}`}`;
}

function createModels(
  profileFile: string | undefined,
  wrap: ModelMiddleware,
): ReadonlyMap<string, ChatModel> {
  const profiles = Object.entries(simulatedProfiles);
  if (profileFile !== undefined) profiles.push(['custom', loadSimulatedProfile(profileFile)]);
  return new Map(
    profiles.map(([short, profile]) => {
      const name = `simulated-${short}`;
      return [name, wrap(createSimulatedModel({ name, profile }))];
    }),
  );
}
