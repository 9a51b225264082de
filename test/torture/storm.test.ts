import { expect, test } from 'vitest';
import { mapConcurrently } from '../../src/util/map-concurrently.js';
import { folderWith } from '../config/small-config.js';
import { outcomeOf } from './run-again.js';
import { littleTraining, run, weather } from './storm.js';

const seeds = Array.from({ length: 20 }, (_, seed) => seed);

test('no storm changes anything', async () => {
  const places = seeds.map(() => folderWith({}));
  const calm = littleTraining(folderWith({}));
  const { spend } = await run(calm);
  const storms = await mapConcurrently(seeds, 5, (seed) => weather(places[seed] ?? '', seed));
  for (const { counts, errorShare, outcome } of storms) {
    expect(errorShare).toBe(0);
    expect(outcome).toEqual(outcomeOf(calm));
    // On a busy machine a good answer may come after its deadline, and is then asked for again.
    expect(counts.answered).toBeGreaterThanOrEqual(spend.usage.calls);
    expect(counts.requests).toBeGreaterThan(1.3 * spend.usage.calls);
    expect(counts.requests).toBeLessThanOrEqual(2 * spend.usage.calls);
  }
}, 240_000);
