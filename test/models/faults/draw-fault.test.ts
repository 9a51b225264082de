import { quantile } from 'simple-statistics';
import { expect, test } from 'vitest';
import { drawFault, drawLatency, type Latency, stormRates } from '../../../src/models/faults/index.js';

const numbers = Array.from({ length: 4000 }, (_, number) => number);
const draw = (latency: Latency) => numbers.map((number) => drawLatency({ latency, seed: 3 }, number));

test('nothing is drawn where nothing is said', () => {
  expect(numbers.every((number) => drawFault({}, number) === null)).toBe(true);
  expect(drawLatency({}, 0)).toBe(0);
});

test('each fault is drawn as often as was asked for', () => {
  const drawn = numbers.map((number) => drawFault({ rates: stormRates, seed: 9 }, number));
  for (const [kind, rate] of Object.entries(stormRates)) {
    const share = drawn.filter((fault) => fault === kind).length / numbers.length;
    expect(Math.abs(share - rate)).toBeLessThan(4 * Math.sqrt((rate * (1 - rate)) / numbers.length));
  }
});

test('a rate leaves the faults before it in the list as they were', () => {
  const faultsWith = (stall: number) =>
    numbers.map((number) => drawFault({ rates: { 'rate-limit': 0.1, stall } }, number));
  const [rare, often] = [faultsWith(0), faultsWith(0.5)];
  numbers.forEach((number) => {
    if (rare[number] !== null) expect(often[number]).toBe('rate-limit');
  });
  expect(often.filter((fault) => fault === 'stall').length / numbers.length).toBeCloseTo(0.5, 1);
});

test('times are spread as they should be', () => {
  const uniform = draw({ kind: 'uniform', least: 10, most: 30 });
  expect(Math.min(...uniform)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...uniform)).toBeLessThanOrEqual(30);
  expect(quantile(uniform, 0.5)).toBeCloseTo(20, -0.5);
  const lognormal = draw({ kind: 'lognormal', median: 100, sigma: 1 });
  expect(quantile(lognormal, 0.5) / 100).toBeCloseTo(1, 1);
  // exp(1.645) for the 95th percentile.
  expect(quantile(lognormal, 0.95) / 518).toBeCloseTo(1, 0.5);
  const pareto = draw({ kind: 'pareto', least: 20, alpha: 2 });
  expect(Math.min(...pareto)).toBeGreaterThanOrEqual(20);
  expect(quantile(pareto, 0.99) / 200).toBeCloseTo(1, 0.3);
});

test('long tails can be capped', () => {
  expect(Math.max(...draw({ kind: 'pareto', least: 20, alpha: 0.5, most: 500 }))).toBe(500);
  expect(Math.max(...draw({ kind: 'lognormal', median: 100, sigma: 2, most: 300 }))).toBe(300);
});

test('the same request takes the same time', () => {
  const latency = { kind: 'lognormal', median: 100, sigma: 1 } as const;
  expect(draw(latency)).toEqual(draw(latency));
  expect(drawLatency({ latency, seed: 4 }, 0)).not.toBe(drawLatency({ latency, seed: 3 }, 0));
});
