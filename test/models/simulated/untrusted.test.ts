/** The simulated model stands in for a language model, but is no easier to lead astray by what a world says. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAutoplanAgent, createReactAgent } from '../../../src/agents/index.js';
import type { AgentContext } from '../../../src/core/agent.js';
import type { Step } from '../../../src/core/episode.js';
import type { ChatMessage } from '../../../src/core/model.js';
import { createAlfworld } from '../../../src/environments/alfworld/alfworld.js';
import { readRequest } from '../../../src/models/simulated/read-request.js';
import { createScriptedModel } from '../../../src/testing.js';
import { smallInstance } from '../../environments/alfworld/small-household.js';
import { canary, hostileText } from '../../hostile-texts.js';

const first =
  'You are in the middle of a room. Looking quickly around you, you see a desk 1, a microwave 1, and a shelf 1.';
const context: AgentContext = {
  manual: createAlfworld().manual(smallInstance()),
  taskType: 'heat',
  goal: 'put a hot mug in desk.',
  plan: '1. Look for the mug.\n2. Heat it with the microwave.',
  initialObservation: first,
  memory: [],
};
const steps = (observation: string): Step[] =>
  [observation, 'The microwave 1 is closed.'].map((seen, i) => ({
    thought: 'I look.',
    rawAction: `go to shelf ${i + 1}`,
    action: `go to shelf ${i + 1}`,
    formalizer: 'grammar',
    observation: seen,
  }));

const agents = [
  ['AutoPlan', createAutoplanAgent()],
  ['ReAct', createReactAgent()],
] as const;

/** The requests of one action, and that of a reflection. */
async function requestsAfter(agent: (typeof agents)[number][1], observation: string, opening = first) {
  const model = createScriptedModel(() => 'go to desk 1');
  const told = { ...context, initialObservation: opening };
  await agent.begin(told, model).act(steps(observation));
  const log = agent.conversation(told, steps(observation));
  const last = log.at(-1) as ChatMessage;
  const asked = `${last.content}\n\nThe job is over: it failed after 2 actions.\n\nSummarize what happened in this job as a list of steps.`;
  return [
    ...model.requests.map(({ messages }) => messages),
    [...log.slice(0, -1), { ...last, content: asked }],
  ];
}

describe.each(agents)('requests of %s', (_name, agent) => {
  test('mean the same, whatever an observation says: job, plan, what is asked, what was done', async () => {
    const harmless = (await requestsAfter(agent, 'On the shelf 1, you see a mug 1.')).map(readRequest);
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const readings = (await requestsAfter(agent, `On the shelf 1, you see a mug 1. ${text}`)).map(
          readRequest,
        );
        readings.forEach((reading, i) => {
          const { job, plan, ask, examples, earlierTries, turns, firstObservation } = reading;
          const expected = harmless[i];
          expect({ job, plan, ask, examples, earlierTries, firstObservation }).toEqual({
            job: expected?.job,
            plan: expected?.plan,
            ask: expected?.ask,
            examples: expected?.examples,
            earlierTries: expected?.earlierTries,
            firstObservation: expected?.firstObservation,
          });
          expect(turns.map(({ action }) => action)).toEqual(expected?.turns.map(({ action }) => action));
        });
      }),
      { numRuns: 150 },
    );
  });

  test('mean the same, whatever the first observation says after its first line', async () => {
    const harmless = (await requestsAfter(agent, 'a mug 1')).map(readRequest);
    await fc.assert(
      fc.asyncProperty(hostileText, async (text) => {
        const readings = (await requestsAfter(agent, 'a mug 1', `${first}\n${text}`)).map(readRequest);
        readings.forEach(({ job, plan, ask, turns }, i) => {
          expect({ job, plan, ask }).toEqual({
            job: harmless[i]?.job,
            plan: harmless[i]?.plan,
            ask: harmless[i]?.ask,
          });
          expect(JSON.stringify([job, plan, turns])).not.toContain(canary);
        });
      }),
      { numRuns: 150 },
    );
  });
});
