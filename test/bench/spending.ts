/** What a training spends: what a dry run expects of it, and how much of its prompts a server need not read again. */
import { join } from 'node:path';
import { median } from 'simple-statistics';
import {
  estimateTraining,
  loadConfig,
  parseOverride,
  prepareTraining,
  runTraining,
} from '../../src/config/index.js';
import type { RunEvent } from '../../src/core/event.js';
import type { EstimatedRange } from '../../src/training/index.js';
import type { BenchSettings, Row } from './bench-list.js';
import { servedBy, startServer } from './wall-clock.js';

/** A training in each world, on what comes with planwright. */
const worlds = {
  alfworld: ['configs/quickstart.yaml'],
  hotpotqa: ['configs/hotpotqa.yaml', 'suite=tasks/encyclopedia', 'taskType=all'],
} as const;

function configOf([file, ...settings]: readonly string[], more: readonly string[]) {
  const { config } = loadConfig(file, [...settings, ...more].map(parseOverride));
  return config;
}

/** Rows for both worlds: the expected amounts over the used ones, each the median over seeds. */
export async function benchDryRun({ folder, rounds }: BenchSettings): Promise<readonly Row[]> {
  const { child, url } = await startServer({ latency: 0, spread: 0 });
  try {
    const rows: Row[] = [];
    for (const [world, training] of Object.entries(worlds)) {
      const found = [];
      for (let seed = 0; seed < rounds; seed++)
        found.push(
          await compareWithEstimate(training, [
            ...servedBy(url),
            `seed=${seed}`,
            `runs=${join(folder, world)}`,
          ]),
        );
      for (const amount of ['calls', 'promptTokens', 'completionTokens'] as const) {
        const ratio = median(found.map((one) => one[amount]));
        const words = amount.replace('Tokens', ' tokens');
        rows.push([
          `--dry-run, ${world}: expected ${words} over used`,
          `${ratio.toFixed(2)} x`,
          '0.75 to 1.25 x',
        ]);
      }
    }
    return rows;
  } finally {
    child.kill();
  }
}

async function compareWithEstimate(training: readonly string[], settings: readonly string[]) {
  const prepare = () => prepareTraining({ config: configOf(training, [...settings, 'name=bench']) });
  const estimate = await estimateTraining(await prepare());
  if (estimate === null) throw new Error('there is no estimate');
  const { usage } = (await runTraining(await prepare())).spend;
  const ratio = (range: EstimatedRange, used: number) => range.expected / used;
  return {
    calls: ratio(estimate.calls, usage.calls),
    promptTokens: ratio(estimate.promptTokens, usage.promptTokens),
    completionTokens: ratio(estimate.completionTokens, usage.completionTokens),
  };
}

/** Rows for a training on ALFWorld against a server that keeps what it has read; the server is new in each round. */
export async function benchPrefixes({ folder, rounds }: BenchSettings): Promise<readonly Row[]> {
  const found: { readonly cacheable: number; readonly cached: number }[] = [];
  for (let seed = 0; seed < rounds; seed++) {
    const { child, url } = await startServer({ latency: 0, spread: 0, prefixCache: true });
    try {
      found.push(await sharesOf([...servedBy(url), `seed=${seed}`, `runs=${folder}`, 'name=bench']));
    } finally {
      child.kill();
    }
  }
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const apart = median(found.map(({ cacheable, cached }) => Math.abs(cacheable - cached)));
  return [
    [
      'prompt tokens of a training that can be cached',
      percent(median(found.map((one) => one.cacheable))),
      '85 %',
    ],
    ['  that the simulated server cached', percent(median(found.map((one) => one.cached))), ''],
    ['  how far apart, points', (100 * apart).toFixed(1), '5'],
  ];
}

async function sharesOf(settings: readonly string[]) {
  const total = { prompt: 0, cacheable: 0, cached: 0 };
  const emit = (event: RunEvent) => {
    if (event.type !== 'model-call') return;
    total.prompt += event.spend.usage.promptTokens;
    total.cached += event.spend.usage.cachedTokens;
    total.cacheable += event.cacheableTokens ?? 0;
  };
  await runTraining(await prepareTraining({ config: configOf(worlds.alfworld, settings), emit }));
  return { cacheable: total.cacheable / total.prompt, cached: total.cached / total.prompt };
}
