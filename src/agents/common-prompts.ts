import { definePrompt } from '../core/prompt.js';

/** The prompts that all agents have in common. A config may override each by a template file. */
export const commonPrompts = {
  task: definePrompt('task', ['goal', 'observation'], ({ goal, observation }) =>
    [`Your job: ${goal}`, `Observation: ${observation}`].join('\n\n'),
  ),
  observation: definePrompt(
    'observation',
    ['observation'],
    ({ observation }) => `Observation: ${observation}`,
  ),
};
