import { describe, expect, it, onTestFinished } from 'vitest';
import { agentPrompts, createPlainConversation } from '../../src/agents/index.js';
import { checkAgent } from '../../src/contracts/index.js';
import type { Agent, AgentContext } from '../../src/core/agent.js';
import { ModelError, UsageError } from '../../src/core/errors.js';
import { openProcessAgent } from '../../src/external/index.js';
import { createScriptedModel } from '../../src/models/index.js';
import { toyInstance, toyWorld } from '../toy-world.js';
import { badSettings } from './processes.js';

const context: AgentContext = {
  manual: toyWorld.manual(toyInstance()),
  taskType: 'seek',
  goal: 'find the prize.',
  plan: '1. Open the doors.',
  initialObservation: 'You see 3 doors.',
  memory: [],
  seed: 7,
};

async function openAgent(...words: readonly string[]): Promise<Agent> {
  const { agent, close } = await openProcessAgent(badSettings(...words));
  onTestFinished(close);
  return { ...agent, conversation: createPlainConversation(agentPrompts) };
}

const unused = createScriptedModel(() => 'no');

describe('an agent that is a process', () => {
  it('with a model of its own decides, and gives up', async () => {
    const agent = await openAgent();
    const session = agent.begin(context, unused);
    const first = await session.act([]);
    expect(first).toEqual({ rawAction: 'open door 1', action: 'open door 1', formalizer: 'none' });
    const step = { ...(first as NonNullable<typeof first>), observation: 'A wall.' };
    await session.act([step]);
    expect(await session.act([step, step])).toBeNull();
    session.close?.();
    expect(unused.requests).toEqual([]);
  });

  it('keeps the contract, with a model of its own and with ours', async () => {
    expect(await checkAgent(await openAgent())).toEqual([]);
    const asking = await openAgent('asks');
    // It sends the plan alone.
    const problems = await checkAgent(asking, { requestsGrow: false });
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toMatch(/^(?:the first|no) request/);
  });

  it('asks the model through us', async () => {
    const agent = await openAgent('asks');
    const model = createScriptedModel(() => 'open door 2');
    const session = agent.begin(context, model);
    expect(await session.act([])).toEqual({
      thought: 'I asked.',
      rawAction: 'open door 2',
      action: 'open door 2',
      formalizer: 'none',
    });
    expect(model.requests).toMatchObject([
      { purpose: 'act', messages: [{ role: 'user', content: context.plan }], sampling: {} },
    ]);
    session.close?.();
  });

  it('passes a failed call on, and plays the next episode', async () => {
    const agent = await openAgent('asks');
    const failure = new ModelError('rate-limit', 'too many', { retryable: false });
    const session = agent.begin(
      context,
      createScriptedModel(() => Promise.reject(failure)),
    );
    await expect(session.act([])).rejects.toBe(failure);
    session.close?.();
    const next = agent.begin(
      context,
      createScriptedModel(() => 'leave'),
    );
    expect(await next.act([])).toMatchObject({ action: 'leave' });
    next.close?.();
  });

  it('may not ask for ever', async () => {
    const agent = await openAgent('asks', 'forever');
    const session = agent.begin(
      context,
      createScriptedModel(() => 'hm'),
    );
    await expect(session.act([])).rejects.toThrow(/asks more than 100 times for one action$/);
    session.close?.();
  });

  it.each([
    ['garbage', 'act', /which is no message/],
    ['extra', 'begin', /answered begin with a wrong message: Unrecognized key: "done"/],
    ['dies', 'begin', /has ended with exit code 3 when asked for begin/],
  ])('%s at %s', async (fault, when, message) => {
    const agent = await openAgent(fault, when);
    const session = agent.begin({ ...context, goal: 'bad' }, unused);
    await expect(session.act([])).rejects.toThrow(message);
    session.close?.();
  });

  it('says hello, or is refused', async () => {
    await expect(openProcessAgent(badSettings('missing', 'hello'))).rejects.toThrow(UsageError);
  });

  it('that is closed before it began starts nothing', async () => {
    const agent = await openAgent();
    agent.begin(context, unused).close?.();
    expect(await agent.begin(context, unused).act([])).toMatchObject({ action: 'open door 1' });
  });
});
