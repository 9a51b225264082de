import { describe, expect, test } from 'vitest';
import type { Answers, Environment, ImmediateSession } from '../../src/core/environment.js';
import { checkEnvironment } from '../../src/testing.js';
import { toyInstance, toyWorld, wrapSessions } from '../toy-world.js';

const instances = [toyInstance('one', { doors: 8, prize: 8 }), toyInstance('two', { doors: 2 })];

/** The corridor where the answers to actions are changed. */
function answering(change: (action: string, session: ImmediateSession) => object): Environment {
  return wrapSessions((session) => ({
    ...session,
    step: (action) => ({ ...session.step(action), ...change(action, session) }),
  }));
}

function withManual(change: object): Environment {
  return { ...toyWorld, manual: (instance) => ({ ...toyWorld.manual(instance), ...change }) };
}

/** What is remembered here outlives the episode. */
function forgetful(): Environment {
  let steps = 0;
  return answering(() => ({ observation: `Step ${steps++}.` }));
}

const oddlyStarting = (change: () => never): Environment => ({
  ...toyWorld,
  start: (instance) => ('doors' in instance.setup ? toyWorld.start(instance) : change()),
});

/** The corridor with scores, a lesson and answers, and with what is changed about them. */
function telling(change: Partial<Environment>, scores: object = { near: 0.5, won: 1 }): Environment {
  const { start } = toyWorld;
  const expected: Answers['expected'] = (instance) => {
    start(instance);
    return 'a prize';
  };
  const given: Answers['given'] = (actions) => (actions.includes('leave') ? 'nothing' : null);
  return {
    ...wrapSessions((session) => ({ ...session, scores: () => scores as Record<string, number> })),
    scores: { won: 'binary', near: 'graded' },
    lesson: expected,
    answers: { expected, given },
    ...change,
  };
}

const answersWith = (change: object) => ({ answers: { ...(telling({}).answers as Answers), ...change } });

const opening = { form: 'open {door}', description: 'open a door' };
const leaving = { form: 'leave', description: 'go away' };

