import { describe, expect, test } from 'vitest';
import { type AutoplanAgentOptions, agentPrompts, createAutoplanAgent } from '../../src/agents/index.js';
import type { AgentContext, AgentSession, Decision } from '../../src/core/agent.js';
import type { Step } from '../../src/core/episode.js';
import type { ChatRequest } from '../../src/core/model.js';
import { overridePrompt } from '../../src/core/prompt.js';
import { createScriptedModel, type Script } from '../../src/testing.js';
import { showRequests } from '../show-requests.js';
import { toyInstance, toyWorld } from '../toy-world.js';

const context: AgentContext = {
  manual: toyWorld.manual(toyInstance()),
  goal: 'find the prize.',
  plan: '1. Open every door, the last one first.\n2. Look for the prize.',
  initialObservation: 'You see 3 doors.',
  taskType: 'doors',
  memory: [],
};
const step: Step = {
  thought: 'The last one.',
  rawAction: 'Open the door 3',
  action: 'open door 3',
  formalizer: 'grammar',
  observation: 'Behind door 3 is a wall.',
};

/** Says the same for each purpose, in the form that is asked for. */
const saying =
  (action: string, formalized = 'open door 1'): Script =>
  ({ purpose, messages }) => {
    const both = messages.at(-1)?.content.includes('Thought:');
    const act = both ? `Thought: I must look. \nAction: ${action}\n` : action;
    return { think: ' I must look. ', act, formalize: formalized }[purpose as 'think' | 'act' | 'formalize'];
  };

async function decide(options: Partial<AutoplanAgentOptions>, script: Script, steps: readonly Step[] = []) {
  const model = createScriptedModel(script);
  const decision = await createAutoplanAgent(options).begin(context, model).act(steps);
  return { decision, requests: model.requests };
}

/** Plays three steps. */
async function playAll(session: AgentSession): Promise<Step[]> {
  const steps: Step[] = [];
  for (const observation of ['A wall.', 'Another wall.', 'The prize!'])
    steps.push({ ...((await session.act(steps)) as Decision), observation });
  return steps;
}

const purposes = (requests: readonly ChatRequest[]) => requests.map(({ purpose }) => purpose);
const apart = { calls: 'apart' } as const;

describe('thought and action together', () => {
  test('are one call, in these words', async () => {
    const { decision, requests } = await decide({}, saying('Open the door 1'), [step]);
    expect(purposes(requests)).toEqual(['act']);
    expect(decision).toEqual({
      thought: 'I must look.',
      rawAction: 'Open the door 1',
      action: 'open door 1',
      formalizer: 'grammar',
    });
    await expect(showRequests(requests)).toMatchFileSnapshot('__snapshots__/requests-together.txt');
  });

  test('do not speak of a plan where there is none', async () => {
    const model = createScriptedModel(saying('open door 1'));
    await createAutoplanAgent()
      .begin({ ...context, plan: '' }, model)
      .act([step]);
    expect(showRequests(model.requests)).not.toMatch(/plan/i);
    await expect(showRequests(model.requests)).toMatchFileSnapshot(
      '__snapshots__/requests-together-without-plan.txt',
    );
  });

  test('have the tokens of both, and end before the model invents what it observes', async () => {
    const { requests } = await decide({ thoughtTokens: 7, actionTokens: 8 }, saying('open door 1'));
    expect(requests.map(({ sampling }) => sampling)).toEqual([{ maxTokens: 15, stop: ['\nObservation:'] }]);
  });

  test.each([
    ['was left out', 'Thought: I must look.', 'stop'],
    ['was cut off', 'Thought: I must look.\nAction: open door 1', 'length'],
  ] as const)('make way for a call of its own where the action %s', async (_why, first, finishReason) => {
    const script: Script = (_request, call) => (call === 0 ? { text: first, finishReason } : 'open door 2');
    const { decision, requests } = await decide({ thoughtTokens: 7, actionTokens: 8 }, script, [step]);
    expect(purposes(requests)).toEqual(['act', 'act']);
    expect(decision).toMatchObject({
      thought: 'I must look.',
      rawAction: 'open door 2',
      action: 'open door 2',
    });
    expect(requests[1]?.messages).toEqual([
      ...(requests[0]?.messages ?? []),
      { role: 'assistant', content: 'Thought: I must look.' },
      { role: 'user', content: agentPrompts.action.render({}) },
    ]);
    expect(requests[1]?.sampling).toEqual({ maxTokens: 8, stop: ['\n'] });
  });

  test('stand in the conversation in one way, whoever wrote them how', async () => {
    const answers = [
      '**Thought:** A.\n\n**Action:** Open the door 1',
      'Action: leave',
      'Thought: C.',
      'open door 2',
    ];
    const model = createScriptedModel((_request, call) => answers[call] ?? '');
    const agent = createAutoplanAgent();
    const steps = await playAll(agent.begin(context, model));
    const told = agent.conversation(context, steps).filter(({ role }) => role === 'assistant');
    expect(told.map(({ content }) => content)).toEqual([
      'Thought: A.\nAction: open door 1',
      'Action: leave',
      'Thought: C.\nAction: open door 2',
    ]);
  });
});

