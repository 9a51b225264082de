import type { Agent, AgentContext, AgentSession, Decision } from '../../src/core/agent.js';
import type { Demonstration } from '../../src/core/demonstration.js';
import type { Step } from '../../src/core/episode.js';
import type { ChatMessage } from '../../src/core/model.js';
import { createScriptedModel, type Script } from '../../src/testing.js';
import { toyInstance, toyWorld } from '../toy-world.js';

/** A first try at the corridor of doors, under a plan. */
export const doorsContext: AgentContext = {
  manual: toyWorld.manual(toyInstance()),
  goal: 'find the prize.',
  plan: '1. Open every door, the last one first.\n2. Look for the prize.',
  initialObservation: 'You see 3 doors.',
  taskType: 'doors',
  memory: [],
};

/** Worked examples of the corridor, and one of another task. */
export const doorsDemonstrations: readonly Demonstration[] = [
  {
    instanceId: 'sums-1',
    taskType: 'sums',
    goal: 'add.',
    initialObservation: '1 and 1.',
    steps: [{ action: 'say 2', observation: 'Right.' }],
  },
  {
    instanceId: 'doors-8',
    taskType: 'doors',
    goal: 'find the prize in a short corridor.',
    initialObservation: 'You see 2 doors.',
    steps: [
      {
        thought: 'I try the last door first.',
        action: 'open door 2',
        observation: 'Behind door 2 is a wall.',
      },
      { action: 'open door 1', observation: 'The prize!' },
    ],
    program: {
      steps: [
        {
          step: 1,
          why: 'try the doors',
          do: [
            {
              forEach: 'n',
              in: ['2', '1'],
              do: [{ action: 'open door {n}', expect: '{what}' }],
              until: 'prize',
            },
          ],
        },
        { step: 2, why: 'leave', do: [{ if: 'wall', do: [{ action: 'leave' }], else: [] }] },
      ],
    },
  },
  {
    instanceId: 'doors-9',
    taskType: 'doors',
    goal: 'find the prize behind the only door.',
    initialObservation: 'You see a door 1.',
    steps: [{ thought: 'There is only one.', action: 'open door 1', observation: 'The prize!' }],
    program: { steps: [{ step: 1, why: 'open it', do: [{ action: 'open door 1' }] }] },
  },
];

/** A session with a scripted model, and what it asked. */
export function beginScripted(agent: Agent, script: Script, context: AgentContext = doorsContext) {
  const model = createScriptedModel(script);
  return { session: agent.begin(context, model), requests: model.requests, model };
}

/** Plays until the agent gives up or the observations run out; gives the steps. */
export async function playThrough(session: AgentSession, observations: readonly string[]): Promise<Step[]> {
  const steps: Step[] = [];
  for (const observation of observations) {
    const decision: Decision | null = await session.act([...steps]);
    if (decision === null) break;
    steps.push({ ...decision, observation });
  }
  return steps;
}

/** Index of the first conversation that does not extend the one before it, message by message; null for none. */
export function brokenGrowth(conversations: readonly (readonly ChatMessage[])[]): number | null {
  const index = conversations.findIndex((longer, i) =>
    (conversations[i - 1] ?? []).some(
      (message, at) => JSON.stringify(message) !== JSON.stringify(longer[at]),
    ),
  );
  return index < 0 ? null : index;
}
