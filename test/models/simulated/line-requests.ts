/** Requests as agents make them whose log is one of lines: thoughts that begin `think:`, and actions. */
import type { ChatMessage } from '../../../src/core/model.js';

export type Turn = readonly [action: string, observation: string];

export interface ShownJob {
  readonly job: string;
  readonly observation: string;
  readonly turns: readonly Turn[];
}

/** Two wordings of the same request. */
export interface Wording {
  readonly rules: string;
  readonly plan: (plan: string) => string;
  readonly examples: (examples: readonly ShownJob[]) => string;
  readonly task: (job: string, observation: string) => string;
  readonly memory: (tries: readonly string[]) => string;
  readonly observation: (text: string) => string;
  readonly lesson: string;
}

const forms =
  'go to {receptacle}: walk\ntake {object} from {receptacle}: pick up\nmove {object} to {receptacle}: put down\n' +
  'heat {object} with {receptacle}: warm it';

export const ours: Wording = {
  rules: `You are in a house.\n\nYou can take these actions, one at a time:\n${forms}\n\nReply with one line at a time. Either a thought, which begins with "think:", changes nothing and is answered "OK."; or one action.`,
  plan: (plan) => `Follow this plan, which was made for jobs of this kind:\n${plan}`,
  examples: (examples) =>
    [
      `Here are ${examples.length} examples.`,
      ...examples.map(({ job, observation, turns }, i) =>
        [
          `Example ${i + 1}`,
          `Your job: ${job}`,
          `Observation: ${observation}`,
          '> think: I have to do this step by step.\nOK.',
          ...turns.map(([action, answer]) => `> ${action}\n${answer}`),
        ].join('\n'),
      ),
    ].join('\n\n'),
  task: (job, observation) => `Your job: ${job}\n\nObservation: ${observation}`,
  memory: (tries) =>
    `What earlier tries at this job taught you:\n${tries.map((text, i) => `Try ${i + 1}: ${text}`).join('\n')}`,
  observation: (text) => `Observation: ${text}`,
  lesson:
    'This try did not do the job. Do not retell it. Say what to do differently, and write a short new plan for the next try.\nNew plan:',
};

export const others: Wording = {
  rules: `This is a text game about a household.\n\nThe game knows these commands:\n${forms}\n\nEvery answer of yours is a single line: a command, or \`think: ...\` to reason without acting.`,
  plan: (plan) => `Others have left you this guide:\n${plan}`,
  examples: (examples) =>
    examples
      .map(({ job, observation, turns }, i) =>
        [
          `Demonstration ${i + 1}`,
          `Your task is to: ${job}`,
          `Game: ${observation}`,
          'Thought: First things first.',
          ...turns.map(([action, answer]) => `Action: ${action}\nGame: ${answer}`),
        ].join('\n'),
      )
      .join('\n\n'),
  task: (job, observation) => `Your task is to: ${job}\nGame: ${observation}`,
  memory: (tries) =>
    `Your memory of past attempts:\n${tries.map((text, i) => `Attempt #${i + 1} - ${text}`).join('\n\n')}`,
  observation: (text) => `Game: ${text}`,
  lesson: 'You have not solved it. What will you do differently on another attempt? Answer with your plan.',
};

export interface LineRequest {
  readonly wording?: Wording;
  readonly job?: string;
  readonly observation?: string;
  readonly plan?: string;
  readonly examples?: readonly ShownJob[];
  readonly tries?: readonly string[];
  /** Actions with what came of them; an action that begins `think:` is a thought and is answered so. */
  readonly turns?: readonly Turn[];
  readonly ask?: string;
}

export const kitchen =
  'You are in the middle of a room. Looking quickly around you, you see a cabinet 2, a cabinet 1, a countertop 1, a microwave 1, a toaster 1, a stoveburner 1, and a shelf 1.';

/** The messages of a request. */
export function lineRequest(request: LineRequest): ChatMessage[] {
  const { wording = ours, job = 'put a hot mug in shelf.', observation = kitchen, turns = [] } = request;
  const { plan = '', examples = [], tries = [], ask = '' } = request;
  const system = [
    wording.rules,
    ...(plan === '' ? [] : [wording.plan(plan)]),
    ...(examples.length === 0 ? [] : [wording.examples(examples)]),
  ].join('\n\n');
  const opening = [...(tries.length === 0 ? [] : [wording.memory(tries)]), wording.task(job, observation)];
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: opening.join('\n\n') },
  ];
  for (const [said, answer] of turns) {
    const content = said.startsWith('think:') ? answer : wording.observation(answer);
    messages.push({ role: 'assistant', content: said }, { role: 'user', content });
  }
  const last = messages.at(-1) as ChatMessage;
  if (ask === '') return messages;
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${ask}` }];
}

/** A job in which a thing is heated with an appliance, in hand or put inside. */
export function heating(appliance: string, inside = false): ShownJob {
  const open = `You open the ${appliance} 1. The ${appliance} 1 is open. In it, you see nothing.`;
  const put: Turn[] = [
    [`open ${appliance} 1`, open],
    [`move cup 1 to ${appliance} 1`, `You move the cup 1 to the ${appliance} 1.`],
  ];
  return {
    job: 'put a hot cup in drawer.',
    observation: `You are in the middle of a room. Looking quickly around you, you see a drawer 1, a desk 1, and a ${appliance} 1.\n\nYour task is to: put a hot cup in drawer.`,
    turns: [
      ['go to desk 1', 'You arrive at desk 1. On the desk 1, you see a cup 1.'],
      ['take cup 1 from desk 1', 'You pick up the cup 1 from the desk 1.'],
      [`go to ${appliance} 1`, `You arrive at ${appliance} 1. The ${appliance} 1 is closed.`],
      ...(inside ? put : []),
      [`heat cup 1 with ${appliance} 1`, `You heat the cup 1 using the ${appliance} 1.`],
      ['go to drawer 1', 'You arrive at drawer 1. The drawer 1 is closed.'],
      ['open drawer 1', 'You open the drawer 1. The drawer 1 is open. In it, you see nothing.'],
      ['move cup 1 to drawer 1', 'You move the cup 1 to the drawer 1.'],
    ],
  };
}

/** The log up to the moment when the mug is in hand. */
export const mugInHand: readonly Turn[] = [
  ['think: I will go to countertop 1.', 'OK.'],
  ['go to countertop 1', 'You arrive at countertop 1. On the countertop 1, you see a mug 1.'],
  ['take mug 1 from countertop 1', 'You pick up the mug 1 from the countertop 1.'],
  ['think: Now it has to be heated.', 'OK. Now take an action.'],
];
