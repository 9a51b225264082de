import { describe, expect, test } from 'vitest';
import { createAdaplannerAgent, createAutoplanAgent, createReflexionAgent } from '../../src/agents/index.js';
import type { Agent, AgentContext, Retry } from '../../src/core/agent.js';
import type { ChatMessage, ChatRequest } from '../../src/core/model.js';
import { checkAgent } from '../../src/testing.js';

const sound = createAutoplanAgent();

/** The agent with its requests changed on the way to the model. */
function asking(change: (request: ChatRequest, call: number) => ChatRequest): Agent {
  let call = 0;
  return {
    ...sound,
    begin: (context, model) =>
      sound.begin(context, { ...model, complete: (request) => model.complete(change(request, call++)) }),
  };
}

function addressing(change: (messages: readonly ChatMessage[]) => readonly ChatMessage[]): Agent {
  return asking((request) => ({ ...request, messages: change(request.messages) }));
}

function knowing(change: Partial<AgentContext>): Agent {
  return {
    ...sound,
    begin: (context, model) => sound.begin({ ...context, ...change }, model),
    conversation: (context, steps) => sound.conversation({ ...context, ...change }, steps),
  };
}

const swallowing: Agent = {
  ...sound,
  begin: (context, model) => {
    const session = sound.begin(context, model);
    return {
      act: async (steps) => {
        try {
          return await session.act(steps);
        } catch {
          return { rawAction: '', action: '', formalizer: 'none' };
        }
      },
    };
  },
};

const reflexion = createReflexionAgent();
const adaplanner = createAdaplannerAgent();

/** Reflexion with another way to learn. */
function learning(change: (retry: Retry) => Partial<Retry>): Agent {
  const retry = reflexion.retry as Retry;
  return { ...reflexion, retry: { ...retry, ...change(retry) } };
}

describe('checkAgent', () => {
  test('finds nothing in an agent that keeps the contract', async () => {
    expect(await checkAgent(sound)).toEqual([]);
  });

  test.each<[string, Agent, RegExp]>([
    [
      'other requests each time',
      asking((request, call) => ({ ...request, callId: `${call}` })),
      /lead to other requests/,
    ],
    [
      'a purpose of another part',
      asking((request) => ({ ...request, purpose: 'update-plan' })),
      /has purpose update-plan/,
    ],
    [
      'a last word of its own',
      addressing((all) => [...all, { role: 'assistant', content: 'a' }]),
      /does not end with the user/,
    ],
    [
      'an empty message',
      addressing(
        ([first, ...rest]) => [first ?? [], { role: 'user', content: ' ' }, rest].flat() as ChatMessage[],
      ),
      /holds an empty message/,
    ],
    [
      'a late system message',
      addressing((all) => [...all.slice(0, -1), { role: 'system', content: 'a' }, ...all.slice(-1)]),
      /system message that is not the first/,
    ],
    [
      'a goal that is not passed on',
      knowing({ goal: 'anything' }),
      /does not hold "open the door that squeaks\."/,
    ],
    ['a plan that is not passed on', knowing({ plan: '' }), /does not hold "1\. Open the doors/],
    [
      'only the latest messages',
      addressing((all) => all.slice(-2)),
      /request 3 does not extend the one before it/,
    ],
    [
      'observations that are not passed on',
      addressing((all) => all.slice(0, 2)),
      /no request holds the observation/,
    ],
    [
      'a conversation for reflection that is another',
      { ...sound, conversation: () => [] },
      /the conversation does not extend the last request/,
    ],
    [
      'a conversation that is not appended to',
      { ...sound, conversation: (context, steps) => sound.conversation(context, steps).slice(-1) },
      /the conversation of 1 steps does not extend that of 0/,
    ],
    ['no tries at all', learning(() => ({ trials: 0 })), /0 trials are too few/],
    [
      'learning from less than the whole try',
      learning(({ learn }) => ({ learn: (context, steps, model) => learn(context, steps.slice(1), model) })),
      /reflection 1 does not extend the conversation/,
    ],
    [
      'learning that is not passed on',
      { ...reflexion, begin: (context, model) => reflexion.begin({ ...context, memory: [] }, model) },
      /what was learned does not reach the next try/,
    ],
    [
      'learning under another name',
      learning(({ learn }) => ({
        learn: (context, steps, model) =>
          learn(context, steps, {
            ...model,
            complete: (request) => model.complete({ ...request, purpose: 'act' }),
          }),
      })),
      /reflection 1 has purpose act/,
    ],
    [
      'learning from a failed call',
      learning(() => ({ learn: () => Promise.resolve('nothing') })),
      /a failed call does not reach the caller/,
    ],
    [
      'a conversation without what was done under a program',
      { ...adaplanner, conversation: (context) => adaplanner.conversation(context, []) },
      /the conversation does not hold "The door 1 is locked\."/,
    ],
    [
      'a program whose author is not told what was seen',
      {
        ...adaplanner,
        begin: (context, model) => {
          const session = adaplanner.begin(context, model);
          return {
            act: (steps) => session.act(steps.map((step) => ({ ...step, observation: 'It is open? No.' }))),
          };
        },
      },
      /no request holds the observation/,
    ],
    ['a failed call that is swallowed', swallowing, /a failed call does not reach the caller/],
  ])('finds %s', async (_name, agent, pattern) => {
    const problems = await checkAgent(agent);
    expect(
      problems.filter((problem) => pattern.test(problem)),
      problems.join('\n'),
    ).not.toEqual([]);
  });
});
