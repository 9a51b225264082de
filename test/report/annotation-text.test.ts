import { describe, expect, it } from 'vitest';
import type { AnnotationSummary } from '../../src/evaluation/annotation/index.js';
import { renderAnnotations, renderInstructions } from '../../src/report/index.js';

const place = { run: 'one', phase: 'held-out' } as const;
const summary: AnnotationSummary = {
  sheet: 's123456',
  models: ['gpt-x'],
  simulated: false,
  annotators: 3,
  rows: 12,
  undecided: 2,
  agreement: { answers: 11, unanimous: 10, share: 10 / 11, kappa: 0.801 },
  rates: [
    {
      ...place,
      n: 10,
      successes: 7,
      rate: 0.7,
      wilson95: [0.397, 0.892],
      errors: 1,
      unanswered: 2,
      undecided: 2,
    },
    {
      ...place,
      phase: 'baseline',
      n: 0,
      successes: 0,
      rate: null,
      wilson95: null,
      errors: 3,
      unanswered: 0,
      undecided: 0,
    },
  ],
  comparisons: [],
  episodes: [],
};

describe('what annotators said, as text', () => {
  it('has agreement, rates with n and interval, and what was left out', () => {
    const text = renderAnnotations(summary);
    expect(text).toContain('Sheet s123456: 12 answers marked by 3 annotators.');
    expect(text).toContain("All agree on 10 of 11 (91 %); Fleiss' kappa 0.80.");
    expect(text).toContain('Not marked by all, and so not part of their agreement: 1.');
    expect(text).toContain('Without a majority of all annotators, and so left out: 2.');
    expect(text).toMatch(/\n {2}one +held-out +7\/10 +70 % +\[40, 89\] +2 +2 +1\n/);
    expect(text).toMatch(/\n {2}one +baseline +0\/0 +- +- +0 +0 +3\n/);
    expect(text).not.toMatch(/McNemar|simulated/);
  });

  it('has pairs with their test, and says when a simulated model gave the answers', () => {
    const pair = { n: 10, bothWon: 1, onlyA: 6, onlyB: 0, bothLost: 3, difference: 0.6, p: 0.03125 };
    const b = { ...place, phase: 'baseline' } as const;
    const text = renderAnnotations({
      ...summary,
      simulated: true,
      comparisons: [{ a: place, b, ...pair }],
    });
    expect(text).toMatch(/\n {2}one held-out - one baseline +10 +6 +0 +\+60\.0 +0\.031\n/);
    expect(text).toContain('exact McNemar test');
    expect(text).toContain('Made with gpt-x: a simulated model');
  });

  it('does not speak of agreement where there is one annotator, nor of kappa where there is none', () => {
    const { agreement } = summary;
    expect(renderAnnotations({ ...summary, annotators: 1 })).not.toContain('agree');
    const text = renderAnnotations({ ...summary, agreement: { ...agreement, kappa: null } });
    expect(text).toContain("Fleiss' kappa is not defined here");
  });
});

it('tells annotators how to fill the sheet, and what counts as right', () => {
  const text = renderInstructions({ sheet: 'sheet.csv', rows: 12 });
  expect(text).toMatch(/^# How to fill sheet\.csv\n\nThe sheet has 12 rows\./);
  for (const word of ['annotator_1', '`yes`', '`no`', 'UTF-8', '## What counts as right'])
    expect(text).toContain(word);
  expect(text).not.toMatch(/plan|agent|model|baseline/i);
});
