/** One step of AutoPlan's agent: how thought and action are asked for, and how they stand in the conversation after. */
import type { AgentContext } from '../core/agent.js';
import type { Step } from '../core/episode.js';
import type { ChatMessage, ChatModel } from '../core/model.js';
import type { AgentPrompts } from './autoplan-prompts.js';
import { readTurn } from './read-turn.js';

/** Settings of a step. */
export interface TurnOptions {
  /** `together`: thought and action in one call. `apart`: in two, as in the paper. */
  readonly calls: 'together' | 'apart';
  /** Most tokens of a thought (original code: 100). */
  readonly thoughtTokens: number;
  /** Most tokens of an action (original code: 50). */
  readonly actionTokens: number;
  readonly prompts: AgentPrompts;
}

/** What the model said. */
export type SpokenTurn = Required<Pick<Step, 'thought' | 'rawAction'>>;

/** Asks for thought and action after `history`, which ends with what was observed. */
export async function askTurn(
  options: TurnOptions,
  context: AgentContext,
  history: readonly ChatMessage[],
  model: ChatModel,
): Promise<SpokenTurn> {
  const { prompts, thoughtTokens, actionTokens } = options;
  const asked = askAtEnd(options, context, history);
  const askAction = async (thought: string): Promise<string> => {
    const messages: ChatMessage[] = [
      ...asked,
      { role: 'assistant', content: thought },
      { role: 'user', content: prompts.action.render({}) },
    ];
    const sampling = { maxTokens: actionTokens, stop: ['\n'] };
    const { text } = await model.complete({ purpose: 'act', messages, sampling });
    return text.trim();
  };
  if (options.calls === 'apart') {
    const sampling = { maxTokens: thoughtTokens };
    const { text } = await model.complete({ purpose: 'think', messages: asked, sampling });
    const thought = text.trim();
    return { thought, rawAction: await askAction(thought) };
  }
  const sampling = { maxTokens: thoughtTokens + actionTokens, stop: ['\nObservation:'] };
  const { text, finishReason } = await model.complete({ purpose: 'act', messages: asked, sampling });
  const { thought, action } = readTurn(text, finishReason === 'length');
  // Not every model says both at once: then the action has a call of its own, and nothing is lost.
  return { thought, rawAction: action ?? (await askAction(tellThought(thought))) };
}

/** Appends one step in the words in which it was asked for, so that the next request extends this one. */
export function appendStep(
  options: TurnOptions,
  history: ChatMessage[],
  context: AgentContext,
  step: Step,
): void {
  const { prompts } = options;
  const asked = askAtEnd(options, context, history);
  history.splice(-1, 1, asked.at(-1) as ChatMessage, ...tellStep(options, step), {
    role: 'user',
    content: prompts.observation.render({ observation: step.observation }),
  });
}

/** The history with what is asked for added to its last message. */
function askAtEnd(
  { calls, prompts }: TurnOptions,
  { plan }: AgentContext,
  history: readonly ChatMessage[],
): ChatMessage[] {
  const hasPlan = plan !== '';
  const together = hasPlan ? prompts.decide : prompts.decideWithoutPlan;
  const apart = hasPlan ? prompts.thought : prompts.thoughtWithoutPlan;
  const request = (calls === 'together' ? together : apart).render({});
  const last = history.at(-1) as ChatMessage;
  return [...history.slice(0, -1), { ...last, content: `${last.content}\n\n${request}` }];
}

function tellStep({ calls, prompts }: TurnOptions, { thought = '', action }: Step): ChatMessage[] {
  if (calls === 'together')
    return [
      { role: 'assistant', content: `${thought === '' ? '' : `${tellThought(thought)}\n`}Action: ${action}` },
    ];
  return [
    { role: 'assistant', content: thought },
    { role: 'user', content: prompts.action.render({}) },
    { role: 'assistant', content: action },
  ];
}

function tellThought(thought: string): string {
  return `Thought: ${thought}`;
}
