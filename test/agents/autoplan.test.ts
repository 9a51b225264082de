import { describe, expect, test } from 'vitest';
import { type AutoplanAgentOptions, agentPrompts, createAutoplanAgent } from '../../src/agents/index.js';
import type { AgentContext, Decision } from '../../src/core/agent.js';
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

/** Says the same for each purpose. */
const saying =
  (action: string, formalized = 'open door 1'): Script =>
  ({ purpose }) =>
    ({ think: ' I must look. ', act: action, formalize: formalized })[
      purpose as 'think' | 'act' | 'formalize'
    ];

async function decide(options: Partial<AutoplanAgentOptions>, script: Script, steps: readonly Step[] = []) {
  const model = createScriptedModel(script);
  const decision = await createAutoplanAgent(options).begin(context, model).act(steps);
  return { decision, requests: model.requests };
}

const purposes = (requests: readonly ChatRequest[]) => requests.map(({ purpose }) => purpose);
describe('the calls of the autoplan agent', () => {
  test('are a thought and an action, in these words', async () => {
    const { requests } = await decide({}, saying('open door 1'), [step]);
    expect(purposes(requests)).toEqual(['think', 'act']);
    await expect(showRequests(requests)).toMatchFileSnapshot('__snapshots__/requests-with-plan.txt');
  });

  test('do not speak of a plan where there is none', async () => {
    const model = createScriptedModel(saying('open door 1'));
    await createAutoplanAgent()
      .begin({ ...context, plan: '' }, model)
      .act([step]);
    expect(showRequests(model.requests)).not.toMatch(/plan/i);
    await expect(showRequests(model.requests)).toMatchFileSnapshot('__snapshots__/requests-without-plan.txt');
  });

  test('ask a model to formalize what the grammar can not read, in these words', async () => {
    const { decision, requests } = await decide({}, saying('the first one, please'), [step]);
    expect(purposes(requests)).toEqual(['think', 'act', 'formalize']);
    expect(decision).toEqual({
      thought: 'I must look.',
      rawAction: 'the first one, please',
      action: 'open door 1',
      formalizer: 'model',
    });
    await expect(showRequests(requests.slice(2))).toMatchFileSnapshot('__snapshots__/request-formalize.txt');
  });

  test('carry the token limits of the settings', async () => {
    const { requests } = await decide({ thoughtTokens: 7, actionTokens: 8 }, saying('what'));
    expect(requests.map(({ sampling }) => sampling)).toEqual([
      { maxTokens: 7 },
      { maxTokens: 8, stop: ['\n'] },
      { maxTokens: 8, stop: ['\n'] },
    ]);
  });

  test('extend each other, message by message, through an episode and into reflection', async () => {
    const model = createScriptedModel(saying('open the door 2'));
    const agent = createAutoplanAgent();
    const session = agent.begin(context, model);
    const steps: Step[] = [];
    for (const observation of ['A wall.', 'Another wall.', 'The prize!']) {
      steps.push({ ...((await session.act(steps)) as Decision), observation });
    }
    const conversations = [
      ...model.requests.map(({ messages }) => messages),
      agent.conversation(context, steps),
    ];
    expect(conversations.map(({ length }) => length)).toEqual([2, 4, 6, 8, 10, 12, 14]);
    for (const [index, longer] of conversations.entries()) {
      const shorter = conversations[index - 1] ?? [];
      expect(longer.slice(0, shorter.length)).toEqual(shorter);
    }
  });

  test('show the action that was taken, not the words for it', async () => {
    const { requests } = await decide({}, saying('open door 1'), [step]);
    const assistant = requests[0]?.messages.filter(({ role }) => role === 'assistant');
    expect(assistant?.map(({ content }) => content)).toEqual(['The last one.', 'open door 3']);
  });

  test('use the prompts of the user', async () => {
    const prompts = {
      ...agentPrompts,
      thought: overridePrompt(agentPrompts.thought, 'Denk nach.', 'thought.txt'),
      rules: overridePrompt(agentPrompts.rules, '{{plan}} | {{introduction}}', 'rules.txt'),
    };
    const { requests } = await decide({ prompts }, saying('leave'));
    expect(requests[0]?.messages[0]?.content).toBe(`${context.plan} | ${context.manual.introduction}`);
    expect(requests[0]?.messages.at(-1)?.content).toMatch(/\n\nDenk nach\.$/);
  });
});

describe('the formalizer', () => {
  test.each([
    ['hybrid', 'pull the door 2 open', ['think', 'act'], 'open door 2', 'grammar'],
    ['hybrid', 'door two', ['think', 'act', 'formalize'], 'open door 1', 'model'],
    ['grammar', 'pull the door 2 open', ['think', 'act'], 'open door 2', 'grammar'],
    ['grammar', 'door two', ['think', 'act'], 'door two', 'none'],
    ['model', 'open door 2', ['think', 'act', 'formalize'], 'open door 1', 'model'],
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
