import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../../src/core/environment.js';
import { messageOf, UsageError } from '../../src/core/errors.js';
import { adoptAgent, adoptEnvironment, digestCommand, importValue } from '../../src/external/index.js';
import { toyInstance, toyWorld } from '../toy-world.js';
import { temporaryFolder } from './processes.js';

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const load = (folder: string, module: string, name = 'environment') => importValue({ module, name, folder });

describe('a module of the user', () => {
  it('is found by its path and by the name of its package', async () => {
    const folder = folderWith({
      'world.mjs': 'export const environment = 1;',
      'node_modules/a/package.json': '{"main": "b.cjs"}',
      'node_modules/a/b.cjs': 'module.exports.environment = 2;',
      'node_modules/@me/c/package.json':
        '{"type": "module", "exports": {".": {"import": {"default": "./d.js"}}}}',
      'node_modules/@me/c/d.js': 'export const environment = 3;',
    });
    expect((await load(folder, './world.mjs')).value).toBe(1);
    expect((await load(folder, join(folder, 'world.mjs'))).value).toBe(1);
    expect((await load(folder, 'a')).value).toBe(2);
    expect((await load(folder, '@me/c')).value).toBe(3);
  });

  it('has a digest that follows its text', async () => {
    const digest = async (text: string) => (await load(folderWith({ 'w.mjs': text }), './w.mjs')).digest;
    const text = 'export const environment = 1;';
    expect(await digest(text)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await digest(text)).toBe(await digest(text));
    expect(await digest(text)).not.toBe(await digest(`${text}\n`));
  });

  it.each([
    ['./absent.mjs', 'environment', /^\.\/absent\.mjs: there is no such file in /],
    ['absent', 'environment', /^absent: there is no such package here$/],
    ['./w.mjs', 'world', /^\.\/w\.mjs: exports no "world"$/],
    ['./w.mjs', 'toString', /^\.\/w\.mjs: exports no "toString"$/],
    ['./throws.mjs', 'environment', /^\.\/throws\.mjs: can not be imported: out of coal<U\+000A>really$/],
    ['./broken.mjs', 'environment', /^\.\/broken\.mjs: can not be imported: /],
  ])('%s with "%s" is refused', async (module, name, message) => {
    const folder = folderWith({
      'w.mjs': 'export const environment = 1;',
      'throws.mjs': 'throw new Error("out of coal\\nreally");',
      'broken.mjs': 'export const = 1;',
    });
    await expect(load(folder, module, name)).rejects.toThrow(UsageError);
    await expect(load(folder, module, name)).rejects.toThrow(message);
  });

  it('has a command whose files count', () => {
    const folder = folderWith({ 'world.py': 'print()' });
    expect(digestCommand(['python3', 'world.py'], folder)).toMatch(/^sha256:/);
    expect(digestCommand(['python3', '-m', 'world'], folder)).toBe('');
    const before = digestCommand(['python3', 'world.py'], folder);
    writeFileSync(join(folder, 'world.py'), 'print(1)');
    expect(digestCommand(['python3', 'world.py'], folder)).not.toBe(before);
  });
});

/** Why a value is no world or agent. */
function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return messageOf(error);
  }
  return 'taken';
}

