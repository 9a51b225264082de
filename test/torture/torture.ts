/**
 * `npm run torture -- --rounds N [--seed S] [--only NAME]`: the torture tests at any size. Each torture is told how many
 * rounds and which seed; it gives what it counted, and whether all was as it should be.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { systemClock } from '../../src/util/clock.js';
import { mapConcurrently } from '../../src/util/map-concurrently.js';
import { killRuns } from './kill-runs.js';
import { outcomeOf } from './run-again.js';
import { littleTraining, run, serveInStorm, settingsFor, weather } from './storm.js';

/** What came of a torture. */
interface Verdict {
  readonly good: boolean;
  readonly counts: Readonly<Record<string, number | string>>;
}

/** Does some rounds in a folder that is empty at the start. */
type Torture = (size: {
  readonly rounds: number;
  readonly seed: number;
  readonly folder: string;
}) => Promise<Verdict>;

/** R5: whole trainings in storms; each must leave what an undisturbed one leaves. */
const storms: Torture = async ({ rounds, seed, folder }) => {
  const calm = littleTraining(join(folder, 'calm'));
  const { spend } = await run(calm);
  const expected = JSON.stringify(outcomeOf(calm));
  const seeds = Array.from({ length: rounds }, (_, round) => seed + round);
  const ends = await mapConcurrently(seeds, 4, async (one) => {
    const place = join(folder, `storm-${one}`);
    const { counts, errorShare, outcome } = await weather(place, one);
    rmSync(place, { recursive: true, force: true });
    return { requests: counts.requests, same: errorShare === 0 && JSON.stringify(outcome) === expected };
  });
  const same = ends.filter((end) => end.same).length;
  const most = Math.max(...ends.map(({ requests }) => requests)) / spend.usage.calls;
  return {
    good: same === rounds && most <= 2,
    counts: { storms: rounds, same, 'requests per call at most': most.toFixed(2) },
  };
};

/** R1: trainings in processes of their own, killed five times each at random; each must end as an undisturbed one. */
const kills: Torture = async ({ rounds, seed, folder }) => {
  const server = await serveInStorm();
  try {
    const requests = () => server.counts().requests;
    const config = littleTraining(folder, ...settingsFor(server.url), 'concurrency=4');
    await run(config);
    const one = requests();
    const file = join(folder, 'config.yaml');
    writeFileSync(file, stringify(config));
    const afterRequests = async (count: number) => {
      const target = requests() + count;
      while (requests() < target) await systemClock.sleep(2);
    };
    const expected = outcomeOf(config);
    const task = { file, rounds, kills: 5, seed, requests: one, afterRequests, expected };
    const counts = await killRuns(config, task);
    const twice = requests() - one * (rounds + 1);
    return {
      good: counts.same === rounds && twice <= 4 * counts.kills,
      counts: { ...counts, 'calls paid twice': twice },
    };
  } finally {
    await server.close();
  }
};

const tortures: Readonly<Record<string, Torture>> = { storms, kills };

const { rounds, seed, only } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
}).values;
for (const [name, torture] of Object.entries(tortures)) {
  if (only !== undefined && only !== name) continue;
  const folder = mkdtempSync(join(tmpdir(), 'planwright-torture-'));
  try {
    const { good, counts } = await torture({ rounds: Number(rounds), seed: Number(seed), folder });
    const said = Object.entries(counts).map(([what, count]) => `${what} ${count}`);
    process.stdout.write(`${good ? 'good' : 'BAD '}  ${name}: ${said.join(', ')}\n`);
    if (!good) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