describe('checkEnvironment', () => {
  test('finds nothing in a world that keeps the contract', async () => {
    expect(await checkEnvironment(toyWorld, instances)).toEqual([]);
    const { isSolvable: _isSolvable, ...without } = toyWorld;
    expect(await checkEnvironment(without, instances)).toEqual([]);
  });

  test('finds nothing in a world that tells of its instances', async () => {
    expect(await checkEnvironment(telling({}), instances)).toEqual([]);
  });

  test('finds scores that change their names', async () => {
    const changing = wrapSessions((session) => {
      let steps = 0;
      const step = (action: string) => {
        steps++;
        return session.step(action);
      };
      return { ...session, step, scores: () => (steps < 1 ? { near: 1 } : { far: 1 }) };
    });
    const problems = await checkEnvironment({ ...changing, scores: { near: 'graded' } }, instances);
    expect(problems[0]).toBe('one: scores are far, not near, after action 1');
  });

  test('finds nothing in a world that answers later, and its late failures', async () => {
    const later = wrapSessions((session) => ({ ...session, step: async (action) => session.step(action) }));
    expect(await checkEnvironment(later, instances)).toEqual([]);
    const failing = wrapSessions((session) => ({
      ...session,
      step: () => Promise.reject(new Error('gone')),
    }));
    expect(await checkEnvironment(failing, instances)).toContain('one: threw: gone');
  });

  test.each<[string, Environment, RegExp]>([
    ['a name with blanks', { ...toyWorld, name: 'Toy World' }, /^name "Toy World"/],
    ['an odd version', { ...toyWorld, version: 'latest' }, /^version "latest"/],
    ['no steps', { ...toyWorld, maxSteps: 0 }, /^maxSteps 0/],
    ['memory across episodes', forgetful(), /^one: the same actions give another episode after: /],
    ['a reward above 1', answering(() => ({ reward: 2 })), /^one: reward 2 is outside \[0, 1\] after: /],
    ['a reward that is none', answering(() => ({ reward: Number.NaN })), /^one: reward NaN is outside/],
    ['an observation that is no text', answering(() => ({ observation: 5 })), /observation is no text/],
    ['an end that is no boolean', answering(() => ({ terminated: 0 })), /terminated is no boolean/],
    [
      'a foreign setup that starts',
      { ...toyWorld, start: () => toyWorld.start(toyInstance()) },
      /starts from a setup that is none of its own/,
    ],
    [
      'a foreign setup that crashes',
      oddlyStarting(() => {
        throw new TypeError('boom');
      }),
      /starts: a foreign setup gives boom, which is no UsageError/,
    ],
    [
      'an instance that can not be solved',
      { ...toyWorld, isSolvable: () => false },
      /^one: can not be solved$/,
    ],
    ['scores that are not declared', telling({ scores: {} }), /scores are near, won, not none, at the/],
    ['scores that are not given', { ...toyWorld, scores: { won: 'binary' } }, /scores are none, not won/],
    ['a score above 1', telling({}, { won: 1, near: 2 }), /^one: score near is 2, outside \[0, 1\], at the/],
    ['a score that is none', telling({}, { won: 1, near: Number.NaN }), /score near is NaN, outside/],
    ['half a win', telling({}, { won: 0.5, near: 0.5 }), /score won is 0\.5, not 0 or 1, at the start/],
    ['an empty lesson', telling({ lesson: () => ' ' }), /the lesson is no text/],
    ['a lesson on anything', telling({ lesson: () => 'x' }), /gives a lesson from a setup that is none/],
    ['no expected answer', telling(answersWith({ expected: () => '' })), /expected answer is no text/],
    [
      'an answer to anything',
      telling(answersWith({ expected: () => 'x' })),
      /expects an answer from a setup/,
    ],
    [
      'an answer out of nothing',
      telling(answersWith({ given: () => '' })),
      /an answer is given by no actions/,
    ],
    ['an answer that is none', telling(answersWith({ given: () => 5 })), /neither a text nor null/],
    ['no introduction', withManual({ introduction: ' ' }), /no introduction/],
    ['no task', withManual({ task: '' }), /does not say what the task is/],
    ['a form that is missing', withManual({ actions: [leaving] }), /no form for "open door 1"/],
    [
      'a form that is there twice',
      withManual({ actions: [opening, leaving, leaving] }),
      /lists a form twice/,
    ],
    [
      'a form without a description',
      withManual({ actions: [opening, { ...leaving, description: '' }] }),
      /"leave" has no description/,
    ],
    [
      'another wording with other slots',
      withManual({ actions: [{ ...opening, alsoSaid: ['pull {handle}'] }, leaving] }),
      /"pull \{handle\}" has other slots/,
    ],
    [
      'a throw on odd text',
      answering((action) => {
        if (action.length > 10_000) throw new RangeError('too long');
        return {};
      }),
      /"xxxxxxxxxxxxxxxxxxxx" makes it throw \(too long\) at the start$/,
    ],
    [
      'odd text that ends the episode',
      answering((action) => (action === 'zzz' ? { terminated: true } : {})),
      /"zzz" changes something at the start$/,
    ],
    [
      'odd text that does something later on',
      wrapSessions((session) => {
        let confused = false;
        return {
          ...session,
          step: (action) => {
            const turn = session.step(action);
            confused ||= action === ' ';
            return confused ? { ...turn, observation: 'You are confused.' } : turn;
          },
        };
      }),
      /text that is no action changes what comes later/,
    ],
    [
      'an action that is on offer but refused',
      wrapSessions((session) => ({
        ...session,
        admissibleActions: () => [...session.admissibleActions(), 'open door 99'],
      })),
      /"open door 99" is on offer but refused at the start/,
    ],
    [
      'a session that throws',
      wrapSessions(() => {
        throw new Error('no session');
      }),
      /^one: threw: no session$/,
    ],
  ])('finds %s', async (_name, environment, pattern) => {
    const problems = await checkEnvironment(environment, instances);
    expect(
      problems.filter((problem) => pattern.test(problem)),
      problems.join('\n'),
    ).not.toEqual([]);
  });

  test('lets a world leave an action out of its manual on purpose', async () => {
    const silent = withManual({ actions: [opening] });
    expect(await checkEnvironment(silent, instances)).toContainEqual(
      expect.stringContaining('no form for "leave"'),
    );
    expect(await checkEnvironment(silent, instances, { unlistedActions: ['leave'] })).toEqual([]);
  });
});
