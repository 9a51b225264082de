/**
 * Reflexion (Shinn et al. 2023, sections 3 and 4.1): ReAct, tried again on the same instance after a try that did not
 * do the job, with what the model made of the earlier tries in the prompt. Prompts are ours. Deviations from the
 * original code: those of ReAct; no examples of reflections are shown, but the model is asked in the conversation of
 * the try itself; an action that comes twice in a row ends the try only where its answer is one that the try has seen
 * before, since in some worlds the same action again goes on to the next thing.
 */
import type { Agent, AgentContext } from '../core/agent.js';
import type { Step } from '../core/episode.js';
import type { ChatMessage, ChatModel } from '../core/model.js';
import { definePrompt } from '../core/prompt.js';
import {
  createLineLoop,
  describeTask,
  type ReactAgentOptions,
  reactAgentDefaults,
  reactPrompts,
} from './react.js';

/** Reflexion's prompts. A config may override each by a template file. */
export const reflexionPrompts = {
  ...reactPrompts,
  memory: definePrompt(
    'memory',
    ['lessons'],
    ({ lessons }) => `What earlier tries at this job taught you:\n${lessons}`,
  ),
  reflectOnTrial: definePrompt(
    'reflectOnTrial',
    [],
    () =>
      'This try did not do the job. Do not retell it. Say in a few sentences what to do differently, and write a ' +
      'short new plan for the next try at this same job.\nNew plan:',
  ),
};
/** The prompts of Reflexion, by stage. */
export type ReflexionPrompts = typeof reflexionPrompts;

/** Settings of Reflexion. */
export interface ReflexionAgentOptions extends ReactAgentOptions {
  /** Most tries at one instance, the first included. */
  readonly trials: number;
  /** Most tokens of what is taken from one try into the next (original code: 256). */
  readonly memoryTokens: number;
  readonly prompts: ReflexionPrompts;
}

/** Reflexion's defaults. */
export const reflexionAgentDefaults: ReflexionAgentOptions = {
  ...reactAgentDefaults,
  trials: 5,
  memoryTokens: 256,
  prompts: reflexionPrompts,
};

/** Memories that the next try is shown: the newest. */
const mostMemories = 3;

/** Creates Reflexion. Its sessions throw a UsageError when there are fewer demonstrations of a task type than shots. */
export function createReflexionAgent(options: Partial<ReflexionAgentOptions> = {}): Agent {
  const settings = { ...reflexionAgentDefaults, ...options };
  const { prompts, trials, memoryTokens } = settings;
  const loop = createLineLoop(settings, (context) => openTry(prompts, context));
  return {
    name: 'reflexion',
    begin: (context, model) => {
      const session = loop.begin(context, model);
      return { act: async (steps) => (goesInCircles(steps) ? null : session.act(steps)) };
    },
    conversation: loop.conversation,
    retry: {
      trials,
      learn: (context, steps, model) =>
        reflect(model, loop.conversation(context, steps), prompts.reflectOnTrial.render({}), memoryTokens),
    },
  };
}

function openTry(prompts: ReflexionPrompts, context: AgentContext): string {
  const { memory } = context;
  const task = describeTask(prompts, context);
  const lessons = memory.map((text, index) => `Try ${index + 1}: ${text}`).slice(-mostMemories);
  return lessons.length === 0 ? task : `${prompts.memory.render({ lessons: lessons.join('\n') })}\n\n${task}`;
}

/** Whether the last action was a repetition that showed nothing new. */
function goesInCircles(steps: readonly Step[]): boolean {
  const [before, last] = steps.slice(-2);
  if (before === undefined || last === undefined || before.action !== last.action) return false;
  return steps.slice(0, -1).some(({ observation }) => observation === last.observation);
}

async function reflect(
  model: ChatModel,
  conversation: readonly ChatMessage[],
  request: string,
  maxTokens: number,
): Promise<string> {
  const last = conversation.at(-1) as ChatMessage;
  const messages = [...conversation.slice(0, -1), { ...last, content: `${last.content}\n\n${request}` }];
  const reply = await model.complete({ purpose: 'reflect-on-trial', messages, sampling: { maxTokens } });
  return reply.text.trim();
}
