/** What worked examples teach stands in the examples: another example, another lesson; none, no lesson. */
import { describe, expect, it } from 'vitest';
import { createSimulatedModel, type SimulatedProfile } from '../../../src/models/simulated/index.js';
import { learnFromExamples } from '../../../src/models/simulated/learn-from-examples.js';
import { learnToAnswer } from '../../../src/models/simulated/questions/learn-to-answer.js';
import { readRequest } from '../../../src/models/simulated/read-request.js';
import { heating, lineRequest, mugInHand, others, ours, type ShownJob, type Turn } from './line-requests.js';
import { strong } from './train-simulated.js';

const attentive = { ...strong, slip: 0, wordiness: 0, repeat: 0, insight: 1, faithfulness: 1, invention: 0 };

type Request = Parameters<typeof lineRequest>[0];

async function say(request: Request, profile: SimulatedProfile = attentive): Promise<string> {
  const model = createSimulatedModel({ name: 'simulated-strong', profile });
  const messages = lineRequest({ turns: mugInHand, ...request });
  return (await model.complete({ purpose: 'act', messages, sampling: { seed: 1, temperature: 0 } })).text;
}

function learn(examples: readonly ShownJob[], wording = ours) {
  const reading = readRequest(lineRequest({ wording, examples }));
  return learnFromExamples(reading.examples, { kind: 'heat', object: 'cup', target: 'drawer' }, () => true);
}

describe('an example', () => {
  it.each([
    ['our words', ours],
    ['other words', others],
  ])('teaches its appliance and nothing else, in %s', async (_name, wording) => {
    for (const appliance of ['toaster', 'microwave', 'cabinet']) {
      expect(await say({ wording, examples: [heating(appliance)] })).toBe(`go to ${appliance} 1`);
    }
    expect(await say({ wording })).toBe('go to stoveburner 1');
  });

  it('teaches nothing once its answer is gone', async () => {
    const { turns, ...rest } = heating('toaster');
    const cut = turns.filter(([, answer]) => !answer.startsWith('You heat'));
    expect(await say({ examples: [{ ...rest, turns: cut }] })).toBe('go to stoveburner 1');
    const failed = turns.map(
      ([action, answer]): Turn => [action, answer.startsWith('You heat') ? 'Nothing happens.' : answer],
    );
    expect(await say({ examples: [{ ...rest, turns: failed }] })).toBe('go to stoveburner 1');
  });

  it('teaches nothing to a reader without insight', async () => {
    const blind = { ...attentive, insight: 0 };
    expect(await say({ examples: [heating('toaster')] }, blind)).toBe(await say({}, blind));
  });

  it('comes after the plan', async () => {
    const plan = '1. Find the object.\n2. Heat the object with the microwave.';
    expect(await say({ plan, examples: [heating('toaster')] })).toBe('go to microwave 1');
    const warning = '1. Find the object.\n2. Do not heat with: toaster.';
    expect(await say({ plan: warning, examples: [heating('toaster')] })).not.toContain('toaster');
  });

  it('counts for less than two that say otherwise', () => {
    const three = ['toaster', 'microwave', 'microwave'].map((type) => heating(type));
    expect(learn(three).appliance.heat).toEqual(['microwave', 'toaster']);
  });

  it('shows whether a thing is held or put inside', async () => {
    expect(learn([heating('toaster')])).toMatchObject({ insert: false, openClosed: true });
    expect(learn([heating('toaster', true)]).insert).toBe(true);
    const turns: Turn[] = [
      ...mugInHand.slice(1, 3),
      ['go to toaster 1', 'You arrive at toaster 1. On the toaster 1, you see nothing.'],
    ];
    expect(await say({ turns, examples: [heating('toaster')] })).toBe('heat mug 1 with toaster 1');
    expect(await say({ turns, examples: [heating('toaster', true)] })).toBe('move mug 1 to toaster 1');
  });

  it('shows where such a thing was, and only for such a thing', () => {
    expect(learn([heating('toaster')]).lookFirst).toEqual(['desk']);
    const reading = readRequest(lineRequest({ examples: [heating('toaster')] }));
    const forMugs = learnFromExamples(
      reading.examples,
      { kind: 'heat', object: 'mug', target: 'x' },
      () => true,
    );
    expect(forMugs.lookFirst).toEqual([]);
  });

  const two = (order: readonly string[]): ShownJob => ({
    job: 'put two pen in desk.',
    observation:
      'You are in the middle of a room. Looking quickly around you, you see a desk 1, and a bed 1.',
    turns: order.map((action): Turn => {
      const [verb, pen] = [action.slice(0, 4), action.slice(5, 10)];
      return verb === 'take'
        ? [action, `You pick up the ${pen} from the bed 1.`]
        : [action, `You move the ${pen} to the desk 1.`];
    }),
  });

  it('shows that one thing is carried at a time', () => {
    const [take1, move1] = ['take pen 1 from bed 1', 'move pen 1 to desk 1'];
    const [take2, move2] = ['take pen 2 from bed 1', 'move pen 2 to desk 1'];
    expect(learn([two([take1, move1, take2, move2])]).oneAtATime).toBe(true);
    expect(learn([two([take1, take2, move1, move2])]).oneAtATime).toBe(false);
    expect(learn([two([take1, move1])]).oneAtATime).toBe(false);
  });

  it('shows that a lamp is to be used', () => {
    const lamp = (last: Turn): ShownJob => ({
      job: 'look at pen under the desklamp.',
      observation: 'You are in the middle of a room. Looking quickly around you, you see a desk 1.',
      turns: [['take pen 1 from desk 1', 'You pick up the pen 1 from the desk 1.'], last],
    });
    expect(learn([lamp(['use desklamp 1', 'You turn on the desklamp 1.'])]).useLamp).toBe(true);
    expect(learn([lamp(['examine desklamp 1', 'There is nothing special about desklamp 1.'])]).useLamp).toBe(
      false,
    );
  });
});

describe('an example of a question', () => {
  const turns: readonly Turn[] = [
    ['search[Pale Moon]', 'Pale Moon is a novel. It was written by Ada Brun.'],
    ['search[Ada Brun]', 'Ada Brun is a writer. Brun was born in Lund.'],
    ['lookup[born]', '(Result 1 / 1) Brun was born in Lund.'],
    ['finish[Lund]', 'Episode finished, reward = 1'],
  ];
  const shown = (some: readonly Turn[]) => {
    const job = 'In which town was the author of the novel Pale Moon born?';
    const examples = [{ job, observation: `Question: ${job}`, turns: some }];
    return learnToAnswer(readRequest(lineRequest({ examples })).examples, () => true);
  };

  it('teaches what it shows', () => {
    expect(shown(turns)).toEqual({ exactName: true, secondPage: true, lookUp: true, shortAnswer: true });
    const [, second, third, last] = turns as readonly [Turn, Turn, Turn, Turn];
    const question: Turn = [
      'search[In which town was the author of the novel Pale Moon born]',
      'Could not find it. Similar: [].',
    ];
    expect(shown([question, second, last])).toMatchObject({
      exactName: false,
      secondPage: false,
      lookUp: false,
    });
    expect(shown([third, ['finish[Brun was born in the old town of Lund.]', '']])).toMatchObject({
      shortAnswer: false,
    });
  });
});
