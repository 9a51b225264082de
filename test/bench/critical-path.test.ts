import { describe, expect, it } from 'vitest';
import { boundOf, createTrace } from './critical-path.js';

const call = (callId: string, milliseconds = 1, taskType = 'heat') => ({ callId, taskType, milliseconds });

describe('the bound of a training', () => {
  it('is its longest chain: the slowest job and the update of each iteration, then the slowest game', () => {
    const calls = [
      call('train/0/a/think/0', 10),
      call('train/0/a/act/0', 5),
      call('train/0/b/think/0', 8),
      call('heat/train/0/a/reflect/summarize/0', 7),
      call('heat/train/0/a/reflect/identify-flaws/0', 2),
      call('heat/train/0/a/reflect/revise-plan/0', 4),
      call('heat/train/0/update/update-plan/0', 3),
      call('held-out/x/think/0', 20),
      call('held-out/y/think/0', 30),
      call('baseline/x/think/0', 40),
    ];
    expect(boundOf(calls, 1000)).toMatchObject({ chain: 15 + 7 + 3 + 30, bound: 55 });
    expect(boundOf([...calls, call('baseline/y/think/0', 60)], 1000).chain).toBe(60);
    expect(boundOf(calls, 1).bound).toBe(129);
    const cool = [call('train/0/c/think/0', 30, 'cool'), call('held-out/z/think/0', 20, 'cool')];
    expect(boundOf([...calls, ...cool], 1000).chain).toBe(55);
    expect(boundOf([...calls, ...cool, call('held-out/z/think/1', 10, 'cool')], 1000).chain).toBe(60);
  });

  it('is read from the events of a run', () => {
    let now = 0;
    const trace = createTrace(() => now);
    const callId = 'baseline/a/think/0';
    trace.sink({ type: 'episode-start', episodeId: 'baseline/a', phase: 'baseline', taskType: 'heat' });
    trace.sink({ type: 'call-sent', callId, attempt: 1 });
    now = 7;
    trace.sink({
      type: 'model-call',
      callId,
      purpose: 'act',
      model: 'm',
      request: '',
      spend: {
        usage: { calls: 1, promptTokens: 1, completionTokens: 1, cachedTokens: 0, estimatedCalls: 0 },
        costUsd: 0,
        unpricedCalls: 0,
      },
      milliseconds: 9,
      reply: null,
      error: null,
    });
    expect(trace.calls).toEqual([{ callId, taskType: 'heat', milliseconds: 7 }]);
  });
});
