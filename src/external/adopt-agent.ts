/** An agent of the user's: what it must have is looked at before anything is played. */
import type { Agent } from '../core/agent.js';
import { UsageError } from '../core/errors.js';
import { missingIn } from './adopt-environment.js';

/**
 * The agent that a user's module exports. One without a `conversation` gets this one. `where` names it in messages.
 * Throws a UsageError that says what is missing.
 */
export function adoptAgent(value: unknown, where: string, conversation: Agent['conversation']): Agent {
  const missing = missingIn(value, [
    ['name', 'string', /^[a-z0-9][a-z0-9-]*$/],
    ['begin', 'function'],
  ]);
  if (missing !== null) throw new UsageError(`${where}: is no agent: ${missing}`, 'see Agent in planwright');
  const agent = value as Agent;
  const own = typeof agent.conversation === 'function' ? agent.conversation.bind(agent) : conversation;
  const { name, retry } = agent;
  return {
    name,
    begin: (context, model) => agent.begin(context, model),
    conversation: own,
    ...(retry === undefined ? {} : { retry }),
  };
}
