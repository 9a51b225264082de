/**
 * AutoPlan's agent (Ouyang & Li 2023, section 3.2.1): thought, then action, then formalizer, under a plan.
 * Prompts are ours, with the intent of Table 2. Deviations: the formalizer is a grammar first and a model call only
 * where the grammar does not parse (`hybrid`); it is shown the latest observation, so that it can add a missing
 * number; each request only adds to the end of the one before it, which is what provider caches reward.
 */
import type { Agent, AgentContext, AgentSession, Decision } from '../core/agent.js';
import type { Step } from '../core/episode.js';
import type { ChatMessage, ChatModel } from '../core/model.js';
import { definePrompt } from '../core/prompt.js';
import { commonPrompts } from './common-prompts.js';
import { type ActionGrammar, createGrammar } from './formalize.js';
import { namesNote, renderActions, renderForms } from './manual-text.js';

/** The agent's prompts. A config may override each by a template file. */
export const agentPrompts = {
  rules: definePrompt('rules', ['introduction', 'actions', 'plan'], ({ introduction, actions, plan }) =>
    [
      introduction,
      `You can take these actions, one at a time:\n${actions}`,
      namesNote,
      ...(plan === '' ? [] : [`Follow this plan, which was made for jobs of this kind:\n${plan}`]),
    ].join('\n\n'),
  ),
  ...commonPrompts,
  thought: definePrompt(
    'thought',
    [],
    () =>
      'Which step of the plan are you at? Name it, then think briefly about the one action to take next, true to ' +
      'that step.',
  ),
  thoughtWithoutPlan: definePrompt(
    'thoughtWithoutPlan',
    [],
    () => 'Think briefly about the one action to take next.',
  ),
  action: definePrompt('action', [], () => 'Now write that one action and nothing else.\nAction:'),
  formalize: definePrompt(
    'formalize',
    ['actions', 'observation', 'action'],
    ({ actions, observation, action }) =>
      [
        `An action must have one of these forms:\n${actions}`,
        'In the place of the braces stands a real name, with its number where it has one.',
        `The latest observation, for the names:\n${observation}`,
        'Formalize the action below: write it strictly in one of these forms. Where it holds several actions, ' +
          'formalize the first. Answer with the formalized action alone.',
        `Action to formalize: ${action}\nFormalized action:`,
      ].join('\n\n'),
  ),
};
/** The prompts of this agent, by stage. */
export type AgentPrompts = typeof agentPrompts;

/** Settings of the agent. */
export interface AutoplanAgentOptions {
  /** `grammar`: ours alone, free. `model`: a call for each action, as in the paper. `hybrid`: grammar, then model. */
  readonly formalizer: 'grammar' | 'model' | 'hybrid';
  /** Most tokens of a thought (original code: 100). */
  readonly thoughtTokens: number;
  /** Most tokens of an action (original code: 50). */
  readonly actionTokens: number;
  readonly prompts: AgentPrompts;
}

/** The agent's defaults. */
export const autoplanAgentDefaults: AutoplanAgentOptions = {
  formalizer: 'hybrid',
  thoughtTokens: 100,
  actionTokens: 50,
  prompts: agentPrompts,
};

/** Creates AutoPlan's agent. */
export function createAutoplanAgent(options: Partial<AutoplanAgentOptions> = {}): Agent {
  const settings = { ...autoplanAgentDefaults, ...options };
  return {
    name: 'autoplan',
    begin: (context, model) => beginEpisode(settings, context, model),
    conversation: (context, steps) => {
      const opening = openConversation(settings.prompts, context);
      for (const step of steps) appendStep(settings.prompts, opening, context, step);
      return opening;
    },
  };
}

function beginEpisode(settings: AutoplanAgentOptions, context: AgentContext, model: ChatModel): AgentSession {
  const grammar = createGrammar(context.manual.actions);
  const history = openConversation(settings.prompts, context);
  let appended = 0;
  return {
    act: async (steps) => {
      for (; appended < steps.length; appended++) {
        appendStep(settings.prompts, history, context, steps[appended] as Step);
      }
      const { prompts } = settings;
      const asked = askThought(prompts, context, history);
      const thought = await say(model, 'think', asked, { maxTokens: settings.thoughtTokens });
      const thinking: ChatMessage[] = [
        ...asked,
        { role: 'assistant', content: thought },
        { role: 'user', content: prompts.action.render({}) },
      ];
      const rawAction = await say(model, 'act', thinking, { maxTokens: settings.actionTokens, stop: ['\n'] });
      return {
        thought,
        rawAction,
        ...(await formalize(settings, grammar, context, steps, rawAction, model)),
      };
    },
  };
}

async function formalize(
  settings: AutoplanAgentOptions,
  grammar: ActionGrammar,
  context: AgentContext,
  steps: readonly Step[],
  rawAction: string,
  model: ChatModel,
): Promise<Pick<Decision, 'action' | 'formalizer'>> {
  const parse = (text: string) =>
    grammar(text, [context.initialObservation, ...steps.map((step) => step.observation)]);
  const parsed = settings.formalizer === 'model' ? null : parse(rawAction);
  if (parsed !== null) return { action: parsed, formalizer: 'grammar' };
  if (settings.formalizer === 'grammar') return { action: rawAction, formalizer: 'none' };
  const content = settings.prompts.formalize.render({
    actions: renderForms(context.manual),
    observation: steps.at(-1)?.observation ?? context.initialObservation,
    action: rawAction,
  });
  const reply = await say(model, 'formalize', [{ role: 'user', content }], {
    maxTokens: settings.actionTokens,
    stop: ['\n'],
  });
  return { action: parse(reply) ?? reply, formalizer: 'model' };
}

async function say(
  model: ChatModel,
  purpose: 'think' | 'act' | 'formalize',
  messages: readonly ChatMessage[],
  sampling: { readonly maxTokens: number; readonly stop?: readonly string[] },
): Promise<string> {
  const reply = await model.complete({ purpose, messages, sampling });
  return reply.text.trim();
}

function openConversation(prompts: AgentPrompts, context: AgentContext): ChatMessage[] {
  const { introduction } = context.manual;
  const system = prompts.rules.render({
    introduction,
    actions: renderActions(context.manual),
    plan: context.plan,
  });
  const task = prompts.task.render({ goal: context.goal, observation: context.initialObservation });
  return [
    { role: 'system', content: system },
    { role: 'user', content: task },
  ];
}

/** The history with the request for a thought added to its last message. */
function askThought(
  prompts: AgentPrompts,
  context: AgentContext,
  history: readonly ChatMessage[],
): ChatMessage[] {
  const last = history.at(-1) as ChatMessage;
  return [...history.slice(0, -1), withRequest(last, thoughtRequest(prompts, context))];
}

function thoughtRequest(prompts: AgentPrompts, context: AgentContext): string {
  return context.plan === '' ? prompts.thoughtWithoutPlan.render({}) : prompts.thought.render({});
}

function withRequest(message: ChatMessage, request: string): ChatMessage {
  return { ...message, content: `${message.content}\n\n${request}` };
}

/** Appends one step in the words in which it was asked for, so that the next request extends this one. */
function appendStep(prompts: AgentPrompts, history: ChatMessage[], context: AgentContext, step: Step): void {
  history.push(
    withRequest(history.pop() as ChatMessage, thoughtRequest(prompts, context)),
    { role: 'assistant', content: step.thought ?? '' },
    { role: 'user', content: prompts.action.render({}) },
    { role: 'assistant', content: step.action },
    { role: 'user', content: prompts.observation.render({ observation: step.observation }) },
  );
}
