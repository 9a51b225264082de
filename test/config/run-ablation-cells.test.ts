import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  loadAblation,
  loadConfig,
  parseOverride,
  prepareAblation,
  prepareEvaluation,
  runAblation,
  runEvaluation,
} from '../../src/config/index.js';
import type { RunEvent } from '../../src/core/event.js';
import type { ChatModel } from '../../src/core/model.js';
import { serveModel } from '../../src/models/index.js';
import { createSimulatedModel, simulatedProfiles } from '../../src/models/simulated/index.js';
import { loadPlan } from '../../src/plans/index.js';
import { household } from '../cli/run-cli.js';
import { ablationFolder, armOf, measured, outcomeOf, runSmall } from './small-ablation.js';

/** A simulated model behind a server that counts how many calls it has at a time. */
async function countingServer() {
  const profile = simulatedProfiles.strong;
  if (!profile) throw new Error('no profile');
  const inner = createSimulatedModel({ name: 'simulated-strong', profile });
  let open = 0;
  let most = 0;
  const model: ChatModel = {
    id: inner.id,
    complete: async (request) => {
      most = Math.max(most, ++open);
      await new Promise((done) => setTimeout(done, 2));
      return inner.complete(request).finally(() => open--);
    },
  };
  const server = await serveModel(new Map([['simulated-strong', model]]), { port: 0 });
  onTestFinished(() => server.close());
  return { server, most: () => most };
}

