/** An agent of the user's: what it must have is looked at before anything is played, and what it decides as it does. */
import type { Agent, AgentSession, Decision, OwnAgent } from '../core/agent.js';
import { UsageError } from '../core/errors.js';
import { hideSecrets } from '../util/secrets.js';
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
  if (missing !== null)
    throw new UsageError(`${where}: is no agent: ${missing}`, 'see OwnAgent in planwright');
  const agent = value as OwnAgent;
  const own = typeof agent.conversation === 'function' ? agent.conversation.bind(agent) : conversation;
  const { name, retry } = agent;
  return {
    name,
    begin: (context, model) => wrapSession(agent.begin(context, model), where),
    conversation: own,
    ...(retry === undefined ? {} : { retry }),
  };
}

function wrapSession(session: AgentSession, where: string): AgentSession {
  const missing = missingIn(session, [['act', 'function']]);
  if (missing !== null) throw new Error(`${where}: begin gives no session: ${missing}`);
  return {
    act: async (steps) => {
      const decision = await session.act(steps);
      if (decision === null) return null;
      const lacking = missingIn(decision, [['action', 'string']]);
      if (lacking !== null) throw new Error(`${where}: a decision is not as it must be: ${lacking}`);
      return completeDecision(decision);
    },
    close: () => session.close?.(),
  };
}

/** A decision with what can be left out, and without keys: what a model of the user's own says was never looked at. */
export function completeDecision(given: Partial<Decision> & Pick<Decision, 'action'>): Decision {
  const { action, thought, rawAction = action, formalizer = 'none' } = given;
  return {
    ...(thought === undefined ? {} : { thought: hideSecrets(thought) }),
    rawAction: hideSecrets(rawAction),
    action: hideSecrets(action),
    formalizer,
  };
}
