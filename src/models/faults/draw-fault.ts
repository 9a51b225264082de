/** What befalls a request, by its number: the same seed and number always give the same. */
import { createRandom } from '../../util/random.js';
import { type FaultKind, type FaultOptions, faultKinds, type Latency } from './fault-options.js';

/** The fault of a request; null for none. Raising one rate leaves the requests before it in the list as they were. */
export function drawFault({ seed = 0, rates = {} }: FaultOptions, request: number): FaultKind | null {
  let left = createRandom('fault', seed, request).next();
  for (const kind of faultKinds) {
    const rate = rates[kind] ?? 0;
    if (left < rate) return kind;
    left -= rate;
  }
  return null;
}

/** One of some items, for one use (`label`) in the answer to a request. */
export function drawOne<T>(
  { seed = 0 }: FaultOptions,
  request: number,
  label: string,
  items: readonly T[],
): T {
  return createRandom(label, seed, request).pick(items);
}

/** Milliseconds that the answer to a request takes. */
export function drawLatency({ seed = 0, latency }: FaultOptions, request: number): number {
  if (latency === undefined) return 0;
  const random = createRandom('latency', seed, request);
  // Above 0, so that its logarithm is finite.
  const draw = () => 1 - random.next();
  return Math.max(0, Math.min(latencyOf(latency, draw), ceilingOf(latency)));
}

function latencyOf(latency: Latency, draw: () => number): number {
  switch (latency.kind) {
    case 'fixed':
      return latency.milliseconds;
    case 'uniform':
      return latency.least + (1 - draw()) * (latency.most - latency.least);
    case 'lognormal': {
      // Box & Muller 1958, "A Note on the Generation of Random Normal Deviates".
      const normal = Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw());
      return latency.median * Math.exp(latency.sigma * normal);
    }
    case 'pareto':
      return latency.least / draw() ** (1 / latency.alpha);
  }
}

function ceilingOf(latency: Latency): number {
  return latency.kind === 'fixed' ? Infinity : (latency.most ?? Infinity);
}
