/** One checker for every agent: what `core/agent.ts` promises, tried out on a small invented world. */
import type { Agent, AgentContext, Decision } from '../core/agent.js';
import type { Step } from '../core/episode.js';
import { messageOf } from '../core/errors.js';
import type { ChatMessage, ChatRequest } from '../core/model.js';
import { createScriptedModel, type Script } from '../models/index.js';

const context: AgentContext = {
  manual: {
    introduction: 'You are in a hall with doors.',
    actions: [
      { form: 'open {door}', description: 'open a door' },
      { form: 'wait', description: 'do nothing' },
    ],
    task: 'open some door',
  },
  taskType: 'doors',
  goal: 'open the door that squeaks.',
  plan: '1. Open the doors one by one.\n2. Listen.',
  initialObservation: 'You see a door 1 and a door 2.',
  memory: [],
};
const observations = ['The door 1 is locked.', 'Nothing is heard.', 'The door 2 squeaks.'];
const script: Script = ({ purpose }, call) => (purpose === 'think' ? `It is time ${call}.` : 'open door 1');

/**
 * Lets the agent play three steps with a scripted model and gives what breaks the contract, in words; nothing when
 * all is well. Checked: the same answers lead to the same requests; requests are labelled, end with the user and
 * hold no empty message; goal, plan, rules and newest observation reach the model; the conversation grows by
 * appending only, within an episode and for reflection; a failed call is passed on.
 */
export async function checkAgent(agent: Agent): Promise<readonly string[]> {
  const play = await playThrough(agent);
  const again = await playThrough(agent);
  const problems = play.requests.flatMap((request, i) => checkRequest(request, `request ${i + 1}`));
  if (JSON.stringify(play.requests) !== JSON.stringify(again.requests))
    problems.push('the same answers lead to other requests');
  return [
    ...problems,
    ...play.steps.flatMap((step, i) => checkDecision(step, `decision ${i + 1}`)),
    ...checkWhatIsSaid(play.requests),
    ...checkGrowth(agent, play.steps, play.requests),
    ...(await checkFailure(agent)),
  ];
}

interface Play {
  readonly requests: readonly ChatRequest[];
  readonly steps: readonly Step[];
}

async function playThrough(agent: Agent): Promise<Play> {
  const model = createScriptedModel(script);
  const session = agent.begin(context, model);
  const steps: Step[] = [];
  for (const observation of observations) {
    const decision = await session.act([...steps]);
    if (decision === null) break;
    steps.push({ ...decision, observation });
  }
  return { requests: model.requests, steps };
}

function checkRequest({ messages, purpose }: ChatRequest, name: string): string[] {
  const problems: string[] = [];
  if (!['think', 'act', 'formalize'].includes(purpose)) problems.push(`${name} has purpose ${purpose}`);
  if (messages.at(-1)?.role !== 'user') problems.push(`${name} does not end with the user`);
  if (messages.some(({ content }) => content.trim() === '')) problems.push(`${name} holds an empty message`);
  if (messages.some(({ role }, i) => role === 'system' && i > 0))
    problems.push(`${name} has a system message that is not the first`);
  return problems;
}

function checkDecision({ action, rawAction, formalizer }: Decision, name: string): string[] {
  const texts = [action, rawAction].every((text) => typeof text === 'string');
  const known = ['grammar', 'model', 'none'].includes(formalizer);
  return texts && known ? [] : [`${name} is not of the form of a Decision`];
}

function checkWhatIsSaid(requests: readonly ChatRequest[]): string[] {
  const said = requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
  const { manual, goal, plan, initialObservation } = context;
  const forms = manual.actions.map(({ form }) => form);
  const first = [manual.introduction, ...forms, goal, plan, initialObservation]
    .filter((text) => said[0]?.includes(text) !== true)
    .map((text) => `the first request does not hold ${JSON.stringify(text)}`);
  // The last observation comes after the last request.
  const later = observations
    .slice(0, -1)
    .filter((text) => !said.some((one) => one.includes(text)))
    .map((text) => `no request holds the observation ${JSON.stringify(text)}`);
  return [...first, ...later];
}

function checkGrowth(agent: Agent, steps: readonly Step[], requests: readonly ChatRequest[]): string[] {
  const stages = [0, ...steps.keys()].map((_, i) => agent.conversation(context, steps.slice(0, i)));
  const thinking = requests.filter(({ purpose }) => purpose !== 'formalize').map(({ messages }) => messages);
  const ended = stages.at(-1) ?? [];
  return [
    ...brokenAt(stages).map((i) => `the conversation of ${i} steps does not extend that of ${i - 1}`),
    ...brokenAt(thinking).map((i) => `request ${i + 1} does not extend the one before it`),
    ...brokenAt([thinking.at(-1) ?? [], ended]).map(
      () => 'the conversation does not extend the last request',
    ),
  ];
}

/** Indices of the conversations that do not extend the one before. The last message of a conversation may grow. */
function brokenAt(conversations: readonly (readonly ChatMessage[])[]): number[] {
  return conversations.flatMap((longer, i) => {
    const shorter = conversations[i - 1] ?? [];
    const extended = shorter.every(({ role, content }, at) => {
      const now = longer[at];
      if (now?.role !== role) return false;
      return at === shorter.length - 1 ? now.content.startsWith(content) : now.content === content;
    });
    return extended ? [] : [i];
  });
}

async function checkFailure(agent: Agent): Promise<string[]> {
  const failure = new Error('no answer');
  const model = createScriptedModel(() => Promise.reject(failure));
  try {
    await agent.begin(context, model).act([]);
    return ['a failed call does not reach the caller'];
  } catch (error) {
    return error === failure
      ? []
      : [`a failed call reaches the caller as another error: ${messageOf(error)}`];
  }
}
