import { describe, expect, test } from 'vitest';
import type { Environment, ImmediateSession } from '../../src/core/environment.js';
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

const opening = { form: 'open {door}', description: 'open a door' };
const leaving = { form: 'leave', description: 'go away' };

describe('checkEnvironment', () => {
  test('finds nothing in a world that keeps the contract', async () => {
    expect(await checkEnvironment(toyWorld, instances)).toEqual([]);
    const { isSolvable: _isSolvable, ...without } = toyWorld;
    expect(await checkEnvironment(without, instances)).toEqual([]);
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
      /a foreign setup gives boom, which is no UsageError/,
    ],
    [
      'an instance that can not be solved',
      { ...toyWorld, isSolvable: () => false },
      /^one: can not be solved$/,
    ],
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
