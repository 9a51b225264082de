import type { Agent } from '../core/agent.js';
import type { Step } from '../core/episode.js';
import type { ChatMessage } from '../core/model.js';
import type { AgentPrompts } from './autoplan-prompts.js';
import { renderActions } from './manual-text.js';

/** The prompts that an episode is told in, whoever played it. */
export type PlainPrompts = Pick<AgentPrompts, 'rules' | 'task' | 'observation' | 'action'>;

/** An episode as a conversation for reflection, of an agent that has none of its own: append-only in the steps. */
export function createPlainConversation(prompts: PlainPrompts): Agent['conversation'] {
  return ({ manual, plan, goal, initialObservation }, steps) => {
    const { introduction } = manual;
    return [
      {
        role: 'system',
        content: prompts.rules.render({ introduction, actions: renderActions(manual), plan }),
      },
      { role: 'user', content: prompts.task.render({ goal, observation: initialObservation }) },
      ...steps.flatMap((step) => tellStep(prompts, step)),
    ];
  };
}

function tellStep(prompts: PlainPrompts, { thought = '', action, observation }: Step): ChatMessage[] {
  const thinking: ChatMessage[] =
    thought.trim() === ''
      ? []
      : [
          { role: 'assistant', content: thought },
          { role: 'user', content: prompts.action.render({}) },
        ];
  return [
    ...thinking,
    // An answer of nothing but blanks is an action too; messages must not be empty.
    { role: 'assistant', content: action.trim() === '' ? '(nothing)' : action },
    { role: 'user', content: prompts.observation.render({ observation }) },
  ];
}
