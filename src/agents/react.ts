/**
 * ReAct (Yao et al. 2023, section 2, and section 4 for decision making): one line a call, a thought or an action; a
 * thought changes nothing but the context. Prompts are ours. Deviations: the examples stand in the system message and
 * are followed by a conversation, where the original has one growing text; thoughts in a row are capped at two, so that
 * thinking is not a way around the limit of steps: what comes next is taken for an action, whatever it begins with; an
 * action passes the free grammar of the action forms, and is sent as it is where that can not read it; a plan may stand
 * in the rules.
 */
import type { Agent, AgentContext, AgentSession } from '../core/agent.js';
import type { Step } from '../core/episode.js';
import type { ChatMessage, ChatModel } from '../core/model.js';
import { definePrompt } from '../core/prompt.js';
import { commonPrompts } from './common-prompts.js';
import { type ExampleOptions, pickDemonstrations, renderExamples } from './examples.js';
import { createFreeFormalizer, namesNote, renderActions } from './manual-text.js';
import { answerThought, mostThoughts, renderSteps, stepMessages, thoughtLine } from './transcript.js';

/** ReAct's prompts. A config may override each by a template file. */
export const reactPrompts = {
  reactRules: definePrompt(
    'reactRules',
    ['introduction', 'actions', 'plan', 'examples'],
    ({ introduction, actions, plan, examples }) =>
      [
        introduction,
        `You can take these actions, one at a time:\n${actions}`,
        namesNote,
        'Reply with one line at a time. Either a thought, which begins with "think:", changes nothing and is answered ' +
          '"OK."; or one action, which is answered by what you then observe. Think when there is something to work ' +
          'out, and otherwise act.',
        ...(plan === '' ? [] : [`Follow this plan, which was made for jobs of this kind:\n${plan}`]),
        ...(examples === '' ? [] : [examples]),
      ].join('\n\n'),
  ),
  ...commonPrompts,
};
/** The prompts of ReAct, by stage. */
export type ReactPrompts = typeof reactPrompts;

/** Settings of ReAct. */
export interface ReactAgentOptions extends ExampleOptions {
  /** Most tokens of a line (original code: 100). */
  readonly thoughtTokens: number;
  readonly prompts: ReactPrompts;
}

/** ReAct's defaults. */
export const reactAgentDefaults: ReactAgentOptions = {
  demonstrations: [],
  shots: 0,
  thoughtTokens: 100,
  prompts: reactPrompts,
};

/** Creates ReAct. Its sessions throw a UsageError when there are fewer demonstrations of the task type than shots. */
export function createReactAgent(options: Partial<ReactAgentOptions> = {}): Agent {
  const settings = { ...reactAgentDefaults, ...options };
  return {
    name: 'react',
    ...createLineLoop(settings, (context) => describeTask(settings.prompts, context)),
  };
}

/** What the loop of thoughts and actions needs from the agent that it belongs to. */
export type LineLoop = Pick<Agent, 'begin' | 'conversation'>;

/** ReAct's loop; `opening` is the first message after the rules. */
export function createLineLoop(
  settings: ReactAgentOptions,
  opening: (context: AgentContext) => string,
): LineLoop {
  const open = (context: AgentContext): readonly ChatMessage[] => [
    { role: 'system', content: renderRules(settings, context) },
    { role: 'user', content: opening(context) },
  ];
  return {
    begin: (context, model) => beginEpisode(settings, open(context), context, model),
    conversation: (context, steps) => [...open(context), ...continueConversation(settings, steps)],
  };
}

/** Job and first observation in ReAct's words. */
export function describeTask({ task }: ReactPrompts, { goal, initialObservation }: AgentContext): string {
  return task.render({ goal, observation: initialObservation });
}

function beginEpisode(
  settings: ReactAgentOptions,
  opening: readonly ChatMessage[],
  context: AgentContext,
  model: ChatModel,
): AgentSession {
  const formalize = createFreeFormalizer(context);
  return {
    act: async (steps) => {
      const messages = [...opening, ...continueConversation(settings, steps)];
      const thoughts: string[] = [];
      for (;;) {
        const line = await nextLine(settings, messages, model);
        const thought = readThought(line);
        if (thought === null || thoughts.length === mostThoughts) {
          const decision = formalize(thought ?? line, steps);
          return thoughts.length === 0 ? decision : { thought: thoughts.join('\n'), ...decision };
        }
        thoughts.push(thought);
        messages.push(
          { role: 'assistant', content: thoughtLine(thought) },
          { role: 'user', content: answerThought(thoughts.length) },
        );
      }
    },
  };
}

async function nextLine(
  { thoughtTokens }: ReactAgentOptions,
  messages: readonly ChatMessage[],
  model: ChatModel,
): Promise<string> {
  const sampling = { maxTokens: thoughtTokens, stop: ['\n'] };
  const { text } = await model.complete({ purpose: 'act', messages: [...messages], sampling });
  return readLine(text);
}

/** The first line of a reply that says something, without what may stand before a line. */
function readLine(text: string): string {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  return line.replace(/^\s*(?:(?:>|action\s*:)\s*)+/i, '').trim();
}

/** What a line thinks; null for an action. */
function readThought(line: string): string | null {
  const match = /^(?:(?:think|thought)\s*:[\s>]*)+/i.exec(line);
  return match === null ? null : line.slice(match[0].length).trim();
}

function renderRules(settings: ReactAgentOptions, { manual, plan, taskType }: AgentContext): string {
  const examples = renderExamples(pickDemonstrations(settings, taskType), ({ steps }) => renderSteps(steps));
  const { introduction } = manual;
  return settings.prompts.reactRules.render({
    introduction,
    actions: renderActions(manual),
    plan,
    examples,
  });
}

function continueConversation({ prompts }: ReactAgentOptions, steps: readonly Step[]): ChatMessage[] {
  return steps.flatMap((step) =>
    stepMessages(step, (observation) => prompts.observation.render({ observation })),
  );
}
