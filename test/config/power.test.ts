import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  givenChances,
  prepareNoise,
  preparePower,
  readOpenings,
  runNoise,
  runPower,
} from '../../src/config/index.js';
import { renderNoise, renderPower } from '../../src/report/index.js';
import { emptyFolder } from '../cli/run-cli.js';
import { smallConfig } from './small-config.js';

const question = { effect: 0.3, alpha: 0.05, power: 0.8 };

describe('power', () => {
  it('plays a pilot of training games, and leaves the held-out ones sealed', async () => {
    const config = smallConfig(emptyFolder());
    const prepared = await preparePower({ config, ...question, pilot: 4 });
    expect(prepared.pilot?.tasks.taskTypes[0]?.instances.map(({ split }) => split)).toEqual(
      Array(4).fill('train'),
    );
    const { report, pilot } = await runPower(prepared);
    expect(pilot?.results).toHaveLength(4);
    expect(readOpenings(config.runs)).toEqual([]);
    expect(report.taskTypes[0]).toMatchObject({
      taskType: 'heat',
      heldOut: 8,
      noise: { instances: 4, repeats: 2 },
    });
    const { episode, iteration, certify } = report.costs ?? {};
    expect(certify?.calls).toBeCloseTo(16 * (episode?.calls ?? 0));
    expect(iteration?.calls).toBeCloseTo(4 * (episode?.calls ?? 0) + 13);
    expect(renderPower(report)).toMatch(/a certificate/);
    expect(renderPower(report)).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('counts what the optimizer plays to measure plans, and all that it asks', async () => {
    const config = smallConfig(
      emptyFolder(),
      'optimizer={ name: ledger, selection: best-validation, validation: 4 }',
    );
    const { report } = await runPower(await preparePower({ config, ...question, pilot: 2 }));
    const { episode, iteration } = report.costs ?? {};
    // A batch of 4; two plans judged in each of 2 updates and 3 plans chosen from, on 4 games each; 4 calls for each
    // reflection, and edits asked for twice.
    expect(iteration?.calls).toBeCloseTo((4 + ((2 * 2 + 3) * 4) / 2) * (episode?.calls ?? 0) + 4 * 4 + 2);
  });

  it('plays nothing where chances are given, and says where there is no room', async () => {
    const folder = emptyFolder();
    const config = smallConfig(folder);
    const chances = { rate: 0.9, flipRate: 0 };
    const { report, pilot } = await runPower(await preparePower({ config, ...question, pilot: 4, chances }));
    expect(pilot).toBe(null);
    expect(report.costs).toBe(null);
    expect(renderPower(report)).toMatch(/the baseline wins 90 %, which leaves no room for 30 points/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes chances that can be', () => {
    expect(givenChances()).toBe(null);
    expect(givenChances(0.5)).toEqual({ rate: 0.5, flipRate: 0.5 });
    expect(givenChances(0.5, 0.1)).toEqual({ rate: 0.5, flipRate: 0.1 });
    expect(() => givenChances(undefined, 0.1)).toThrow(/--flips needs the success rate/);
    expect(() => givenChances(0.9, 0.5)).toThrow(/at most 0.18 of the plays differ/);
  });
});

describe('aa', () => {
  it('repeats the same games with other seeds and says what verdicts make of it', async () => {
    const config = smallConfig(emptyFolder(), 'heldOut=6');
    const run = await runNoise(await prepareNoise({ config, repeats: 4, alpha: 0.05 }));
    expect(run.noise).toMatchObject({ instances: 6, repeats: 4, errors: 0 });
    expect(run.verdicts).toMatchObject({ pairs: 6, runs: 2 });
    expect(readdirSync(config.runs).map((name) => join(config.runs, name))).toEqual([run.evaluation.folder]);
    const text = renderNoise({ ...run, ...run.evaluation, planName: 'No plan', split: 'held-out' });
    expect(text).toMatch(/No plan on 6 games of held-out, 4 times/);
    expect(text).not.toMatch(/NaN|undefined/);
  });
});
