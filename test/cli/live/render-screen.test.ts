import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stackBlocks } from '../../../src/cli/live/block.js';
import { renderScreen } from '../../../src/cli/live/render-screen.js';
import { letterSigns } from '../../../src/cli/live/signs.js';
import { fitLine, paintLine, span, textOf, widthOf } from '../../../src/cli/live/styled-line.js';
import type { Phase, RunEvent } from '../../../src/core/event.js';
import { noUsage, type Purpose } from '../../../src/core/model.js';
import { hidesSomething } from '../../../src/util/show-plainly.js';
import { hostileText } from '../../hostile-texts.js';
import {
  batchOf,
  endOf,
  iterationOf,
  measuringOf,
  planOf,
  reflectionOn,
  sceneOf,
  startOf,
  stateAfter,
  verdictOf,
} from './scenes.js';

const none = planOf('');
const first = planOf('1. Look.\n2. Take it.', 1);
const heldOut = { phase: 'held-out' } as const;

const training: readonly RunEvent[] = [
  startOf(none, { iterations: 1 }),
  batchOf(0, 'a', 'b', 'c', 'd'),
  endOf('a', none, 'success'),
  endOf('b', none, 'failure'),
  endOf('c', none, 'error'),
  endOf('d', none, 'success'),
  reflectionOn('a'),
  reflectionOn('b'),
  verdictOf(0, first, true, { difference: 0.25, better: 2, worse: 0, candidateMean: 0.75 }),
  iterationOf(0, first),
  measuringOf('held-out', first),
  endOf('x', first, 'success', heldOut),
  { type: 'episode-start', episodeId: 'held-out/y', phase: 'held-out' },
  { type: 'episode-step', episodeId: 'held-out/y', step: 3, action: 'go to fridge 1', observation: '' },
];

/** What a screen shows of these events. */
function linesOf(events: readonly RunEvent[], more: Parameters<typeof sceneOf>[1] = {}): readonly string[] {
  return renderScreen(sceneOf(stateAfter(...events), more)).map(textOf);
}

