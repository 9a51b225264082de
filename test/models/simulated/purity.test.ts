import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChatMessage, ChatRequest, Sampling } from '../../../src/core/model.js';
import { createSimulatedModel, simulatedProfiles } from '../../../src/models/simulated/index.js';
import { strong } from './train-simulated.js';

const opening: readonly ChatMessage[] = [
  {
    role: 'system',
    content: 'You can take these actions:\n- go to {receptacle}: walk\n- move {object} to {receptacle}: put',
  },
  {
    role: 'user',
    content:
      'Your job: put a hot mug in cabinet.\n\nObservation: You are in the middle of a room. Looking quickly around you, ' +
      'you see a cabinet 2, a cabinet 1, a countertop 1, a microwave 1, and a stoveburner 1.\n\n' +
      'Think briefly about the one action to take next.',
  },
];

function request(sampling: Sampling, messages: readonly ChatMessage[] = opening): ChatRequest {
  return { purpose: 'think', messages, sampling };
}

describe('the simulated model', () => {
  const model = createSimulatedModel({ name: 'simulated-strong', profile: strong });

  it('gives the same reply to the same request, whatever came between and whoever asks', async () => {
    const first = await model.complete(request({ seed: 7, temperature: 1 }));
    for (let seed = 0; seed < 50; seed++) await model.complete(request({ seed, temperature: 1 }));
    const other = createSimulatedModel({ name: 'simulated-strong', profile: strong });
    expect(await model.complete(request({ seed: 7, temperature: 1 }))).toEqual(first);
    expect(await other.complete(request({ temperature: 1, seed: 7 }))).toEqual(first);
    expect(
      await other.complete({ ...request({ seed: 7, temperature: 1 }), purpose: 'update-plan', callId: 'x' }),
    ).toEqual(first);
  });

  it('draws anew for another seed', async () => {
    const replies = new Set<string>();
    for (let seed = 0; seed < 30; seed++) {
      replies.add((await model.complete(request({ seed, temperature: 1 }))).text);
    }
    expect(replies.size).toBeGreaterThan(1);
  });

  it('does not change what it is given', async () => {
    const messages = Object.freeze(opening.map((message) => Object.freeze({ ...message })));
    await model.complete(Object.freeze(request(Object.freeze({ seed: 1 }), messages)));
    expect(messages).toEqual(opening);
  });

  it('keeps to stops and to the token limit, and counts what it says', async () => {
    const whole = await model.complete(request({ seed: 3 }));
    expect(whole.usage.completionTokens).toBeGreaterThan(5);
    const cut = await model.complete(request({ seed: 3, maxTokens: 5 }));
    expect(cut).toMatchObject({ finishReason: 'length', usage: { completionTokens: 5 } });
    expect(whole.text.startsWith(cut.text)).toBe(true);
    const stopped = await model.complete(request({ seed: 3, stop: ['countertop'] }));
    expect(stopped.text).not.toContain('countertop');
  });

  it('says that it does not understand what it does not understand', async () => {
    const reply = await model.complete(request({}, [{ role: 'user', content: 'Quelle heure est-il ?' }]));
    expect(reply.text).toMatch(/not sure/);
  });

  it('survives odd requests', async () => {
    const odd = [
      '',
      '\n\n',
      'Plan:',
      'Action:',
      'Action to formalize:',
      '{{',
      '\u202e\u0000',
      'Job 1',
      'x'.repeat(100_000),
    ];
    for (const content of odd) {
      for (const role of ['user', 'system', 'assistant'] as const) {
        const reply = await model.complete(request({ seed: 1 }, [{ role, content }]));
        expect(reply.text.length).toBeGreaterThan(0);
      }
    }
    expect((await model.complete(request({}, []))).text.length).toBeGreaterThan(0);
  });

  it('has profiles whose numbers are probabilities', () => {
    for (const profile of Object.values(simulatedProfiles)) {
      for (const value of Object.values(profile)) expect(value >= 0 && value <= 1).toBe(true);
    }
  });
});

describe('the barrier', () => {
  it('imports nothing but the shared vocabulary', () => {
    const folder = 'src/models/simulated';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const imports = files.flatMap((name) => {
      const source = readFileSync(join(folder, name), 'utf8');
      const paths = [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1] ?? '');
      return paths.map((path) => (path.startsWith('.') ? join(dirname(join(folder, name)), path) : path));
    });
    expect(imports.length).toBeGreaterThan(20);
    const own = /^src\/(?:models\/simulated|core|util)\//;
    expect(imports.filter((path) => !own.test(path))).toEqual([]);
    expect(imports.filter((path) => /^src\/util\/(?:files|package|clock)/.test(path))).toEqual([]);
  });
});
