import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkEnvironment } from '../../src/contracts/index.js';
import { UsageError } from '../../src/core/errors.js';
import { openProcessWorld } from '../../src/external/index.js';
import { toyInstance, toyWorld } from '../toy-world.js';
import { areGone, badInstance, badSettings, openBadWorld, temporaryFolder } from './processes.js';

describe('a world that is a process', () => {
  it('keeps the contract, as the same world in here does', async () => {
    const environment = await openBadWorld([]);
    const instances = [toyInstance('a'), toyInstance('b', { doors: 2, prize: 1 })];
    expect(await checkEnvironment(environment, instances)).toEqual([]);
    const { name, version, maxSteps } = toyWorld;
    expect(environment).toMatchObject({ name, version, maxSteps, instancesAre: 'games' });
    expect(environment.manual(toyInstance())).toMatchObject({ task: 'find the prize' });
  });

  it('begins with a seed that follows from the instance alone', async () => {
    const environment = await openBadWorld([]);
    const seedOf = async (id: string) => {
      const session = await environment.start(toyInstance(id));
      session.close?.();
      return session.initial.observation;
    };
    expect(await seedOf('a')).toBe(await seedOf('a'));
    expect(await seedOf('a')).not.toBe(await seedOf('b'));
  });

  it('plays as many episodes at once as there are processes, and lets others wait', async () => {
    const file = join(temporaryFolder(), 'pid');
    const environment = await openBadWorld(['writes-pid', '', file], { most: 2 });
    const play = async (id: string) => {
      const session = await environment.start(toyInstance(id));
      const { reward } = await session.step('open door 2');
      session.close?.();
      return reward;
    };
    const ids = Array.from({ length: 12 }, (_, i) => `game-${i}`);
    expect(await Promise.all(ids.map(play))).toEqual(ids.map(() => 1));
    expect(readdirSync(join(file, '..')).length).toBe(2);
  });

  it('plays several episodes in one process where that can', async () => {
    const environment = await openBadWorld(['many'], { most: 1 });
    const sessions = await Promise.all(['a', 'b', 'c'].map((id) => environment.start(toyInstance(id))));
    const turns = await Promise.all(sessions.map((session) => session.step('open door 1')));
    expect(turns.map(({ observation }) => observation)).toEqual(Array(3).fill('Behind door 1 is a wall.'));
    for (const session of sessions) session.close?.();
  });

  it('refuses an instance that is none of its own, and goes on', async () => {
    const environment = await openBadWorld([], { most: 1 });
    const foreign = { ...toyInstance('strange'), setup: {} };
    await expect(environment.start(foreign)).rejects.toThrow(UsageError);
    await expect(environment.start(foreign)).rejects.toThrow('task instance strange: not a corridor');
    expect(() => environment.manual({ ...foreign, taskType: 'hide' })).toThrow(
      /its manual says nothing of the task type "hide"/,
    );
  });

  it('says that something went wrong, and goes on', async () => {
    const environment = await openBadWorld([], { most: 1 });
    const session = await environment.start(toyInstance());
    await expect(session.step('complain')).rejects.toThrow(/^out of coal$/);
    expect((await session.step('leave')).terminated).toBe(true);
  });

  it('is ended with the world, and when an episode ends in the middle of an answer', async () => {
    const file = join(temporaryFolder(), 'pid');
    const pids = () => readdirSync(join(file, '..')).map((name) => Number(name.slice('pid-'.length)));
    const world = await openProcessWorld({ ...badSettings('writes-pid', '', file), options: {} });
    const session = await world.environment.start(badInstance);
    const [first = 0] = pids();
    const step = Promise.resolve(session.step('open door 1')).catch(String);
    session.close?.();
    expect(await step).toMatch(/was ended$/);
    expect(await areGone([first])).toBe(true);
    const next = await world.environment.start(badInstance);
    next.close?.();
    world.close();
    expect(pids()).toHaveLength(2);
    expect(await areGone(pids())).toBe(true);
    await expect(world.environment.start(badInstance)).rejects.toThrow(/was ended/);
  });

  it.each([
    [['no-such-program-here'], /^no-such-program-here: can not be started: there is no such program$/],
    [[process.execPath, '-e', 'process.exit(0)'], /: has ended with exit code 0 when asked for hello$/],
  ])('%j is refused', async (command, message) => {
    const opened = openProcessWorld({ ...badSettings(), command, options: {} });
    await expect(opened).rejects.toThrow(UsageError);
    await expect(opened).rejects.toThrow(message);
  });
});
