import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  loadConfig,
  parseOverride,
  prepareCertification,
  prepareEvaluation,
  prepareTraining,
  readOpenings,
  runCertification,
  runEvaluation,
  runTraining,
} from '../../src/config/index.js';
import { loadPlan, savePlan } from '../../src/plans/index.js';
import { emptyFolder, encyclopedia, household } from '../cli/run-cli.js';
import { completion, send, startFaultServer } from '../models/fault-server.js';
import { smallConfig } from './small-config.js';

/** A folder with a plan that ships with the project: learned on split train of the household suite. */
function shippedPlan(): { place: string; planFile: string } {
  const place = emptyFolder();
  const planFile = join(place, 'plan.md');
  writeFileSync(planFile, readFileSync('plans/alfworld-heat.md'));
  return { place, planFile };
}

function prepare(
  place: string,
  planFile: string,
  settings: readonly string[] = [],
  more: { limit?: number; baselineFile?: string } = {},
) {
  const config = smallConfig(place, 'heldOut=16', ...settings);
  return prepareCertification({ config, planFile, alpha: 0.05, ...more });
}

describe('a certification', () => {
  it('writes the certificate into the plan file and leaves the rest of it as it was', async () => {
    const { place, planFile } = shippedPlan();
    const before = loadPlan(planFile);
    const run = await runCertification(await prepare(place, planFile));
    expect(run).toMatchObject({ outcome: 'finished', written: true, repeats: null });
    const { plan, details, edited } = loadPlan(planFile);
    const { certificate, ...rest } = details ?? {};
    expect([plan, rest, edited]).toEqual([before.plan, before.details, false]);
    expect(certificate).toEqual(run.certificate);
    expect(certificate).toMatchObject({
      verdict: 'certified',
      n: 16,
      split: 'held-out',
      suite: 'household',
      simulated: true,
      agent: 'autoplan',
      plans_tried: 1,
      corrected_for: 1,
      opening: 1,
      baseline: null,
    });
    expect(readdirSync(run.folder)).toContain('journal.jsonl');
  });

  it('says that a repeat is one, counts it once, and gives the same bytes', async () => {
    const { place, planFile } = shippedPlan();
    await runCertification(await prepare(place, planFile));
    const first = readFileSync(planFile, 'utf8');
    const again = await runCertification(await prepare(place, planFile, ['concurrency=1']));
    expect(again).toMatchObject({ repeats: 1, certificate: { corrected_for: 1, opening: 1 } });
    expect(readFileSync(planFile, 'utf8')).toBe(first);
    expect(readOpenings(join(place, 'runs'))).toHaveLength(1);
    const other = await prepare(place, planFile, ['seed=1']);
    expect(other.tries).toEqual({ plans: 1, correctedFor: 2 });
  });

  it('lets the first result of a comparison stand', async () => {
    const { place, planFile } = shippedPlan();
    const prepared = await prepare(place, planFile);
    const before = {
      ...prepared.tasks.suite,
      opening: 1,
      suite: '',
      split: '',
      taskType: 'heat',
      kind: 'certify' as const,
      comparison: '',
      plans: [],
      n: 16,
      successes: 8,
      baselineSuccesses: 8,
      p: 1,
      verdict: 'not certified',
    };
    const run = await runCertification({ ...prepared, before });
    expect(run.certificate).toMatchObject({
      verdict: 'not certified',
      reason: expect.stringMatching(/repeats opening 1.*first result stands/),
    });
  });

  it('is corrected for plans that train and eval have measured', async () => {
    const { place, planFile } = shippedPlan();
    const trained = await runTraining(await prepareTraining({ config: smallConfig(place, 'seed=5') }));
    const text = join(place, 'text.md');
    writeFileSync(text, 'Walk about.');
    const config = smallConfig(place, `plan=${text}`);
    await runEvaluation(await prepareEvaluation({ config, repeats: 1 }));
    await runEvaluation(await prepareEvaluation({ config: smallConfig(place), repeats: 1 }));
    expect(readOpenings(join(place, 'runs')).map(({ kind, plans }) => [kind, plans.length])).toEqual([
      ['train', 1],
      ['eval', 1],
    ]);
    expect((await prepare(place, planFile)).tries).toEqual({ plans: 3, correctedFor: 3 });
    const [own = ''] = trained.planPaths;
    expect((await prepare(place, own)).tries).toEqual({ plans: 2, correctedFor: 2 });
    expect(loadPlan(own).details?.trainedOn).toMatchObject({ split: 'train' });
  });

  it('compares with another plan where one is given', async () => {
    const { place, planFile } = shippedPlan();
    const baselineFile = join(place, 'base.md');
    writeFileSync(baselineFile, 'Walk about.');
    const run = await runCertification(await prepare(place, planFile, [], { baselineFile, limit: 3 }));
    expect(run.certificate).toMatchObject({
      verdict: 'not enough runs',
      n: 3,
      baseline: expect.stringMatching(/^sha256:/),
    });
  });

  it('is not written where too many episodes ended in an error; where none was finished, nothing was opened', async () => {
    const { place, planFile } = shippedPlan();
    const text = readFileSync(planFile, 'utf8');
    const server = await startFaultServer((response, n, body) =>
      // Each episode begins, and can not go on.
      (body.includes('"assistant"') ? send(400, 'no') : send(200, completion()))(response, n, body),
    );
    onTestFinished(() => server.close());
    const served = [
      'model.provider=openai',
      `model.baseUrl=${server.url}`,
      'model.name=m',
      'model.attempts=1',
      'heldOut=2',
      'limits.maxSteps=2',
    ];
    const run = await runCertification(await prepare(place, planFile, served));
    expect(run).toMatchObject({
      outcome: 'finished',
      written: false,
      certificate: { verdict: 'not enough runs', errors: 2 },
    });
    expect(run.errorShare).toBeGreaterThan(0);
    expect(readFileSync(planFile, 'utf8')).toBe(text);
    expect(readOpenings(join(place, 'runs'))).toEqual([]);
  });
});

