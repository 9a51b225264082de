import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  estimateTraining,
  loadConfig,
  parseOverride,
  prepareTraining,
  runTraining,
} from '../../src/config/index.js';
import { emptyFolder, encyclopedia, household } from '../cli/run-cli.js';

function prepare(place: string, ...settings: readonly string[]) {
  const { config } = loadConfig(
    undefined,
    [`runs=${place}/runs`, 'name=small', ...settings].map(parseOverride),
  );
  return prepareTraining({ config });
}

describe('what a training would use', () => {
  it.each([
    ['a household', [`suite=${household}`, 'taskType=heat', 'iterations=2', 'train=8', 'heldOut=12']],
    ['questions, of which it plays some', [`suite=${encyclopedia}`, 'iterations=1', 'train=8']],
  ])('is within 25 % of what it then uses: %s', async (_name, settings) => {
    const place = emptyFolder();
    const estimate = await estimateTraining(await prepare(place, ...settings));
    expect(existsSync(join(place, 'runs'))).toBe(false);
    const { usage } = (await runTraining(await prepare(place, ...settings))).spend;
    for (const key of ['calls', 'promptTokens', 'completionTokens'] as const) {
      const { low, expected, high } = estimate?.[key] ?? { low: 0, expected: 0, high: 0 };
      expect(Math.abs(expected / usage[key] - 1), key).toBeLessThan(0.25);
      expect(low).toBeLessThan(expected);
      expect(high).toBeGreaterThan(expected);
    }
    expect(estimate).toMatchObject({ profiles: ['strong'], costUsd: { expected: 0 } });
  });

  it('has a price where there is one, rehearsed by both profiles, without a call to the server', async () => {
    const served = ['model.provider=openai', 'model.baseUrl=http://127.0.0.1:9/v1'];
    const small = [`suite=${household}`, 'taskType=heat', 'iterations=1', 'heldOut=2', ...served];
    const priced = await estimateTraining(await prepare(emptyFolder(), ...small, 'model.name=gpt-4o-mini'));
    expect(priced?.profiles).toEqual(['strong', 'weak']);
    expect(priced?.costUsd?.expected).toBeGreaterThan(0);
    expect(priced?.costUsd?.high).toBeGreaterThan(priced?.costUsd?.expected ?? Infinity);
    const unknown = await estimateTraining(await prepare(emptyFolder(), ...small, 'model.name=unheard-of'));
    expect(unknown?.costUsd).toBeNull();
  });

  it('is not worked out by playing what is on a network', async () => {
    const online = [`suite=${encyclopedia}`, 'environment.options.backend=mediawiki'];
    online.push('environment.options.userAgent=someone@example.org');
    expect(await estimateTraining(await prepare(emptyFolder(), ...online))).toBeNull();
  });
});
