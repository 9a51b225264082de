import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageOf, UsageError } from '../../src/core/errors.js';
import type { MaybePromise } from '../../src/util/maybe-promise.js';
import { toyInstance } from '../toy-world.js';
import { areGone, badInstance, openBadWorld, temporaryFolder } from './processes.js';

const good = toyInstance('good');

/** The message of what a promise rejects with. */
async function complaintOf(work: MaybePromise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    expect(error).not.toBeInstanceOf(UsageError);
    return messageOf(error);
  }
  throw new Error('nothing went wrong');
}

/** Plays the prize in two actions. */
async function playWell(environment: Awaited<ReturnType<typeof openBadWorld>>) {
  const session = await environment.start(good);
  await session.step('open door 1');
  const { reward, terminated } = await session.step('open door 2');
  session.close?.();
  return [reward, terminated];
}

/** What each fault is called, in the answer to `reset` and to `step` alike. */
const faults: readonly (readonly [string, RegExp])[] = [
  [
    'dies',
    /: has ended with exit code 3 when asked for (?:reset|step); its stderr ends with: out of <U\+001B>\[31mluck$/,
  ],
  ['killed', /: was ended by SIGKILL when asked for (?:reset|step)$/],
  ['garbage', /: wrote "I am thinking\.\.\." to stdout, which is no message \(all else goes to stderr\)$/],
  ['empty', /: wrote "" to stdout, which is no message/],
  ['list', /: wrote "\[1\]" to stdout, which is no message/],
  ['noise', /: wrote "debug: here" to stdout, which is no message/],
  ['huge', /: wrote a line of more than 8388608 bytes when asked for step$/],
  ['bytes', /: wrote a line that is no UTF-8 when asked for step$/],
  ['nan', /: wrote ".*\.\.\." to stdout, which is no message \(NaN and Infinity are no JSON\)$/],
  ['generous', /: answered (?:reset|step) with a wrong message: reward: Too big: expected number to be <=1$/],
  ['missing', /: answered (?:reset|step) with a wrong message: observation: Invalid input/],
  ['extra', /: answered (?:reset|step) with a wrong message: Unrecognized key: "done"$/],
  ['other', /: wrote ".*", which nobody asked for$/],
];

describe('a world that misbehaves ends its episode, and another process plays the next', () => {
  it.each(faults)('%s at a step', async (fault, message) => {
    const environment = await openBadWorld([fault, 'step']);
    const session = await environment.start(badInstance);
    const complaint = await complaintOf(session.step('open door 1'));
    expect(complaint).toMatch(message);
    expect(complaint).not.toContain('\n');
    expect(await complaintOf(session.step('open door 1'))).toBe(complaint);
    session.close?.();
  });

  it.each(['dies', 'garbage', 'generous'])('%s at reset', async (fault) => {
    const environment = await openBadWorld([fault, 'reset']);
    expect(await complaintOf(environment.start(badInstance))).toMatch(/dies|garbage|generous/);
    expect(await playWell(environment)).toEqual([1, true]);
  });

  it('hangs', async () => {
    const environment = await openBadWorld(['hangs', 'step'], { timeoutSeconds: 3 });
    const session = await environment.start(badInstance);
    const complaint = await complaintOf(session.step('open door 1'));
    expect(complaint).toMatch(/: did not answer step within 3 s$/);
    session.close?.();
    expect(await playWell(environment)).toEqual([1, true]);
  });

  it('closes its input', async () => {
    const environment = await openBadWorld(['deaf', 'reset']);
    const session = await environment.start(badInstance);
    expect(await complaintOf(session.step('leave'))).toMatch(/: has closed its input/);
    session.close?.();
    expect(await playWell(environment)).toEqual([1, true]);
  });

  it('says the same twice', async () => {
    const environment = await openBadWorld(['twice', 'reset']);
    const session = await environment.start(badInstance);
    // What comes after our next message is taken for the answer to it.
    await new Promise((done) => setTimeout(done, 300));
    expect(await complaintOf(session.step('leave'))).toMatch(/which nobody asked for$/);
  });

  it('leaves something behind that holds its output', async () => {
    const file = join(temporaryFolder(), 'pid');
    const environment = await openBadWorld(['forks', 'step', file]);
    const session = await environment.start(badInstance);
    const complaint = await complaintOf(session.step('leave'));
    expect(complaint).toMatch(/: has ended with exit code 0 when asked for step$/);
    expect(await areGone([Number(readFileSync(file, 'utf8'))])).toBe(true);
  });

  it('is slow, which is no fault', async () => {
    const environment = await openBadWorld(['slow', 'hello']);
    expect(await playWell(environment)).toEqual([1, true]);
  });

  it('is not started for ever', async () => {
    const environment = await openBadWorld(['dies', 'reset']);
    const complaints: string[] = [];
    for (let i = 0; i < 10; i++) complaints.push(await complaintOf(environment.start(badInstance)));
    expect(complaints.filter((one) => one.includes('not started any more'))).toHaveLength(2);
    expect(complaints.at(-1)).toMatch(/luck \(lost 8 times in a row, and not started any more\)$/);
  });

  it.each([
    [
      'dies',
      /bad-process\.mjs dies hello: has ended with exit code 3 when asked for hello; its stderr ends with/,
    ],
    ['garbage', /which is no message/],
    ['missing', /: answered hello with a wrong message: name: Invalid input/],
  ])('%s at hello, and is refused', async (fault, message) => {
    const opened = openBadWorld([fault, 'hello']);
    await expect(opened).rejects.toThrow(UsageError);
    await expect(opened).rejects.toThrow(message);
  });
});
