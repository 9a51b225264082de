import { expect, it } from 'vitest';
import { createMilestones, sortByTaskType } from '../../src/cli/milestones.js';
import type { RunEvent } from '../../src/core/event.js';
import { createPlan } from '../../src/plans/index.js';

const planOf = (text: string) =>
  createPlan({ text, iteration: 0, environment: 'alfworld', taskType: 'heat' });

function startWith(text: string): RunEvent {
  return {
    type: 'run-start',
    run: 'r',
    taskType: 'heat',
    seed: 0,
    iterations: 2,
    batchSize: 4,
    heldOut: 8,
    initialPlan: planOf(text),
    simulated: true,
  };
}

const iteration = (text: string, errors = 0): RunEvent => ({
  type: 'iteration-end',
  taskType: 'heat',
  iteration: 0,
  plan: planOf(text),
  successes: 2,
  episodes: 4,
  errors,
});

const measured = (text: string, phase: 'held-out' | 'baseline', errors = 0): RunEvent => ({
  type: 'evaluation-end',
  taskType: 'heat',
  phase,
  planId: planOf(text).id,
  successes: errors === 8 ? 0 : 6,
  episodes: 8,
  errors,
});

/** The lines that these events give. */
function linesOf(...events: readonly RunEvent[]): string[] {
  const milestones = createMilestones();
  return events.flatMap((event) => milestones(event).map(({ text }) => text));
}

it('says that exact matches are counted where questions are played, whatever the headline is', () => {
  const start: RunEvent = { ...startWith(''), instancesAre: 'questions' } as RunEvent;
  expect(
    linesOf(start, iteration('1. Search.'), measured('', 'held-out'), measured('', 'baseline', 8)),
  ).toEqual([
    'heat: from no plan, 2 iterations of 4 questions; 8 held-out questions. Simulated model: a program, not a language model.',
    '  iteration 1: 2 of 4 exact matches; plan: 1 line added, 0 removed',
    '    + Search.',
    expect.stringMatching(/^ {2}heat, no plan: 6 of 8 exact matches; 75 % /),
    '  heat, no plan: all 8 questions ended in an error',
  ]);
});

it('shows what an iteration adds and removes, whatever number a step has', () => {
  const events = [
    startWith(''),
    iteration('1. Look.\n2. Take it.'),
    iteration('1. Open it.\n2. Look.\n3. Move it.'),
  ];
  expect(linesOf(...events).slice(1)).toEqual([
    '  iteration 1: 2 of 4 games won; plan: 2 lines added, 0 removed',
    '    + Look.',
    '    + Take it.',
    '  iteration 1: 2 of 4 games won; plan: 2 lines added, 1 removed',
    '    + Open it.',
    '    - Take it.',
    '    + Move it.',
  ]);
});

it('marks lines for colours', () => {
  const milestones = createMilestones();
  milestones(startWith('1. Look.'));
  expect(milestones(iteration('1. Go.')).map(({ kind }) => kind)).toEqual(['plain', 'removed', 'added']);
});

it('says where the plan stays, and what went wrong', () => {
  expect(linesOf(startWith('1. Look.'), iteration('1. Look.', 1))).toEqual([
    'heat: from the given plan, 2 iterations of 4 games; 8 held-out games. Simulated model: a program, not a language model.',
    '  iteration 1: 2 of 3 games won, 1 more ended in an error; the plan stays as it is',
  ]);
});

it('gives rates with their intervals, and names the plan', () => {
  expect(linesOf(startWith(''), measured('1. Look.', 'held-out'), measured('', 'baseline'))).toEqual([
    'heat: from no plan, 2 iterations of 4 games; 8 held-out games. Simulated model: a program, not a language model.',
    '  heat, with the plan: 6 of 8 games won; 75 % [41, 93]',
    '  heat, no plan: 6 of 8 games won; 75 % [41, 93]',
  ]);
  expect(linesOf(startWith('1. Look.'), measured('1. Look.', 'baseline', 2))[1]).toBe(
    '  heat, the given plan: 6 of 6 games won, 2 more ended in an error; 100 % [61, 100]',
  );
  expect(linesOf(measured('', 'held-out', 8))).toEqual(['  heat, no plan: all 8 games ended in an error']);
});

it('keeps on the screen that the server was gone, and that it came back', () => {
  const milestones = createMilestones();
  const texts = (waiting: boolean, message: string) =>
    milestones({ type: 'outage', waiting, message }).map(({ text }) => text);
  expect(texts(true, 'm: no connection')).toEqual(['  waiting for the server: m: no connection']);
  expect(texts(false, 'the server answers again')).toEqual(['  the server answers again']);
});