describe('the screen', () => {
  const head = {
    command: 'train',
    name: 'quickstart',
    facts: ['autoplan: 3 iterations of 4', 'seed 0'],
    folder: 'runs/mine',
    episodes: 92,
    validation: 8,
  };

  it('shows a training', () => {
    expect(linesOf(training, { head, height: 40, log: ['iteration 1: 2 of 3 games won'] })).toEqual([
      `train quickstart  simulated model: a program${' '.repeat(32)}12 s`,
      'autoplan: 3 iterations of 4 · seed 0',
      'heat  ✓ learn › ▶ measure it: 1/8 › ○ the start',
      'updates 1 kept, 0 rejected, 1 indecisive · 5 of 92 episodes · 1 error',
      'best so far: no plan 2/3 won, 67 % [21, 94] on its batch',
      '▲ 1 episode ended in an error: model-timeout (1)',
      '▲ updates are judged on 8 instances: a difference of less than 6 may be luck',
      expect.stringMatching(/^Plans games won, 95 % interval ─+$/),
      expect.stringMatching(/^ {2}no plan {4}2\/3 {5}67 % \[21, 94\] {3}its batch {2}·+├─+●─+┤·* $/),
      expect.stringMatching(/^▶ plan 1 {5}1\/1 {5}100 % \[21, 100\] so far {5}·+├─+● final, kept +/),
      expect.stringMatching(/^Update 1 from reflections on games: a, b ─+$/),
      ' + Look.',
      ' + Take it.',
      expect.stringMatching(/^Learned from, plans by games ■ won {2}× lost {2}! error {2}· not played/),
      '  no plan       ■×!■',
      expect.stringMatching(/^Held out, plans by games /),
      '  plan 1        ■▸',
      expect.stringMatching(/^In play: 1 ─+$/),
      '  held-out/y                       action 3   go to fridge 1',
      expect.stringMatching(/^Last ─+$/),
      'iteration 1: 2 of 3 games won',
      'Run      runs/mine   Ctrl+C stops it and keeps what there is',
      'To go on planwright resume runs/mine',
    ]);
  });

  it('shows what is in play with the plan that plays it', () => {
    const over = ['x', 'y'].map((id) => endOf(id, first, 'success', { phase: 'held-out' }));
    const events = [
      startOf(none, { iterations: 1 }),
      measuringOf('baseline', none, 2),
      batchOf(0, 'a'),
      iterationOf(0, first),
      measuringOf('held-out', first, 2),
      ...over,
      { type: 'episode-start', episodeId: 'baseline/y', phase: 'baseline' } as const,
    ];
    const lines = linesOf(events, { head, height: 40 });
    expect(lines).toContain('  no plan       ·▸');
    expect(lines).toContain('  plan 1        ■■');
  });

  it('shows all task types that are worked on at the same time, and the first one in full', () => {
    const of = (event: RunEvent, taskType: string) => ({ ...event, taskType }) as RunEvent;
    const types = ['pick', 'light', 'clean', 'heat', 'cool', 'two'];
    const begin = types.flatMap((type) => [
      of(startOf(none, { iterations: 2 }), type),
      of(measuringOf('baseline', none, 4), type),
      of(batchOf(0, `${type}-a`), type),
    ]);
    const won = endOf('light-a', none, 'success');
    const played = { ...won, episode: { ...('episode' in won ? won.episode : {}), taskType: 'light' } };
    const more = [played as RunEvent, of(iterationOf(0, first), 'pick'), of(batchOf(1, 'pick-b'), 'pick')];
    const lines = linesOf([...begin, ...more], { head });
    expect(lines[2]).toBe('0 of 6 task types over, 6 being worked on');
    const table = lines.findIndex((line) => line.startsWith('Task types'));
    expect(lines.slice(table + 1, table + 7)).toEqual([
      '▶ pick             iteration 2 of 2, playing 0/1; measuring the start 0/4',
      '  light            iteration 1 of 2, reflecting 0/1; measuring the start 0/4',
      ...types
        .slice(2)
        .map((type) => `  ${type.padEnd(16)} iteration 1 of 2, playing 0/1; measuring the start 0/4`),
    ]);
    expect(lines.some((line) => line.startsWith('pick: Plans games won'))).toBe(true);
    const small = linesOf([...begin, ...more], { head, height: 12 });
    expect(small.filter((line) => / iteration \d of 2/.test(line)).length).toBeGreaterThan(2);
  });

  it('shows what is measured while the plan is learned beside that, and after it', () => {
    const begun = [startOf(none, { iterations: 1 }), measuringOf('baseline', none), batchOf(0, 'a', 'b')];
    const played = [endOf('x', none, 'success', { phase: 'baseline' }), endOf('a', none, 'failure')];
    const way = (...more: readonly RunEvent[]) => linesOf([...begun, ...played, ...more], { head })[2];
    expect(way()).toBe('heat  ▶ learn: iteration 1 of 1, playing 1/2 › ○ measure it › ▶ the start: 1/8');
    const learned = [endOf('b', none, 'failure'), iterationOf(0, first), measuringOf('held-out', first)];
    expect(way(...learned, endOf('x', first, 'success', heldOut))).toBe(
      'heat  ✓ learn › ▶ measure it: 1/8 › ▶ the start: 1/8',
    );
    const rest = 'stuvwyz'.split('').map((id) => endOf(id, none, 'failure', { phase: 'baseline' }));
    expect(way(...learned, ...rest)).toBe('heat  ✓ learn › ▶ measure it: 0/8 › ✓ the start');
  });

  it('compares plans where learned ones were measured, and by what is over', () => {
    const over = (plan: typeof none, phase: Phase, won: number) =>
      'stuvwxyz'.split('').map((id, i) => endOf(id, plan, i < won ? 'success' : 'failure', { phase }));
    const best = (...events: readonly RunEvent[]) =>
      linesOf([startOf(none, { iterations: 2 }), ...events], { head }).find((line) => /^best/.test(line));
    const start = [measuringOf('baseline', none), batchOf(0, 'a', 'b'), ...over(none, 'baseline', 2)];
    expect(best(...start.slice(0, -1))).toBeUndefined();
    expect(best(...start)).toMatch(/^best so far: no plan 2\/8 won, 25 % .* held out$/);
    const played = [endOf('a', none, 'success'), endOf('b', none, 'failure'), iterationOf(0, first)];
    const learned = [...start, ...played, batchOf(1, 'c', 'd'), endOf('c', first, 'success')];
    expect(best(...learned)).toMatch(/^best so far: no plan 2\/8/);
    expect(best(...learned, endOf('d', first, 'success'))).toMatch(
      /^best so far: plan 1 2\/2 won, .* on its batch · no plan 1\/2 won/,
    );
    const measured = [
      ...learned,
      endOf('d', first, 'success'),
      iterationOf(1, first),
      measuringOf('held-out', first),
    ];
    expect(best(...measured, ...over(first, 'held-out', 8))).toMatch(
      /^best so far: plan 1 8\/8 won, .* held out · no plan 2\/8 won/,
    );
  });

  it('leaves out the least important first: at last the title, the way, the counts and how to go on', () => {
    expect(linesOf(training, { head, height: 5 })).toEqual([
      expect.stringMatching(/^train quickstart/),
      expect.stringMatching(/^heat {2}✓ learn/),
      expect.stringMatching(/^updates 1 kept/),
      'Run      runs/mine   Ctrl+C stops it and keeps what there is',
      'To go on planwright resume runs/mine',
    ]);
    expect(linesOf(training, { head, height: 24 }).join('\n')).toMatch(/Plans.*Update 1.*Held out.*In play/s);
  });

  it('says how it ended', () => {
    const end = (outcome: 'finished' | 'interrupted'): RunEvent => ({ type: 'run-end', outcome });
    expect(linesOf([...training, end('finished')], { head }).join('\n')).toMatch(
      /✓ the start › finished.*Run {6}runs\/mine$/s,
    );
    const stopped = linesOf([...training, end('interrupted')], { head }).join('\n');
    expect(stopped).toMatch(/○ the start › interrupted/);
    expect(stopped).toContain('planwright resume runs/mine');
  });

  it('says so where one only looks at a run', () => {
    const text = linesOf(training, { head: { ...head, look: 'watching' } }).join('\n');
    expect(text).toContain('(watching)');
    expect(text).toContain('Ctrl+C ends the look alone');
    expect(text).not.toContain('planwright resume');
  });

  it('is drawn with letters where a terminal has nothing else', () => {
    const text = linesOf(training, { head, signs: letterSigns, height: 40 }).join('\n');
    expect(text.replaceAll('·', '')).toMatch(/^[\x20-\x7e\n]*$/);
    expect(text).toContain('  no plan       #x!#');
  });

  it('speaks with shapes, whatever the colours: without them nothing is lost', () => {
    const lines = renderScreen(sceneOf(stateAfter(...training), { head }));
    expect(lines.map((line) => paintLine(line, false))).toEqual(lines.map(textOf));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what colours are made of
    expect(lines.map((line) => paintLine(line, true).replace(/\u001b\[[\d;]*m/g, ''))).toEqual(
      lines.map(textOf),
    );
  });
});

describe('whatever happens, on a screen of any size', () => {
  const text = fc.oneof(fc.constantFrom('a', 'b', 'heat-1'), hostileText, fc.string({ unit: 'binary' }));
  const plan = fc.tuple(text, fc.nat(4)).map(([words, iteration]) => planOf(words, iteration));
  const phase = fc.constantFrom<Phase>('train', 'validation', 'baseline', 'held-out');
  const kind = fc.constantFrom('success', 'failure', 'error');
  const purpose = fc.constantFrom<Purpose>('act', 'formalize', 'summarize', 'update-plan', 'judge');
  const event: fc.Arbitrary<RunEvent> = fc.oneof(
    fc.tuple(plan, fc.nat(3)).map(([initial, iterations]) => startOf(initial, { iterations })),
    fc.tuple(fc.nat(3), fc.array(text, { maxLength: 5 })).map(([i, ids]) => batchOf(i, ...ids)),
    fc
      .tuple(text, plan, kind, phase, fc.nat(1))
      .map(([id, p, k, ph, trial]) => endOf(id, p, k, { phase: ph, trial })),
    text.map((id) => reflectionOn(id)),
    fc.tuple(fc.nat(3), plan).map(([i, p]) => iterationOf(i, p)),
    fc
      .tuple(fc.nat(3), plan, fc.boolean(), fc.nat(1))
      .map(([i, p, ok, n]) =>
        verdictOf(i, p, ok, n === 0 ? { n, better: 0, worse: 0, difference: null, candidateMean: null } : {}),
      ),
    fc.tuple(phase, plan, fc.nat(300)).map(([ph, p, n]) => measuringOf(ph, p, n)),
    fc.tuple(text, fc.nat(40), text).map(
      ([episodeId, step, action]): RunEvent => ({
        type: 'episode-step',
        episodeId,
        step,
        action,
        observation: '',
      }),
    ),
    fc.tuple(text, text).map(
      ([cell, arm]): RunEvent => ({
        type: 'cell-start',
        cell,
        experiment: 'e',
        arm,
        taskType: 'heat',
        seed: 0,
      }),
    ),
    fc.tuple(text, fc.option(text)).map(([cell, reason]): RunEvent => ({ type: 'cell-end', cell, reason })),
    fc.tuple(purpose, fc.boolean()).map(
      ([what, fails]): RunEvent => ({
        type: 'model-call',
        callId: 'c',
        purpose: what,
        model: 'm',
        request: '',
        spend: { usage: { ...noUsage, calls: 1, promptTokens: 10 }, costUsd: 0.01, unpricedCalls: 0 },
        milliseconds: 1,
        reply: null,
        error: fails ? 'x' : null,
      }),
    ),
    fc
      .tuple(text, fc.nat(99))
      .map(([message, seconds]): RunEvent => ({ type: 'call-pause', callId: 'c', seconds, message })),
    fc
      .tuple(fc.boolean(), text)
      .map(([waiting, message]): RunEvent => ({ type: 'outage', waiting, message })),
    fc.constant<RunEvent>({ type: 'run-end', outcome: 'budget-reached' }),
    fc.constant<RunEvent>({ type: 'run-resume', spend: { usage: noUsage, costUsd: 1, unpricedCalls: 0 } }),
  );

  it('never is a line too long or one too many, nor does anything hide or make no sense', () => {
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 40 }),
        fc.integer({ min: 1, max: 160 }),
        fc.integer({ min: 1, max: 60 }),
        fc.record({ folder: text, name: text, facts: fc.array(text, { maxLength: 4 }) }),
        (events, width, height, about) => {
          const head = { command: 'train', ...about, episodes: 50, validation: 8 };
          const lines = linesOf(events, { head, width, height, log: [about.name], notice: about.name });
          expect(lines.length).toBeLessThanOrEqual(height);
          for (const line of lines) {
            expect(widthOf(line)).toBeLessThanOrEqual(width);
            expect(hidesSomething(line) || line.includes('\n')).toBe(false);
            expect(line).not.toMatch(/\bNaN\b|\bInfinity\b|\bundefined\b/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('lines', () => {
  it.each([
    ['abc', 3],
    ['温める', 6],
    ['e\u0301', 1],
    ['🔥', 2],
    ['…·■', 3],
  ])('%j is %d columns wide', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it('are cut by columns, not by characters', () => {
    expect(textOf(fitLine([span('温める'), span('abc')], 6, '…'))).toBe('温め…');
    expect(textOf(fitLine([span('abc')], 3, '…'))).toBe('abc');
    expect(textOf(fitLine([span('abc\u001b[2J')], 20, '…'))).toBe('abc<U+001B>[2J');
    expect(textOf(fitLine([span('abc')], 0, '…'))).toBe('');
  });
});

it('deals lines out by rank, and what is left evenly', () => {
  const block = (rank: number, least: number, name: string, most = 4) => ({
    rank,
    least,
    most,
    lines: (height: number) => Array.from({ length: height }, () => [span(name)]),
  });
  const stacked = (height: number) =>
    stackBlocks([block(2, 2, 'c'), block(0, 1, 'a', 1), block(1, 2, 'b')], height)
      .map(textOf)
      .join('');
  expect(stacked(1)).toBe('a');
  expect(stacked(2)).toBe('a');
  expect(stacked(3)).toBe('abb');
  expect(stacked(5)).toBe('ccabb');
  expect(stacked(6)).toBe('ccabbb');
  expect(stacked(100)).toBe('ccccabbbb');
});
