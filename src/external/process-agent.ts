/** An agent that is a process of its own: see `protocol.ts` for what is said. */
import type { Agent, AgentContext, AgentSession, Decision } from '../core/agent.js';
import type { Step } from '../core/episode.js';
import type { ChatModel } from '../core/model.js';
import type { Clock } from '../util/clock.js';
import { completeDecision } from './adopt-agent.js';
import { nameOf, type ProcessSettings } from './connection.js';
import { type Place, ProcessPool } from './process-pool.js';
import {
  type AgentHello,
  agentHelloSchema,
  type DecisionMessage,
  decisionSchema,
  mostAsks,
  protocolVersion,
  readySchema,
} from './protocol.js';

/** How to run an agent. */
export interface ProcessAgentOptions extends ProcessSettings {
  /** Most processes at the same time. */
  readonly most: number;
  readonly clock: Clock;
}

/** An agent, and what ends its processes. */
export interface OpenedAgent {
  /** Without the conversation for reflection, which is ours to tell. */
  readonly agent: Pick<Agent, 'name' | 'begin'>;
  /** Changes whenever it would decide otherwise. */
  readonly version: string;
  readonly close: () => void;
}

/**
 * Starts an agent and lets it introduce itself. Rejects with a UsageError where it can not. A session rejects with an
 * Error that says how the process misbehaved, and with the error of a call to the model that failed.
 */
export async function openProcessAgent(settings: ProcessAgentOptions): Promise<OpenedAgent> {
  const pool = new ProcessPool<AgentHello>({
    ...settings,
    greeting: { type: 'hello', protocol: protocolVersion, role: 'agent' },
    helloSchema: agentHelloSchema,
  });
  const { name, version } = await pool.greet();
  const begin: Agent['begin'] = (context, model) => beginEpisode(settings, pool, context, model);
  return { agent: { name, begin }, version, close: () => pool.close() };
}

function beginEpisode(
  settings: ProcessAgentOptions,
  pool: ProcessPool<AgentHello>,
  context: AgentContext,
  model: ChatModel,
): AgentSession {
  let place: Place | null = null;
  let closed = false;
  /** Whether it waits for a reply of ours. */
  let owed = false;
  const open = async (): Promise<Place> => {
    const opened = await pool.open();
    place = opened;
    if (closed) opened.close();
    await opened.ask(introduce(context), readySchema);
    return opened;
  };
  return {
    act: async (steps) => {
      const at = place ?? (await open());
      const observation = steps.at(-1)?.observation ?? context.initialObservation;
      let answer: DecisionMessage = await at.ask(
        { type: 'act', observation, steps: steps.map(showStep) },
        decisionSchema,
      );
      for (let asks = 0; answer.type === 'ask'; asks++) {
        owed = true;
        if (asks >= mostAsks)
          throw new Error(`${nameOf(settings)}: asks more than ${mostAsks} times for one action`);
        const { text, finishReason } = await askModel(answer, model);
        owed = false;
        answer = await at.ask({ type: 'reply', text, finishReason }, decisionSchema);
      }
      return decide(answer);
    },
    close: () => {
      closed = true;
      place?.close(owed);
    },
  };
}

function introduce({ manual, taskType, goal, plan, initialObservation, memory, seed }: AgentContext) {
  const { introduction, task } = manual;
  const actions = manual.actions.map((form) => ({ ...form }));
  return {
    type: 'begin',
    ...(seed === undefined ? {} : { seed }),
    manual: { introduction, actions, task },
    taskType,
    goal,
    plan,
    observation: initialObservation,
    memory,
  };
}

function showStep({ thought, action, observation }: Step) {
  return { ...(thought === undefined ? {} : { thought }), action, observation };
}

function askModel(
  { messages, purpose, maxTokens, stop }: Extract<DecisionMessage, { type: 'ask' }>,
  model: ChatModel,
) {
  const sampling = {
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(stop === undefined ? {} : { stop }),
  };
  return model.complete({ purpose, messages, sampling });
}

function decide({ action, thought }: Extract<DecisionMessage, { type: 'act' }>): Decision | null {
  return action === null ? null : completeDecision({ action, ...(thought === undefined ? {} : { thought }) });
}
