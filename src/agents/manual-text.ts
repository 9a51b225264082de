import type { AgentContext, Decision } from '../core/agent.js';
import type { Manual } from '../core/environment.js';
import type { Step } from '../core/episode.js';
import { createGrammar } from './formalize.js';

/** What every agent is told about names, in these words. */
export const namesNote =
  'Write names just as the observations write them. Things here may not work the way they do in real life: what ' +
  'the observations say is right.';

/** The action forms with their descriptions, one a line. */
export function renderActions(manual: Manual): string {
  return manual.actions.map(({ form, description }) => `- ${form}: ${description}`).join('\n');
}

/** The action forms alone, one a line. */
export function renderForms(manual: Manual): string {
  return manual.actions.map(({ form }) => `- ${form}`).join('\n');
}

/** Makes an action of a model's words; `steps` are those so far, for the names in their observations. */
export type FreeFormalizer = (rawAction: string, steps: readonly Step[]) => Decision;

/** The formalizer without model calls: the grammar of the action forms; what it can not read is sent as it is. */
export function createFreeFormalizer({ manual, initialObservation }: AgentContext): FreeFormalizer {
  const grammar = createGrammar(manual.actions);
  return (rawAction, steps) => {
    const transcript = [initialObservation, ...steps.map(({ observation }) => observation)];
    const action = grammar(rawAction, transcript);
    return action === null
      ? { rawAction, action: rawAction, formalizer: 'none' }
      : { rawAction, action, formalizer: 'grammar' };
  };
}