describe('a world of the user', () => {
  it('is taken as it is, or from a function of the options', async () => {
    const plain = adoptEnvironment(toyWorld, 'w');
    expect(plain).toMatchObject({ name: 'toy', version: '1.0.0', maxSteps: 5, instancesAre: 'games' });
    const session = await plain.start(toyInstance());
    expect(await session.step('open door 2')).toMatchObject({ reward: 1 });
    const made = adoptEnvironment((options: object) => ({ ...toyWorld, ...options }), 'w', { maxSteps: 9 });
    expect(made.maxSteps).toBe(9);
  });

  it('may be an instance of a class', async () => {
    class World {
      name = 'toy';
      version = '1.0.0';
      maxSteps = 3;
      doors = 2;
      manual() {
        return toyWorld.manual(toyInstance());
      }
      start() {
        return toyWorld.start(toyInstance('a', { doors: this.doors }));
      }
      lesson() {
        return `there are ${this.doors}`;
      }
    }
    const world = adoptEnvironment(new World(), 'w');
    expect((await world.start(toyInstance())).initial.observation).toBe('You see 2 doors.');
    expect(world.lesson?.(toyInstance())).toBe('there are 2');
  });

  it.each([
    [null, 'w: is no world: it is null'],
    [3, 'w: is no world: it is a number'],
    [{}, 'w: is no world: "name" is missing'],
    [{ ...toyWorld, name: 'My World' }, 'w: is no world: "name" is "My World"'],
    [{ ...toyWorld, version: 1 }, 'w: is no world: "version" is 1'],
    [{ ...toyWorld, maxSteps: 0 }, 'w: is no world: "maxSteps" is 0'],
    [{ ...toyWorld, start: undefined }, 'w: is no world: "start" is missing'],
    [{ ...toyWorld, manual: 'none' }, 'w: is no world: "manual" is "none", not a function'],
  ])('%j is refused', (value, message) => {
    expect(refusalOf(() => adoptEnvironment(value, 'w'))).toBe(message);
  });

  it('has no options where it is no function', () => {
    expect(refusalOf(() => adoptEnvironment(toyWorld, 'w', { a: 1 }))).toMatch(/^w: has no option 'a'/);
  });

  it('may refuse by an error of the name, whatever copy it is from', async () => {
    const refusal = () => {
      throw Object.assign(new Error('none of mine'), { name: 'UsageError' });
    };
    const world = adoptEnvironment({ ...toyWorld, start: refusal }, 'w');
    expect(() => world.start(toyInstance())).toThrow(UsageError);
    const later = adoptEnvironment({ ...toyWorld, start: async () => refusal() }, 'w');
    await expect(later.start(toyInstance())).rejects.toThrow(UsageError);
  });

  it.each([
    [{ observation: 1, reward: 0, terminated: false }, /a turn is not as it must be: "observation" is 1/],
    [{ observation: '', reward: '1', terminated: false }, /"reward" is "1"/],
    [{ observation: '', reward: 0 }, /"terminated" is no boolean/],
    [undefined, /it is undefined/],
  ])('is told of a turn such as %j', async (turn, message) => {
    const start: Environment['start'] = (instance) => ({
      ...toyWorld.start(instance),
      step: () => turn as never,
    });
    const session = await adoptEnvironment({ ...toyWorld, start }, 'w').start(toyInstance());
    expect(() => session.step('leave')).toThrow(message);
  });
});

describe('an agent of the user', () => {
  const begin = () => ({ act: async () => null });
  it('gets a conversation where it has none', () => {
    const told = [{ role: 'user', content: 'told' }] as const;
    const context = {} as never;
    expect(adoptAgent({ name: 'a', begin }, 'w', () => told).conversation(context, [])).toBe(told);
    expect(
      adoptAgent({ name: 'a', begin, conversation: () => [] }, 'w', () => told).conversation(context, []),
    ).toEqual([]);
  });

  it.each([
    [undefined, 'w: is no agent: it is undefined'],
    [{ name: 'a' }, 'w: is no agent: "begin" is missing'],
    [{ name: '', begin }, 'w: is no agent: "name" is ""'],
  ])('%j is refused', (value, message) => {
    expect(refusalOf(() => adoptAgent(value, 'w', () => []))).toBe(message);
  });
});

describe('what an agent of the user decides', () => {
  const decide = (decision: unknown) => {
    const agent = adoptAgent({ name: 'a', begin: () => ({ act: async () => decision }) }, 'w', () => []);
    return agent.begin({} as never, {} as never).act([]);
  };
  it('may be an action alone, and never holds a key', async () => {
    expect(await decide({ action: 'wait' })).toEqual({
      rawAction: 'wait',
      action: 'wait',
      formalizer: 'none',
    });
    expect(await decide(null)).toBeNull();
    const key = `sk-${'a1'.repeat(12)}`;
    expect(JSON.stringify(await decide({ action: key, rawAction: key, thought: key }))).not.toContain(key);
  });

  it.each([
    [undefined, /^w: a decision is not as it must be: it is undefined$/],
    [{ rawAction: 'wait' }, /"action" is missing$/],
    [{ action: 3 }, /"action" is 3, not a string$/],
  ])('%j is an error', async (decision, message) => {
    await expect(decide(decision)).rejects.toThrow(message);
  });

  it('is nothing without a session', () => {
    const agent = adoptAgent({ name: 'a', begin: () => undefined }, 'w', () => []);
    expect(() => agent.begin({} as never, {} as never)).toThrow(
      /^w: begin gives no session: it is undefined$/,
    );
  });
});
