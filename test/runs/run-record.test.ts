import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Episode, Outcome } from '../../src/core/episode.js';
import type { RunEvent } from '../../src/core/event.js';
import { type ChatReply, noSpend, noUsage, type Spend } from '../../src/core/model.js';
import { createJournal, readRunRecord } from '../../src/runs/index.js';

let path: string;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-record-'));
  path = join(folder, 'journal.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const spend: Spend = { usage: { ...noUsage, calls: 1, promptTokens: 7 }, costUsd: 0.5, unpricedCalls: 0 };
const reply = (text: string): ChatReply => ({ text, finishReason: 'stop', usage: spend.usage, model: 'm' });
const answered = (callId: string, text: string | null, request = 'r1'): RunEvent => ({
  type: 'model-call',
  callId,
  purpose: 'act',
  model: 'm',
  request,
  spend: text === null ? noSpend : spend,
  milliseconds: 1,
  reply: text === null ? null : reply(text),
  error: text === null ? 'down' : null,
});
const episodeOf = (id: string, outcome: Outcome): Episode => ({
  id,
  instanceId: 'a',
  taskType: 'heat',
  goal: 'heat it',
  agent: 'autoplan',
  environment: 'toy@1',
  planId: 'sha256:1',
  trial: 0,
  seed: 0,
  initialObservation: 'é',
  steps: [],
  outcome,
  reward: 0,
  spend,
});
const ended = (id: string, outcome: Outcome = { kind: 'success' }): RunEvent => ({
  type: 'episode-end',
  phase: 'train',
  episode: episodeOf(id, outcome),
});
const stepped = (episodeId: string, step: number): RunEvent => ({
  type: 'episode-step',
  episodeId,
  step,
  action: 'look',
  observation: 'wall',
});
const record = async (events: readonly RunEvent[], purpose: 'resume' | 'replay' = 'resume') => {
  const journal = createJournal(path, 'run-1');
  for (const event of events) journal.append(event);
  journal.close();
  return readRunRecord(path, { purpose });
};

describe('the record of a run', () => {
  test('gives an answer by its id, if the request was the same', async () => {
    const found = await record([answered('train/0/a/act/0', 'one'), answered('train/0/a/act/1', 'zwölf')]);
    expect(found.reply('train/0/a/act/1', 'r1')).toEqual(reply('zwölf'));
    expect(found.reply('train/0/a/act/1', 'r2')).toBeNull();
    expect(found.reply('train/0/a/act/2', 'r1')).toBeNull();
    expect(found.reply('train/0/b/act/0', 'r1')).toBeNull();
    found.close();
  });

  test('takes a failed call for unanswered, and the later answer for the answer', async () => {
    const found = await record([
      answered('x/act/0', null),
      answered('x/act/1', null),
      answered('x/act/0', 'late'),
    ]);
    expect(found.reply('x/act/0', 'r1')).toEqual(reply('late'));
    expect(found.reply('x/act/1', 'r1')).toBeNull();
    found.close();
  });

  test('counts what came from the cache apart: not paid, not sent, and no sign of the server', async () => {
    const plan = { id: 'sha256:2', iteration: 1, environment: 'toy', taskType: 'heat', text: '' };
    const counts = { successes: 0, episodes: 1, errors: 1 };
    const end: RunEvent = { type: 'iteration-end', taskType: 'heat', iteration: 0, plan, ...counts };
    const found = await record([
      { type: 'call-sent', callId: 'x/act/0', attempt: 1 },
      answered('x/act/1', 'one'),
      end,
      { ...answered('x/act/0', 'two'), cached: true } as RunEvent,
    ]);
    expect(found.reply('x/act/0', 'r1')).toEqual(reply('two'));
    expect([found.paid, found.cached]).toEqual([spend, spend]);
    expect(found.spends.get('act')?.usage.calls).toBe(2);
    expect(found.attempts).toEqual({ sent: 1, failed: 0, unknown: 1 });
    expect(found.has(end)).toBe(false);
    found.close();
  });

  test('gives an ended episode, and no longer the calls and steps in it', async () => {
    const found = await record([
      stepped('train/0/a', 1),
      answered('train/0/a/act/0', 'one'),
      ended('train/0/a'),
      answered('train/0/a/reflect/summarize/0', 'sum'),
      stepped('train/0/b', 1),
    ]);
    expect(found.episode('train/0/a')).toEqual(episodeOf('train/0/a', { kind: 'success' }));
    expect(found.episode('train/0/b')).toBeNull();
    expect(found.reply('train/0/a/act/0', 'r1')).toBeNull();
    expect(found.reply('train/0/a/reflect/summarize/0', 'r1')).toEqual(reply('sum'));
    expect([found.has(stepped('train/0/a', 1)), found.has(stepped('train/0/b', 1))]).toEqual([false, true]);
    expect([found.has(ended('train/0/a')), found.has(ended('train/0/b'))]).toEqual([true, false]);
    found.close();
  });

  test('forgets what ended in an error, unless a plan has been made from its batch', async () => {
    const error: Outcome = { kind: 'error', code: 'model-server', message: 'gone' };
    const plan = { id: 'sha256:2', iteration: 1, environment: 'toy', taskType: 'heat', text: '1. Go.' };
    const counts = { successes: 0, episodes: 1, errors: 1 };
    const found = await record([
      ended('train/0/a', error),
      { type: 'iteration-end', taskType: 'cool', iteration: 0, plan, ...counts },
      ended('train/0/b', error),
      { type: 'iteration-end', taskType: 'heat', iteration: 0, plan, ...counts },
      answered('train/1/c/act/0', 'one'),
      ended('train/1/c', error),
      ended('held-out/d', error),
      ended('held-out/e'),
    ]);
    const ids = ['train/0/a', 'train/0/b', 'train/1/c', 'held-out/d', 'held-out/e'];
    expect(ids.filter((id) => found.episode(id) !== null)).toEqual(['train/0/a', 'train/0/b', 'held-out/e']);
    found.close();
  });

  test('does not take a batch for settled when no call was answered after it', async () => {
    const error: Outcome = { kind: 'error', code: 'model-request', message: 'HTTP 404' };
    const plan = { id: 'sha256:2', iteration: 1, environment: 'toy', taskType: 'heat', text: '' };
    const counts = { successes: 0, episodes: 1, errors: 1 };
    const end: RunEvent = { type: 'iteration-end', taskType: 'heat', iteration: 0, plan, ...counts };
    const resumed: RunEvent = { type: 'run-resume', spend: noSpend };
    const stopped = [ended('train/0/a', error), end, answered('train/1/b/act/0', null)];
    const mended = [resumed, answered('train/0/a/act/0', 'one'), ended('train/0/a')];
    const outcomes = [];
    for (const events of [
      stopped,
      [...stopped, ...mended],
      [...stopped, ...mended, end, answered('x/act/0', 'two')],
    ]) {
      const found = await record(events);
      outcomes.push([found.episode('train/0/a')?.outcome.kind, found.has(end)]);
      found.close();
      rmSync(path);
    }
    expect(outcomes).toEqual([
      [undefined, false],
      ['success', false],
      ['success', true],
    ]);
  });

  test('forgets a measurement with errors', async () => {
    const planId = 'sha256:2';
    const counts = { taskType: 'heat', phase: 'held-out', planId, successes: 1, episodes: 2 } as const;
    const end: RunEvent = { type: 'evaluation-end', ...counts, errors: 1 };
    const broken = await record([end]);
    expect(broken.has(end)).toBe(false);
    broken.close();
    rmSync(path);
    const whole = await record([{ ...end, errors: 0 }]);
    expect(whole.has(end)).toBe(true);
    whole.close();
  });

  test('keeps the calls of ended episodes for a replay', async () => {
    const found = await record([answered('train/0/a/act/0', 'one'), ended('train/0/a')], 'replay');
    expect(found.reply('train/0/a/act/0', 'r1')).toEqual(reply('one'));
    found.close();
  });

  test('adds up what answers cost, by purpose, and counts attempts', async () => {
    const sent = (callId: string, attempt: number): RunEvent => ({ type: 'call-sent', callId, attempt });
    const failed = (callId: string): RunEvent => ({
      type: 'call-failed',
      callId,
      attempt: 1,
      code: 'server',
    });
    const found = await record([
      sent('x/act/0', 1),
      failed('x/act/0'),
      sent('x/act/0', 2),
      answered('x/act/0', 'one'),
      sent('x/act/1', 1),
      sent('x/act/2', 1),
      answered('x/act/2', 'two'),
    ]);
    expect(found.attempts).toEqual({ sent: 4, failed: 1, unknown: 1 });
    expect([...found.spends]).toEqual([['act', expect.objectContaining({ costUsd: 1 })]]);
    found.close();
  });

  test('does not know whether an attempt was paid for whose connection or run ended', async () => {
    const codes = ['connection', 'timeout', 'aborted', 'server', 'bad-reply'];
    const found = await record(
      codes.flatMap((code, i): RunEvent[] => [
        { type: 'call-sent', callId: `x/act/${i}`, attempt: 1 },
        { type: 'call-failed', callId: `x/act/${i}`, attempt: 1, code },
      ]),
    );
    expect(found.attempts).toEqual({ sent: 5, failed: 2, unknown: 3 });
    found.close();
  });

  test('knows how the run ended, if nothing came after', async () => {
    const end: RunEvent = { type: 'run-end', outcome: 'interrupted' };
    const first = await record([end]);
    expect(first.ending).toMatchObject({ outcome: 'interrupted' });
    first.close();
    rmSync(path);
    const second = await record([end, { type: 'run-resume', spend: noSpend }]);
    expect(second.ending).toBeNull();
    second.close();
  });

  test('tells apart what is about different things', async () => {
    const about = { taskType: 'heat', iteration: 0 } as const;
    const start: RunEvent = { type: 'iteration-start', ...about, instanceIds: [] };
    const found = await record([start]);
    expect(found.has(start)).toBe(true);
    expect(found.has({ ...start, iteration: 1 })).toBe(false);
    expect(found.has({ ...start, taskType: 'cool' })).toBe(false);
    expect(found.has({ type: 'run-end', outcome: 'finished' })).toBe(false);
    found.close();
  });
});
