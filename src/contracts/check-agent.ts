/** One checker for every agent: what `core/agent.ts` promises, tried out on a small invented world. */
import type { AgentContext, AgentSession, Decision, OwnAgent } from '../core/agent.js';
import type { Step } from '../core/episode.js';
import { messageOf } from '../core/errors.js';
import type { ChatMessage, ChatModel, ChatRequest, Purpose } from '../core/model.js';
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
  seed: 1,
};
const observations = ['The door 1 is locked.', 'Nothing is heard.', 'The door 2 squeaks.'];

/** A program that expects what is never seen, so that its author hears of every observation. */
const program = JSON.stringify({
  steps: [{ step: 1, why: 'to get in', do: [{ action: 'open door 1', expect: 'It is open' }] }],
});
const script: Script = ({ purpose, messages }, call) => {
  if (purpose === 'think') return `It is time ${call}.`;
  if (purpose === 'write-program' || purpose === 'refine-program') return program;
  if (purpose === 'check-program') return 'OK';
  if (purpose === 'resume-program') return '1';
  if (purpose === 'reflect-on-trial') return 'Try the other door.';
  const asksForBoth = /^thought:.*\n\s*action:.*$/im.test(messages.at(-1)?.content ?? '');
  return asksForBoth ? `Thought: It is time ${call}.\nAction: open door 1` : 'open door 1';
};

/** What an agent's calls within a try may be for. */
const purposes: ReadonlySet<Purpose> = new Set<Purpose>([
  'think',
  'act',
  'formalize',
  'write-program',
  'check-program',
  'refine-program',
  'resume-program',
  'ask',
]);
/** Calls that stand outside of the conversation. */
const asides: ReadonlySet<Purpose> = new Set<Purpose>(['formalize', 'ask']);

/** How to check an agent. */
export interface AgentCheckOptions {
  /**
   * Whether each request extends the one before it and the conversation extends the last, which is what providers'
   * caches reward. True unless given; an agent that says things anew each time gives false.
   */
  readonly requestsGrow?: boolean;
}

/**
 * Lets the agent play three steps with a scripted model and gives what breaks the contract, in words; nothing when
 * all is well. Checked: the same answers lead to the same requests; requests are labelled, end with the user and
 * hold no empty message; goal, plan, rules and newest observation reach the model; the conversation grows by
 * appending only, within an episode and for reflection; a failed call is passed on; an agent that tries again learns
 * from the whole conversation, and what it learned reaches the next try. Where the model writes programs (the scripted
 * ones are in AdaPlanner's language), the conversation need not extend the requests for them, but must hold all that
 * was done and observed; the same holds where `requestsGrow` is false, and of an agent that asks nothing, having a model
 * of its own. Of an agent without a conversation nothing of that is asked.
 */
export async function checkAgent(
  agent: OwnAgent,
  { requestsGrow = true }: AgentCheckOptions = {},
): Promise<readonly string[]> {
  const play = await playThrough(agent);
  const again = await playThrough(agent);
  const problems = play.requests.flatMap((request, i) => checkRequest(request, `request ${i + 1}`));
  if (JSON.stringify(play.requests) !== JSON.stringify(again.requests))
    problems.push('the same answers lead to other requests');
  if (JSON.stringify(play.steps) !== JSON.stringify(again.steps))
    problems.push('the same answers lead to other decisions');
  const asks = play.requests.length > 0;
  return [
    ...problems,
    ...play.steps.flatMap((step, i) => checkDecision(step, `decision ${i + 1}`)),
    ...(asks ? checkWhatIsSaid(play.requests) : []),
    ...checkGrowth(agent, play.steps, requestsGrow ? play.requests : []),
    ...(await checkRetry(agent, play.steps)),
    ...(asks ? await checkFailure(agent, (session) => session.act([])) : []),
  ];
}

interface Play {
  readonly requests: readonly ChatRequest[];
  readonly steps: readonly Step[];
}

