import { expect, it } from 'vitest';
import { renderValidation } from '../../src/report/validation-text.js';
import type { TrainingSummary } from '../../src/training/index.js';

const iteration = { instances: ['a'], successes: 1, errors: 0, plan: 'sha256:1' };
const verdict = {
  plan: 'sha256:2',
  text: '1. Go.',
  instances: ['v'],
  n: 1,
  candidateMean: 0,
  incumbentMean: 1,
  difference: -1,
  better: 0,
  worse: 1,
};

function render(change: Partial<TrainingSummary>): string[] {
  return renderValidation({ taskType: 'heat', iterations: [], ...change } as TrainingSummary);
}

it('says what was kept, what was not, what was chosen, and what it took', () => {
  expect(
    render({
      iterations: [
        { ...iteration, iteration: 0, verdict: { ...verdict, accepted: true, reason: 'it was better' } },
        { ...iteration, iteration: 1, verdict: { ...verdict, accepted: false, reason: 'it was worse' } },
        { ...iteration, iteration: 2 },
      ],
      selection: { plan: 'sha256:1', reason: 'the best of 2', instances: ['v'], n: 1, candidates: [] },
      validationEpisodes: 1200,
    }),
  ).toEqual([
    'heat, update 1 kept: it was better.',
    'heat, update 2 rejected: it was worse.',
    'heat, final plan: the best of 2.',
    'heat: 1,200 episodes were played to measure plans while learning.',
  ]);
});

it('says nothing where nothing was measured', () => {
  expect(render({ iterations: [{ ...iteration, iteration: 0 }] })).toEqual([]);
});