describe('what can not be certified', () => {
  const refusal = (place: string, planFile: string, settings: readonly string[] = [], more = {}) =>
    expect(prepare(place, planFile, settings, more)).rejects;

  it('a plan on what it was learned from', async () => {
    const { place, planFile } = shippedPlan();
    await refusal(place, planFile, ['heldOut=train']).toThrow(
      /plan\.md: was learned on split train of suite household \(run household_s0_\w+, seed 0\)/,
    );
  });

  it('a plan on what it was chosen by, also where its file is older than that is said', async () => {
    const { place, planFile } = shippedPlan();
    const { plan, details } = loadPlan(planFile);
    if (!details) throw new Error('no details');
    savePlan(planFile, plan, { ...details, trainedOn: { ...details.trainedOn, selected_on: 'validation' } });
    await refusal(place, planFile, ['heldOut=validation']).toThrow(
      /was chosen by how it did on split validation/,
    );
    const { split: _, ...older } = details.trainedOn;
    savePlan(planFile, plan, { ...details, trainedOn: older });
    await refusal(place, planFile, ['heldOut=train']).toThrow(/was learned on split train/);
  });

  it('an edited plan, a plain text, an empty plan, a plan against itself', async () => {
    const { place, planFile } = shippedPlan();
    await refusal(place, planFile, [], { baselineFile: planFile }).toThrow(/has the same text/);
    writeFileSync(planFile, `${readFileSync(planFile, 'utf8')}9. Dance.\n`);
    await refusal(place, planFile).toThrow(/was edited since it was written/);
    writeFileSync(planFile, 'Walk about.');
    await refusal(place, planFile).toThrow(/has no front matter/);
  });

  it('a plan of another world', async () => {
    const { place, planFile } = shippedPlan();
    const other = loadConfig(undefined, [`suite=${encyclopedia}`, `runs=${place}/runs`].map(parseOverride));
    await expect(prepareCertification({ ...other, planFile, alpha: 0.05 })).rejects.toThrow(
      /is for alfworld, and the suite is of hotpotqa/,
    );
    expect(readdirSync(place)).toEqual(['plan.md']);
  });
});

it('says where plan and measurement differ', async () => {
  const { place, planFile } = shippedPlan();
  const { notes } = await prepare(place, planFile, ['model.profile=weak', `suite=${household}`]);
  expect(notes).toEqual(['the plan was learned for simulated-strong, here simulated-weak follows it']);
});
