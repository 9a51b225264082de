import { adaplannerPrompts } from '../../../../src/agents/index.js';
import type { ChatMessage, Sampling } from '../../../../src/core/model.js';
import { createSimulatedModel, type SimulatedProfile } from '../../../../src/models/simulated/index.js';
import { strong } from '../train-simulated.js';

/** Reads well and never slips: for what has to be the same each time. */
export const attentive: SimulatedProfile = {
  ...strong,
  faithfulness: 1,
  insight: 1,
  slip: 0,
  wordiness: 0,
  invention: 0,
};

const household = [
  ['go to {receptacle}', 'walk'],
  ['take {object} from {receptacle}', 'pick up'],
  ['move {object} to {receptacle}', 'put'],
  ['open {receptacle}', 'open'],
  ['heat {object} with {receptacle}', 'heat'],
  ['use {object}', 'use'],
];
const search = [
  ['search[{entity}]', 'open a page'],
  ['lookup[{keyword}]', 'see a sentence'],
  ['finish[{answer}]', 'give the answer'],
];

/** A job to write a program for. */
export interface Job {
  readonly goal: string;
  readonly observation: string;
  readonly plan?: string;
  readonly examples?: string;
  readonly questions?: boolean;
}

export const kitchen =
  'You are in the middle of a room. Looking quickly around you, you see a cabinet 2, a cabinet 1, a countertop 1, ' +
  'a fridge 1, a microwave 1, a sinkbasin 1, a stoveburner 1, and a toaster 1.';

/** The conversation up to the request for the first program. */
export function opening({ goal, observation, plan = '', examples = '', questions }: Job): ChatMessage[] {
  const actions = (questions ? search : household).map(([form, what]) => `- ${form}: ${what}`).join('\n');
  const introduction = 'You are here to do a job.';
  const system = adaplannerPrompts.adaplannerRules.render({ introduction, actions, plan, examples });
  const task = adaplannerPrompts.task.render({ goal, observation });
  return [
    { role: 'system', content: system },
    { role: 'user', content: `${task}\n\n${adaplannerPrompts.writeProgram.render({})}` },
  ];
}

/** An example as it is shown. */
export function showExample(goal: string, program: object): string {
  return `Here is 1 example.\n\nExample 1\nYour job: ${goal}\nObservation: You see a shelf 1.\n${JSON.stringify(program)}`;
}

/** What the model says. */
export async function say(
  messages: readonly ChatMessage[],
  profile: SimulatedProfile = attentive,
  sampling: Sampling = { temperature: 0 },
): Promise<string> {
  const model = createSimulatedModel({ name: 'simulated-test', profile });
  return (await model.complete({ purpose: 'write-program', messages, sampling })).text;
}

/** The conversation with the model's reply and the next request. */
export function follow(messages: readonly ChatMessage[], reply: string, request: string): ChatMessage[] {
  return [...messages, { role: 'assistant', content: reply }, { role: 'user', content: request }];
}

/** The message after an error; `interactions` are pairs of action and observation. */
export function problem(what: string, interactions: readonly (readonly [string, string])[]): string {
  return adaplannerPrompts.refineProgram.render({
    problem: what,
    interactions: interactions.map(([action, seen]) => `> ${action}\n${seen}`).join('\n'),
  });
}