describe('plans measured after each iteration', () => {
  const content = `
seeds: [0, 1]
measure: each-iteration
analysis: { baseline: batchSize 2, primary: welch, family: [iterations] }
experiments:
  house:
    title: House
    config: base.yaml
    set: { suite: ${JSON.stringify(household)}, taskType: heat, iterations: 2, train: 4, heldOut: 3 }
    arms:
      - name: No plan
    grid:
      batchSize: [1, 2]
      reflection: [full, summary]
`.replace('baseline: batchSize 2', 'baseline: "batchSize 1, reflection full"');

  it('are those that learning gave, from the first one on', async () => {
    const folder = ablationFolder(content);
    const { results } = await runSmall(folder);
    const [house] = results.experiments;
    expect(house?.arms.map(({ name, train }) => [name, train])).toEqual([
      ['No plan', false],
      ['batchSize 1, reflection full', true],
      ['batchSize 1, reflection summary', true],
      ['batchSize 2, reflection full', true],
      ['batchSize 2, reflection summary', true],
    ]);
    expect(house?.analysis).toMatchObject({
      baseline: 'batchSize 1, reflection full',
      marks: [0, 1, 2],
      plan: { primary: 'welch', family: ['iterations'], tolerance: 0.05 },
    });
    const fixed = measured(armOf(results, 'house', 'No plan').cells[0]);
    expect(fixed.curve).toEqual([]);
    const cell = measured(armOf(results, 'house', 'batchSize 2, reflection full').cells[1]);
    expect(cell.curve.map(({ iteration }) => iteration)).toEqual([0, 1, 2]);
    expect(cell.curve.map(({ planId }) => planId)).toEqual([
      fixed.plan.id,
      ...(cell.training?.iterations ?? []).map(({ plan }) => plan),
    ]);
    expect(cell.curve[2]?.heldOut).toEqual(cell.heldOut);
    // Before the first iteration all arms are alike: same plan, same games, same draws.
    const before = house?.analysis.arms.map(({ points }) => points[0]?.runs.map(({ value }) => value));
    expect(new Set(before?.map((values) => JSON.stringify(values))).size).toBe(1);
  });

  it('are what eval gives for the plan', async () => {
    const folder = ablationFolder(content);
    const run = await runSmall(folder, ['seeds=1']);
    const cell = measured(armOf(run.results, 'house', 'batchSize 2, reflection full').cells[0]);
    const plan = join(run.folder, 'plans/house/batchsize-2-reflection-full/heat.md');
    expect(loadPlan(plan).plan.id).toBe(cell.plan.id);
    const settings = [
      `suite=${household}`,
      'heldOut=3',
      'taskType=heat',
      `plan=${plan}`,
      `runs=${folder}/runs`,
    ];
    const evaluated = await runEvaluation(
      await prepareEvaluation({ ...loadConfig(undefined, settings.map(parseOverride)), repeats: 1 }),
    );
    expect(evaluated.heldOut).toMatchObject({ n: cell.heldOut.n, successes: cell.heldOut.successes });
  });

  it('give the same bytes however many cells are measured at a time, and from the config that was written', async () => {
    const folder = ablationFolder(content);
    const wide = await runSmall(folder, ['concurrency=16']);
    expect(outcomeOf(await runSmall(folder, ['concurrency=1']))).toEqual(outcomeOf(wide));
    const again = await runAblation(
      await prepareAblation({ ablation: loadAblation(join(wide.folder, 'config.yaml')) }),
    );
    expect(outcomeOf(again)).toEqual(outcomeOf(wide));
    expect(Object.keys(outcomeOf(wide))).toContain('figures/house-learning-curve.svg');
  });

  it('are played once where an iteration left the plan as it was, under ids of their own', async () => {
    const events: RunEvent[] = [];
    const { results } = await runSmall(ablationFolder(content), ['seeds=1'], {
      emit: (event) => events.push(event),
    });
    const ids = events.flatMap((event) => (event.type === 'episode-end' ? [event.episode.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
    const cells = results.experiments.flatMap(({ arms }) => arms.flatMap((arm) => arm.cells.map(measured)));
    const plans = cells.map(
      ({ curve, plan }) => new Set([...curve.map(({ planId }) => planId), plan.id]).size,
    );
    const played = ids.filter((id) => id.includes('/held-out/')).length;
    expect(played).toBe(3 * plans.reduce((sum, count) => sum + count, 0));
    for (const event of events)
      if (/^(iteration|evaluation)-/.test(event.type))
        expect('cell' in event && event.cell).toMatch(/^house\//);
  });
});

describe('cells that are measured at the same time', () => {
  it('never have more calls in flight than there may be', async () => {
    const { server, most } = await countingServer();
    const settings = ['model.provider=openai', 'model.name=simulated-strong', `model.baseUrl=${server.url}`];
    await runSmall(ablationFolder(), [...settings, 'concurrency=3'], { only: ['quiz'] });
    expect([2, 3]).toContain(most());
  });

  it('let the calls of earlier ones go first', async () => {
    const calls: string[] = [];
    let before = 0;
    await runSmall(ablationFolder(), ['concurrency=3', 'heldOut=8', 'house.taskType=[heat,cool,clean]'], {
      only: ['house'],
      emit: (event) => {
        if (event.type === 'model-call') calls.push(event.callId.split('/held-out/')[0] ?? '');
        if (event.type === 'cell-end' && before === 0) before = calls.length;
      },
    });
    const callsOf = (taskType: string) =>
      calls.slice(0, before).filter((cell) => cell === `house/no-plan/s0/${taskType}`).length;
    expect(callsOf('heat')).toBeGreaterThan(callsOf('clean'));
  });

  it('wait for the plan that they follow', async () => {
    const events: RunEvent[] = [];
    const { results } = await runSmall(ablationFolder(), ['concurrency=16'], {
      only: ['house'],
      emit: (event) => events.push(event),
    });
    const at = (find: (event: RunEvent) => boolean) => events.findIndex(find);
    const learned = at((one) => one.type === 'iteration-end' && one.cell === 'house/learner/s0/heat');
    const followed = at(
      (one) => one.type === 'episode-start' && one.episodeId.startsWith('house/follower/s0/heat'),
    );
    expect(learned).toBeGreaterThan(0);
    expect(followed).toBeGreaterThan(learned);
    expect(measured(armOf(results, 'house', 'Follower').cells[0]).plan.text).not.toBe('');
  });
});