it('tells what became of an update, and which plan was chosen; not each measurement of validation', () => {
  const verdict = {
    accepted: false,
    reason: 'mean 0.25 with it and 0.50 without, on 8 validation instances',
    candidate: planOf('1. Sing.'),
    instances: [],
    n: 8,
    candidateMean: 0.25,
    incumbentMean: 0.5,
    difference: -0.25,
    better: 0,
    worse: 2,
  };
  const chosen = { ...planOf('1. Go.'), iteration: 1 };
  const selection = { plan: chosen, reason: 'the best', instances: [], n: 8, candidates: [] };
  expect(
    linesOf(
      startWith(''),
      {
        type: 'evaluation-end',
        taskType: 'heat',
        phase: 'validation',
        planId: 'p',
        successes: 1,
        episodes: 8,
        errors: 0,
      },
      { type: 'update-judged', taskType: 'heat', iteration: 1, verdict },
      { type: 'update-judged', taskType: 'heat', iteration: 2, verdict: { ...verdict, accepted: true } },
      { type: 'plan-selected', taskType: 'heat', selection },
    ).slice(1),
  ).toEqual([
    '  update 2: rejected; mean 0.25 with it and 0.50 without, on 8 validation instances',
    '  update 3: kept; mean 0.25 with it and 0.50 without, on 8 validation instances',
    '  final plan: the one after 1 update; the best',
  ]);
});

it('tells of a cell of an ablation when it ends, though others are measured at the same time', () => {
  const of = (event: RunEvent, arm: string) => ({ ...event, cell: `house/${arm}/s0/heat` }) as RunEvent;
  const open = (arm: string, seed = 0): RunEvent => ({
    type: 'cell-start',
    cell: `house/${arm}/s${seed}/heat`,
    experiment: 'house',
    arm,
    taskType: 'heat',
    seed,
  });
  const close = (arm: string, reason: string | null): RunEvent => ({
    type: 'cell-end',
    cell: `house/${arm}/s0/heat`,
    reason,
  });
  const milestones = createMilestones();
  const lines = (...events: readonly RunEvent[]) =>
    events.flatMap((event) => milestones(event).map(({ text }) => text));
  expect(
    lines(
      open('A'),
      open('B'),
      of(startWith(''), 'A'),
      of(startWith(''), 'B'),
      of(iteration('1. Look.'), 'A'),
      of(iteration('1. Look.'), 'B'),
      of(iteration('1. Look.\n2. Go.'), 'B'),
    ),
  ).toEqual([]);
  expect(lines(close('B', null))).toEqual([
    'house, B, seed 0:',
    expect.stringMatching(/^heat: from no plan, 2 iterations/),
    '  iteration 1: 2 of 4 games won; plan: 1 line added, 0 removed',
    '    + Look.',
    '  iteration 1: 2 of 4 games won; plan: 1 line added, 0 removed',
    '    + Go.',
  ]);
  expect(lines(close('A', 'HTTP 401')).at(-1)).toBe('  not measured: HTTP 401');
});

it('names the task type of each line where several are worked on at the same time, and can put them in order', () => {
  const of = (event: RunEvent, taskType: string) => ({ ...event, taskType }) as RunEvent;
  const begin = [of(startWith(''), 'heat'), of(startWith(''), 'cool')];
  const reflection = (instanceId: string): RunEvent => ({
    type: 'reflection-end',
    iteration: 0,
    reflection: { episodeId: `train/0/${instanceId}`, instanceId, summary: '', flaws: '', revision: '' },
  });
  const milestones = createMilestones();
  const lines = [
    ...begin,
    of(reflection('c-1'), 'cool'),
    of(reflection('h-1'), 'heat'),
    of(iteration('1. Cool it.'), 'cool'),
    of(iteration('1. Heat it.'), 'heat'),
    { type: 'outage', waiting: true, message: 'gone' } as const,
    of(measured('', 'baseline'), 'heat'),
    of(measured('1. Heat it.', 'held-out'), 'heat'),
    of(iteration('1. Chill it.'), 'cool'),
  ].flatMap(milestones);
  expect(lines.slice(2).map(({ text }) => text)).toEqual([
    '  cool, iteration 1: 2 of 4 games won; plan: 1 line added, 0 removed; from reflections on c-1',
    '    + Cool it.',
    '  heat, iteration 1: 2 of 4 games won; plan: 1 line added, 0 removed; from reflections on h-1',
    '    + Heat it.',
    '  waiting for the server: gone',
    '  heat, no plan: 6 of 8 games won; 75 % [41, 93]',
    '  heat, with the plan: 6 of 8 games won; 75 % [41, 93]',
    '  cool, iteration 1: 2 of 4 games won; plan: 1 line added, 1 removed; from reflections on c-1',
    '    - Cool it.',
    '    + Chill it.',
  ]);
  expect(sortByTaskType(lines).map(({ text }) => text.trim().split(/[,:]/)[0])).toEqual([
    ...['heat', 'heat', '+ Heat it.', 'heat', 'heat'],
    ...['cool', 'cool', '+ Cool it.', 'cool', '- Cool it.', '+ Chill it.'],
    'waiting for the server',
  ]);
});

it('names no task type where one is over when the next begins', () => {
  const of = (event: RunEvent, taskType: string) => ({ ...event, taskType }) as RunEvent;
  const lines = linesOf(
    startWith(''),
    measured('1. Look.', 'held-out'),
    measured('', 'baseline'),
    of(startWith(''), 'cool'),
    of(iteration('1. Cool it.'), 'cool'),
  );
  expect(lines.at(-2)).toBe('  iteration 1: 2 of 4 games won; plan: 1 line added, 0 removed');
});