describe('thought and action apart', () => {
  test('are two calls, in these words', async () => {
    const { requests } = await decide(apart, saying('open door 1'), [step]);
    expect(purposes(requests)).toEqual(['think', 'act']);
    await expect(showRequests(requests)).toMatchFileSnapshot('__snapshots__/requests-with-plan.txt');
  });

  test('do not speak of a plan where there is none', async () => {
    const model = createScriptedModel(saying('open door 1'));
    await createAutoplanAgent(apart)
      .begin({ ...context, plan: '' }, model)
      .act([step]);
    expect(showRequests(model.requests)).not.toMatch(/plan/i);
    await expect(showRequests(model.requests)).toMatchFileSnapshot('__snapshots__/requests-without-plan.txt');
  });

  test('carry the token limits of the settings', async () => {
    const { requests } = await decide({ ...apart, thoughtTokens: 7, actionTokens: 8 }, saying('what'));
    expect(requests.map(({ sampling }) => sampling)).toEqual([
      { maxTokens: 7 },
      { maxTokens: 8, stop: ['\n'] },
      { maxTokens: 8, stop: ['\n'] },
    ]);
  });
});

describe('the calls of the autoplan agent', () => {
  test('ask a model to formalize what the grammar can not read, in these words', async () => {
    const { decision, requests } = await decide(apart, saying('the first one, please'), [step]);
    expect(purposes(requests)).toEqual(['think', 'act', 'formalize']);
    expect(decision).toEqual({
      thought: 'I must look.',
      rawAction: 'the first one, please',
      action: 'open door 1',
      formalizer: 'model',
    });
    await expect(showRequests(requests.slice(2))).toMatchFileSnapshot('__snapshots__/request-formalize.txt');
  });

  test.each([
    ['together', [2, 4, 6, 8]],
    ['apart', [2, 4, 6, 8, 10, 12, 14]],
  ] as const)('extend each other, %s, through an episode and into reflection', async (calls, lengths) => {
    const model = createScriptedModel(saying('open the door 2'));
    const agent = createAutoplanAgent({ calls });
    const steps = await playAll(agent.begin(context, model));
    const conversations = [
      ...model.requests.map(({ messages }) => messages),
      agent.conversation(context, steps),
    ];
    expect(conversations.map(({ length }) => length)).toEqual(lengths);
    for (const [index, longer] of conversations.entries()) {
      const shorter = conversations[index - 1] ?? [];
      expect(longer.slice(0, shorter.length)).toEqual(shorter);
    }
  });

  test('show the action that was taken, not the words for it', async () => {
    const said = async (options: Partial<AutoplanAgentOptions>) => {
      const { requests } = await decide(options, saying('open door 1'), [step]);
      const assistant = requests[0]?.messages.filter(({ role }) => role === 'assistant');
      return assistant?.map(({ content }) => content);
    };
    expect(await said({})).toEqual(['Thought: The last one.\nAction: open door 3']);
    expect(await said(apart)).toEqual(['The last one.', 'open door 3']);
  });

  test('use the prompts of the user', async () => {
    const prompts = {
      ...agentPrompts,
      thought: overridePrompt(agentPrompts.thought, 'Denk nach.', 'thought.txt'),
      rules: overridePrompt(agentPrompts.rules, '{{plan}} | {{introduction}}', 'rules.txt'),
    };
    const { requests } = await decide({ ...apart, prompts }, saying('leave'));
    expect(requests[0]?.messages[0]?.content).toBe(`${context.plan} | ${context.manual.introduction}`);
    expect(requests[0]?.messages.at(-1)?.content).toMatch(/\n\nDenk nach\.$/);
    const decided = { ...prompts, decide: overridePrompt(agentPrompts.decide, 'Denk und tu.', 'decide.txt') };
    const together = await decide({ prompts: decided }, saying('leave'));
    expect(together.requests[0]?.messages.at(-1)?.content).toMatch(/\n\nDenk und tu\.$/);
  });
});

describe('the formalizer', () => {
  test.each([
    ['hybrid', 'pull the door 2 open', ['act'], 'open door 2', 'grammar'],
    ['hybrid', 'door two', ['act', 'formalize'], 'open door 1', 'model'],
    ['grammar', 'pull the door 2 open', ['act'], 'open door 2', 'grammar'],
    ['grammar', 'door two', ['act'], 'door two', 'none'],
    ['model', 'open door 2', ['act', 'formalize'], 'open door 1', 'model'],
  ] as const)('%s turns "%s" into an action', async (formalizer, raw, calls, action, by) => {
    const { decision, requests } = await decide({ formalizer }, saying(raw));
    expect(purposes(requests)).toEqual(calls);
    expect(decision).toMatchObject({ rawAction: raw, action, formalizer: by });
  });

  test.each(['hybrid', 'model'] as const)(
    '%s tidies what the model made of it, or takes it as it is',
    async (formalizer) => {
      const tidy = await decide({ formalizer }, saying('hm', ' > Open the door 2. '));
      expect(tidy.decision).toMatchObject({ action: 'open door 2', formalizer: 'model' });
      const odd = await decide({ formalizer }, saying('hm', ' dance '));
      expect(odd.decision).toMatchObject({ action: 'dance', formalizer: 'model' });
    },
  );

  test('finds missing numbers in all that was observed', async () => {
    const seen = { ...step, observation: 'You see a lever 4.' };
    const { decision } = await decide({}, saying('open the lever'), [seen, step]);
    expect(decision).toMatchObject({ action: 'open lever 4', formalizer: 'grammar' });
  });
});
