/**
 * AutoPlan's agent (Ouyang & Li 2023, section 3.2.1): thought, then action, then formalizer, under a plan.
 * Prompts are ours, with the intent of Table 2. Deviations: thought and action are one call, in two lines, and the
 * action has a call of its own only where a model did not write it (`calls: apart` is the paper's way, two calls); the
 * formalizer is a grammar first and a model call only where the grammar does not parse (`hybrid`); it is shown the
 * latest observation, so that it can add a missing number; each request only adds to the end of the one before it, which
 * is what provider caches reward.
 */
import type { Agent, AgentContext, AgentSession, Decision } from '../core/agent.js';
import type { Step } from '../core/episode.js';
import type { ChatMessage, ChatModel } from '../core/model.js';
import { type AgentPrompts, agentPrompts } from './autoplan-prompts.js';
import { appendStep, askTurn, type TurnOptions } from './autoplan-turn.js';
import { type ActionGrammar, createGrammar } from './formalize.js';
import { renderActions, renderForms } from './manual-text.js';

/** Settings of the agent. */
export interface AutoplanAgentOptions extends TurnOptions {
  /** `grammar`: ours alone, free. `model`: a call for each action, as in the paper. `hybrid`: grammar, then model. */
  readonly formalizer: 'grammar' | 'model' | 'hybrid';
}

/** The agent's defaults. */
export const autoplanAgentDefaults: AutoplanAgentOptions = {
  calls: 'together',
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
      for (const step of steps) appendStep(settings, opening, context, step);
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
        appendStep(settings, history, context, steps[appended] as Step);
      }
      const turn = await askTurn(settings, context, history, model);
      return { ...turn, ...(await formalize(settings, grammar, context, steps, turn.rawAction, model)) };
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
  const { text } = await model.complete({
    purpose: 'formalize',
    messages: [{ role: 'user', content }],
    sampling: { maxTokens: settings.actionTokens, stop: ['\n'] },
  });
  const reply = text.trim();
  return { action: parse(reply) ?? reply, formalizer: 'model' };
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