async function playThrough(agent: OwnAgent, memory: readonly string[] = []): Promise<Play> {
  const model = createScriptedModel(script);
  const session = agent.begin({ ...context, memory }, model);
  const steps: Step[] = [];
  try {
    for (const observation of observations) {
      const decision = await session.act([...steps]);
      if (decision === null) break;
      steps.push({ ...decision, observation });
    }
  } finally {
    session.close?.();
  }
  return { requests: model.requests, steps };
}

function checkRequest({ messages, purpose }: ChatRequest, name: string): string[] {
  const problems: string[] = [];
  if (!purposes.has(purpose)) problems.push(`${name} has purpose ${purpose}`);
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

function checkGrowth(agent: OwnAgent, steps: readonly Step[], requests: readonly ChatRequest[]): string[] {
  const asked = requests.filter(({ purpose }) => !asides.has(purpose)).map(({ messages }) => messages);
  const decides = requests.some(({ purpose }) => purpose === 'act');
  const broken = brokenAt(asked).map((i) => `request ${i + 1} does not extend the one before it`);
  if (agent.conversation === undefined) return broken;
  const told: (readonly ChatMessage[])[] = [];
  for (let count = 0; count <= steps.length; count++)
    told.push(agent.conversation(context, steps.slice(0, count)));
  return [
    ...brokenAt(told).map((i) => `the conversation of ${i} steps does not extend that of ${i - 1}`),
    ...broken,
    ...(decides
      ? brokenAt([asked.at(-1) ?? [], told.at(-1) ?? []]).map(
          () => 'the conversation does not extend the last request',
        )
      : checkTold(told.at(-1) ?? [], steps)),
  ];
}

/** What a conversation must hold in which the agent did not decide on each action. */
function checkTold(conversation: readonly ChatMessage[], steps: readonly Step[]): string[] {
  const { manual, goal, plan, initialObservation } = context;
  const told = conversation.map(({ content }) => content).join('\n');
  const played = steps.flatMap(({ action, observation }) => [action, observation]);
  return [manual.introduction, goal, plan, initialObservation, ...played]
    .filter((text) => !told.includes(text))
    .map((text) => `the conversation does not hold ${JSON.stringify(text)}`);
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

async function checkRetry(agent: OwnAgent, steps: readonly Step[]): Promise<string[]> {
  const { retry } = agent;
  if (retry === undefined) return [];
  const model = createScriptedModel(script);
  const learned = await retry.learn(context, steps, model);
  const conversation = agent.conversation?.(context, steps) ?? [];
  const next = await playThrough(agent, [learned]);
  const said = next.requests[0]?.messages.map(({ content }) => content).join('\n') ?? '';
  return [
    ...(retry.trials >= 1 ? [] : [`${retry.trials} trials are too few`]),
    ...model.requests.flatMap((request, i) => checkReflection(request, conversation, `reflection ${i + 1}`)),
    ...(learned !== '' && said.includes(learned) ? [] : ['what was learned does not reach the next try']),
    ...(await checkFailure(agent, (_session, failing) => retry.learn(context, steps, failing))),
  ];
}

function checkReflection(
  { purpose, messages }: ChatRequest,
  conversation: readonly ChatMessage[],
  name: string,
): string[] {
  return [
    ...(purpose === 'reflect-on-trial' ? [] : [`${name} has purpose ${purpose}`]),
    ...(messages.at(-1)?.role === 'user' ? [] : [`${name} does not end with the user`]),
    ...brokenAt([conversation, messages]).map(() => `${name} does not extend the conversation`),
  ];
}

async function checkFailure(
  agent: OwnAgent,
  call: (session: AgentSession, model: ChatModel) => Promise<unknown>,
): Promise<string[]> {
  const failure = new Error('no answer');
  const model = createScriptedModel(() => Promise.reject(failure));
  const session = agent.begin(context, model);
  try {
    await call(session, model);
    return ['a failed call does not reach the caller'];
  } catch (error) {
    return error === failure
      ? []
      : [`a failed call reaches the caller as another error: ${messageOf(error)}`];
  } finally {
    session.close?.();
  }
}
