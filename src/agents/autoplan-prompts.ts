import { definePrompt } from '../core/prompt.js';
import { commonPrompts } from './common-prompts.js';
import { namesNote } from './manual-text.js';

/** How thought and action are written in one answer. `readTurn` reads it, and the conversation is told in it. */
const inTwoLines = 'Answer in two lines:\nThought: what you think\nAction: the one action and nothing else';

/** The prompts of AutoPlan's agent. A config may override each by a template file. */
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
  decide: definePrompt(
    'decide',
    [],
    () =>
      'Which step of the plan are you at? Name it, think briefly about the one action to take next, true to that ' +
      `step, and take it. ${inTwoLines}`,
  ),
  decideWithoutPlan: definePrompt(
    'decideWithoutPlan',
    [],
    () => `Think briefly about the one action to take next, and take it. ${inTwoLines}`,
  ),
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
